import BoardModel

/// The sessions of one client, and the connections that sent commands for each.
final class OwnSessions {
  private var drivers: [SessionID: Set<Int>] = [:]
  private var connections = 0

  /// The number of another connection of the client.
  func addConnection() -> Int {
    connections += 1
    return connections
  }

  func contains(_ session: SessionID) -> Bool { drivers[session] != nil }
  func isDriven(_ session: SessionID, onlyBy connection: Int) -> Bool {
    drivers[session] == [connection]
  }
  func drive(_ session: SessionID, by connection: Int) {
    drivers[session, default: []].insert(connection)
  }
}
