/// Makes a failing plan smaller, as long as it fails by the same check.
package struct PlanShrinker {
  private let check: RunCheck
  private let run: (RunPlan) -> RunFault?
  /// The smallest plan so far, and how it fails.
  package private(set) var plan: RunPlan
  package private(set) var fault: RunFault

  /// - Parameter run: Runs a plan; the fault that it finds, or nil.
  package init(_ plan: RunPlan, _ fault: RunFault, run: @escaping (RunPlan) -> RunFault?) {
    self.plan = plan
    self.fault = fault
    self.run = run
    check = fault.check
  }

  /// Leaves out steps, kinds of faults and clients until nothing more can be left out alone.
  ///
  /// - Complexity: Some tens of runs.
  package mutating func shrink() {
    var isSmaller = true
    while isSmaller {
      let before = plan
      shortenSteps()
      for kind in FaultKind.allCases where plan.faults.contains(kind) {
        attempt { $0.faults.remove(kind) }
      }
      while plan.clients > 2, attempt({ $0.clients -= 1 }) {}
      isSmaller = plan != before
    }
  }

  /// Halves the part that is left out, down to single steps.
  private mutating func shortenSteps() {
    var part = plan.steps / 2
    while part > 0 {
      if plan.steps > part, attempt({ $0.steps -= part }) { continue }
      part /= 2
    }
  }

  @discardableResult
  private mutating func attempt(_ change: (inout RunPlan) -> Void) -> Bool {
    var smaller = plan
    change(&smaller)
    guard let found = run(smaller), found.check == check else { return false }
    (plan, fault) = (smaller, found)
    return true
  }
}

extension RunPlan {
  /// Runs the plan; the promise that it finds broken, or nil.
  package func fault() -> RunFault? {
    do {
      _ = try SimulatedRun(self).run()
      return nil
    } catch let fault as RunFault {
      return fault
    } catch {
      return RunFault(.stream, "\(error)")
    }
  }

  /// The options of the command that repeats the run.
  package var options: String {
    let missing = FaultKind.allCases.filter { !faults.contains($0) }.map(\.rawValue)
    return "--seed \(seed) --clients \(clients) --steps \(steps)"
      + (missing.isEmpty ? "" : " --without \(missing.joined(separator: ","))")
  }
}
