import BoardAuthority
import BoardModel

/// The live drag sessions of a hub, and the connections that drive them.
final class DragSessions {
  private var storage = DragCoordinator()
  /// The connection that last drove each live session; it is sent how the session ends.
  private(set) var drivers: [SessionID: ConnectionID] = [:]

  /// Read and changed in place: a copy would retain all that it holds.
  var coordinator: DragCoordinator {
    _read { yield storage }
    _modify { yield &storage }
  }

  func driver(of session: SessionID) -> ConnectionID? { drivers[session] }

  func setDriver(_ connection: ClientConnection, of session: SessionID) {
    drivers[session] = connection.id
  }

  func forgetDriver(of session: SessionID) { drivers[session] = nil }
}
