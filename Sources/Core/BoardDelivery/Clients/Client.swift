import BoardAuthority
import BoardModel
import BoardWire

/// Somebody who owns drag sessions: one connection, or several that said the same `hello`.
///
/// Nearly all are guests with one connection that are nothing but a name, so that is all they hold.
@usableFromInline package struct Client {
  package let name: ClientName
  /// What there is of a client besides its name; nil for a guest.
  private let record: Account?

  /// The hash of the client's own password, or nil if it has none.
  package var token: TokenDigest? { record?.token }
  /// What outlives its connections, or nil if its sessions end with its only one.
  package var account: Account? { isResumable ? record : nil }
  package var isResumable: Bool { record?.token != nil }
  /// The connections of somebody who may have several.
  package var connections: [ConnectionID] { account?.logins.map(\.connection) ?? [] }
  /// Who it is in the notes of revisions.
  package var author: Author { Author(name, identity: record?.identity ?? 0) }

  /// A guest.
  init(guest number: Int) {
    name = ClientName(unchecked: "guest-\(number)")
    record = nil
  }

  /// A client without a token.
  ///
  /// - Parameter guest: The guest it was: no two clients of an epoch were the same guest.
  package init(_ name: ClientName, formerly guest: ClientName) {
    self.name = name
    let number = UInt64(guest.string.drop { !$0.isNumber })
    record = Account(token: nil, identity: number ?? 0)
  }

  /// A client with a token. Whoever has both again is the same author, whose identity no guest has.
  package init(_ name: ClientName, token: TokenDigest) {
    self.name = name
    record = Account(token: token, identity: token.prefix | 1 << 63)
  }
}

/// The state of a named client. With a token, it can reconnect.
package final class Account {
  /// A connection of the client, and the token that it said.
  package struct Login {
    let connection: ConnectionID
    let token: TokenDigest
  }

  /// The hash of the client's own password.
  fileprivate let token: TokenDigest?
  /// What tells it apart from others who had its name before or have it later.
  fileprivate let identity: UInt64
  var logins: [Login] = []
  package var replies = ReplyCache()
  /// Whether the journal has it.
  package var isPersistent = false
  /// When its last connection closed, or nil if it has one.
  package var left: Duration?

  fileprivate init(token: TokenDigest?, identity: UInt64) {
    self.token = token
    self.identity = identity
  }
}
