import BoardAuthority
import BoardModel
import BoardWire

/// Somebody who owns drag sessions: one connection, or several that said the same `hello`.
///
/// Nearly all are guests with one connection that are nothing but a name, so that is all they hold.
struct Client {
  let name: ClientName
  /// What outlives its connections, or nil if its sessions end with its only one.
  let account: Account?

  var isResumable: Bool { account != nil }
  /// The connections of somebody who may have several.
  var connections: [ConnectionID] { account?.connections ?? [] }
}

/// The state of a client that can reconnect.
final class Account {
  /// The client's own password for its sessions.
  let token: String
  var connections: [ConnectionID] = []
  var replies = ReplyCache()
  /// Whether the journal has it.
  var isPersistent = false
  /// When its last connection closed, or nil if it has one.
  var left: Duration?

  init(token: String) { self.token = token }
}
