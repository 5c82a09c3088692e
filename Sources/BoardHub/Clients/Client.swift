import BoardAuthority
import BoardModel
import BoardWire

/// Somebody who owns drag sessions: one connection, or several that said the same `hello`.
///
/// Nearly all are guests with one connection that are nothing but a name, so that is all they hold.
struct Client {
  let name: ClientName
  /// What there is of a client besides its name; nil for a guest.
  private let record: Account?

  /// The client's own password, or nil if it has none.
  var token: String? { record?.token }
  /// What outlives its connections, or nil if its sessions end with its only one.
  var account: Account? { isResumable ? record : nil }
  var isResumable: Bool { record?.token != nil }
  /// The connections of somebody who may have several.
  var connections: [ConnectionID] { account?.connections ?? [] }
  /// Who it is in the notes of revisions.
  var author: Author { Author(name, identity: record?.identity ?? 0) }

  /// A guest.
  init(guest number: Int) {
    name = ClientName(unchecked: "guest-\(number)")
    record = nil
  }

  /// A client without a token.
  ///
  /// - Parameter guest: The guest it was: no two clients of an epoch were the same guest.
  init(_ name: ClientName, formerly guest: ClientName) {
    self.name = name
    let number = UInt64(guest.string.drop { !$0.isNumber })
    record = Account(token: nil, identity: number ?? 0)
  }

  /// A client with a token. Whoever has both again is the same author.
  init(_ name: ClientName, token: String) {
    self.name = name
    record = Account(token: token, identity: token.identity)
  }
}

/// The state of a named client. With a token, it can reconnect.
final class Account {
  /// The client's own password.
  fileprivate let token: String?
  /// What tells it apart from others who had its name before or have it later.
  fileprivate let identity: UInt64
  var connections: [ConnectionID] = []
  var replies = ReplyCache()
  /// Whether the journal has it.
  var isPersistent = false
  /// When its last connection closed, or nil if it has one.
  var left: Duration?

  fileprivate init(token: String?, identity: UInt64) {
    self.token = token
    self.identity = identity
  }
}

extension String {
  /// The identity of whoever has this token: its FNV-1a hash, with the highest bit set. No guest has
  /// such a number.
  fileprivate var identity: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash | 1 << 63
  }
}
