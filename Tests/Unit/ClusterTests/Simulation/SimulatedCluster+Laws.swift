import BoardModel
import Cluster

// What must hold after each event.

extension SimulatedCluster {
  func checkLaws() throws {
    if let violation = watch.violation ?? store.violation { throw violation }
    for host in hosts where host.isRunning && !host.isPaused {
      try checkSpaces(host)
      try checkOwner(host)
    }
  }

  /// A process has the spaces that its coordinator knows as its own.
  private func checkSpaces(_ host: SimulatedProcess) throws {
    let owned = host.coordinator.ownedSpaces
    guard owned.count != host.spaces.count || !host.spaces.keys.allSatisfy(owned.contains) else {
      return
    }
    throw LawViolation("n\(host.life.host + 1) has \(host.spaces.keys)")
  }

  /// A process that may execute commands of a space is its owner by the rows: it was not declared dead, and nobody has
  /// taken the space from it but an operator, which it learns when it renews its lease.
  private func checkOwner(_ host: SimulatedProcess) throws {
    guard
      !host.spaces.isEmpty, host.coordinator.mayExecute(at: host.time),
      let me = host.coordinator.me
    else { return }
    for (space, state) in host.spaces where host.coordinator.serves(space) {
      guard let row = store.spaces[space], row.seizedTerm <= state.term else { continue }
      if store.isDead(me) || row.owner != me || row.term != state.term {
        let owner = row.owner.map { "\($0)" } ?? "nobody"
        throw LawViolation("\(me) executes commands of \(space), which \(owner) owns")
      }
    }
  }

  /// Two processes never have a space with the same term.
  func checkTerms(of space: SpaceName) throws {
    let terms = hosts.compactMap { $0.spaces[space]?.term }
    if Set(terms).count < terms.count {
      throw LawViolation("two processes have \(space) with the terms \(terms)")
    }
  }
}
