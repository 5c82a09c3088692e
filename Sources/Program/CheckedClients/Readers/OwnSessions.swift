import BoardModel
import BoardWire

/// The sessions of one client, and the connections that sent commands for each.
package final class OwnSessions {
  private var drivers: [SessionID: Set<Int>] = [:]
  private var connections = 0
  private var epoch: Epoch?

  package init() {}

  /// The number of another connection of the client.
  package func addConnection() -> Int {
    connections += 1
    return connections
  }

  /// Notes the epoch of a connection. The ids of sessions mean nothing in another one (9.4).
  package func enter(_ epoch: Epoch) {
    if self.epoch != epoch { drivers = [:] }
    self.epoch = epoch
  }

  package func contains(_ session: SessionID) -> Bool { drivers[session] != nil }
  package func isDriven(_ session: SessionID, onlyBy connection: Int) -> Bool {
    drivers[session] == [connection]
  }
  /// Notes a session that no connection has sent a command for, as far as they know.
  package func add(_ session: SessionID) { drivers[session] = drivers[session] ?? [] }
  package func drive(_ session: SessionID, by connection: Int) {
    drivers[session, default: []].insert(connection)
  }
}

extension Reply {
  /// The session that its client drives by the command.
  package var drivenSession: SessionID? {
    switch self {
    case .begin(let session), .beginExternal(let session), .add(let session),
      .addExternal(let session):
      session.drag
    case .remove(let session): session.drag
    case .propose(let reply): reply.drag
    case .exit(let session): session.drag
    case .resume(let reply): reply.drag
    default: nil
    }
  }
}
