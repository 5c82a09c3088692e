import BoardWire
import Simulation

/// Runs of the simulator, one seed after another, and what they found.
struct SimulatorProof {
  /// A plan that failed, made as small as possible.
  struct Failure {
    let plan: RunPlan
    let fault: RunFault
    /// The last lines of the run.
    let lines: [String]
  }

  /// The plan of the first seed.
  let plan: RunPlan
  private(set) var count = 0
  private(set) var lines = 0
  private(set) var batches = 0
  private(set) var snapshots = 0
  private(set) var commits = 0
  private(set) var faults: [FaultKind: Int] = [:]
  private(set) var failures: [Failure] = []
  /// The trace hash of the last run.
  private(set) var hash: UInt64 = 0
  private(set) var time = Duration.zero

  init(plan: RunPlan) { self.plan = plan }

  /// Runs seeds until so much time has passed.
  mutating func run(for length: Duration) {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < length, failures.count < 3 { runNext() }
    time = ContinuousClock.now - start
  }

  mutating func run(count: Int) {
    let start = ContinuousClock.now
    while self.count < count, failures.count < 3 { runNext() }
    time = ContinuousClock.now - start
  }

  private mutating func runNext() {
    var next = plan
    next.seed += count
    count += 1
    do {
      let counts = try SimulatedRun(next).run()
      lines += counts.lines
      batches += counts.batches
      snapshots += counts.snapshots
      commits += counts.groups
      faults.merge(counts.faults) { $0 + $1 }
      hash = counts.hash
    } catch let fault as RunFault {
      add(next, fault)
    } catch {
      print("seed \(next.seed): \(error)")
    }
    if count.isMultiple(of: 1_000) { print("  \(count) seeds") }
  }

  private mutating func add(_ plan: RunPlan, _ fault: RunFault) {
    var shrinker = PlanShrinker(plan, fault) { $0.fault() }
    shrinker.shrink()
    let traced = try? SimulatedRun(shrinker.plan, keepsTrace: true)
    _ = try? traced?.run()
    failures.append(
      Failure(plan: shrinker.plan, fault: shrinker.fault, lines: traced?.lines.suffix(40) ?? []))
  }

  func sayResult() {
    for failure in failures {
      for line in failure.lines { print("  \(TextEscapes.escaped(line))") }
      print(TextEscapes.escaped("BROKEN: \(failure.fault)"))
      print("  proofs prove \(failure.plan.options)")
    }
    let trace = count == 1 && failures.isEmpty ? ", trace \(String(hash, radix: 16))" : ""
    print(
      "simulator: \(count) seeds from \(plan.seed), \(lines) lines, \(batches) batches, "
        + "\(commits) commits: \(failures.isEmpty ? "every promise held" : "a promise is broken")"
        + trace)
  }
}
