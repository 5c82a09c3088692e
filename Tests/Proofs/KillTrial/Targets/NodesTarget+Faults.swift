import Glibc
import LocalNodes
import Net

/// What happens to nodes and their database.
extension NodesTarget {
  /// The most connections that a database of three nodes may have: nine of each, and three of others.
  private static let connectionLimit = 30

  /// Causes a fault.
  func begin(_ fault: NodeFault, of owner: TrialNode, space: String) throws {
    if fault.course.primaryKill == .begin { try database?.killPrimary() }
    switch fault {
    case .killed: end(owner, by: SIGKILL)
    case .restarted: try restart(owner)
    case .stopped: end(owner, by: SIGTERM)
    case .paused:
      owner.server.kill(SIGSTOP)
      owner.role = .none
      paused = owner
    case .linksCut: cut(owner.relays?.links, of: owner)
    case .databaseCut: cut(owner.relays?.database, of: owner)
    case .linkCut:
      for node in nodes { node.hasLostLink = false }
      owner.relays?.links.cutAllButOldest()
      cutOff = owner
    case .followerStopped:
      if let follower = nodes.first(where: { $0 !== owner && $0 !== paused }) {
        end(follower, by: SIGTERM)
      }
    case .standbyStalled: try database?.stallStandby()
    case .waitsCancelled:
      try database?.holdBackStandby()
      statement = database?.start(Self.cancellations)
    case .statementsCancelled: statement = database?.start(Self.cancellations)
    case .rowLocked: statement = database?.start(Self.lock(of: space))
    case .clockSet: try database?.setClock(ahead: 3_600)
    case .promotedBehind, .bothKilled: try database?.holdBackStandby()
    case .primaryKilled: break
    }
  }

  /// Ends what a fault has caused, as far as it does not end by itself.
  func end(_ fault: NodeFault) throws {
    _ = try statement?.wait()
    statement = nil
    switch fault {
    case .linkCut:
      cutOff?.relays?.setCut(false)
      cutOff = nil
    case .standbyStalled:
      try checkConnections()
      try database?.resumeStandby()
    case .clockSet: try database?.setClock(ahead: -3_600)
    case .bothKilled: if let owner { end(owner, by: SIGKILL) }
    case .killed, .restarted, .paused, .stopped, .primaryKilled, .waitsCancelled,
      .statementsCancelled, .rowLocked, .linksCut, .databaseCut, .followerStopped, .promotedBehind:
      break
    }
    guard let kill = fault.course.primaryKill else { return }
    if kill == .end { try database?.killPrimary() }
    try promote()
  }

  private func end(_ node: TrialNode, by signal: Int32) {
    node.server.kill(signal)
    node.role = .none
    ending = node
  }

  private func restart(_ node: TrialNode) throws {
    node.server.kill(SIGKILL)
    node.server.wait()
    node.server.listen()
    remove(node)
    nodes.append(try TrialNode(again: node))
  }

  private func cut(_ relay: TrialRelay?, of owner: TrialNode) {
    relay?.setCut(true)
    owner.role = .none
    cutOff = owner
  }

  /// Promotes the standby. The owner may be another one afterwards.
  private func promote() throws {
    guard let database else { return }
    try database.promote()
    for node in nodes {
      node.relays?.database?.setTarget(ServerAddress(.unix(database.socket)))
    }
  }

  /// Cancels and ends what nodes execute, for two seconds.
  private static let cancellations = """
    DO $$ BEGIN FOR turn IN 1..8 LOOP
      PERFORM pg_stat_clear_snapshot();
      PERFORM CASE turn % 2 WHEN 0 THEN pg_terminate_backend(pid) ELSE pg_cancel_backend(pid) END
        FROM pg_stat_activity WHERE application_name LIKE 'dropline%' AND backend_type = 'client backend';
      PERFORM pg_sleep(0.25);
    END LOOP; END $$
    """

  private static func lock(of space: String) -> String {
    "BEGIN; SELECT FROM dropline.space WHERE name = '\(space)' FOR UPDATE; SELECT pg_sleep(3); COMMIT"
  }

  private func checkConnections() throws {
    let answer = try database?.execute(
      "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
    let count = answer.flatMap { Int($0.dropLast()) } ?? 0
    connectionCount = max(connectionCount, count)
    guard count <= Self.connectionLimit else {
      throw LocalServerError.ended("\(count) connections while the standby stalls\n\(log)")
    }
  }
}
