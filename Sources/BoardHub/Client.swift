import BoardCore
import BoardWire

/// Somebody who owns drag sessions: one connection, or several that said the same `hello`.
final class Client {
  let name: ClientName
  /// The client's own password for its sessions, or nil if they end with its last connection.
  let token: String?
  var connections: [ConnectionID] = []
  var remembered = RememberedReplies()
  /// When its last connection closed, or nil if it has one.
  var left: Duration?

  init(name: ClientName, token: String?) {
    self.name = name
    self.token = token
  }

  var isResumable: Bool { token != nil }
}
