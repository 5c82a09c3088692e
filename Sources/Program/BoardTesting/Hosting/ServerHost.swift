import BoardAuthority
import BoardHub
import BoardServer

/// A server on a thread of this process, and what may happen to it.
package protocol ServerHost {
  var port: UInt16 { get }
  /// The port for HTTP and WebSockets.
  var webPort: UInt16 { get }
  var control: ServerControl { get }

  /// Crashes the server: it ends without sending anything.
  func crash()

  /// The rules of these lines of an access file, in which the label of each token is the token itself.
  func accessRules(_ lines: [String]) throws -> AccessRules
}

extension ServerHost {
  /// Begins to drain the server.
  package func drain(for time: Duration) { _ = control.ask { $0.drain(for: time) } }

  /// Fills the simulated disk, or frees it.
  package func setFull(_ isFull: Bool) { _ = control.ask { $0.hub.persistence.setFull(isFull) } }

  /// Makes the server refuse commands as if its database did not answer, or accept them again.
  package func setUnavailable(_ isUnavailable: Bool) {
    _ = control.ask { $0.soleSpace.setUnavailable(isUnavailable) }
  }

  /// Lets access rules hold from now on.
  package func setAccess(_ access: AccessRules) { _ = control.ask { $0.setAccess(access) } }

  /// The connections that the server knows of.
  package var connectionCount: Int { control.ask { $0.hub.room.count } ?? 0 }

  /// Advances the server's time, and returns when it has acted on it. What had arrived is processed before.
  package func advance(by time: Duration) {
    settle()
    control.advance(by: time)
    settle()
  }

  /// Returns when the server has processed all bytes that had arrived.
  package func settle() {
    _ = control.ask { _ in }
    _ = control.ask { _ in }
  }
}
