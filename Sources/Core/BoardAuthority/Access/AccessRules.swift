import BoardModel

/// Who may do what: the roles of users and of guests, by board.
///
/// A user is a name with tokens and local users. The name belongs to whoever has one of the tokens, or is
/// one of the local users. Everybody else is a guest, with a name of their own or without.
public struct AccessRules: Hashable, Sendable {
  /// A role on the boards whose names match a pattern.
  public struct Grant: Hashable, Sendable {
    public let role: Role
    public let boards: BoardPattern

    public init(_ role: Role, on boards: BoardPattern) {
      self.role = role
      self.boards = boards
    }
  }

  /// Somebody who can prove to be the same again.
  public struct User: Hashable, Sendable {
    public var grants: [Grant] = []
    public var tokens: [TokenDigest] = []
    /// The ids of users of this machine, who need no token on a Unix socket.
    public var localUsers: [UInt32] = []

    public init() {}
  }

  public var guests: [Grant] = []
  public var users: [ClientName: User] = [:]

  public init() {}

  /// The rules with others in addition.
  func adding(_ others: AccessRules) -> AccessRules {
    var sum = self
    sum.guests += others.guests
    sum.users.merge(others.users) { $0.adding($1) }
    return sum
  }

  /// Whether a name belongs to a user.
  public func reserves(_ name: ClientName) -> Bool { users[name] != nil }

  /// Whether a token is one of a user's. It takes the same time for each wrong one.
  public func accepts(_ token: TokenDigest, of name: ClientName) -> Bool {
    guard let user = users[name] else { return false }
    return user.tokens.reduce(false) { $1.equals(token) || $0 }
  }

  /// Whether a user of this machine may have a name without a token.
  public func accepts(localUser id: UInt32?, as name: ClientName) -> Bool {
    guard let id else { return false }
    return users[name]?.localUsers.contains(id) ?? false
  }

  /// The highest role that a client has on a board, or nil if the board does not exist for it.
  ///
  /// - Complexity: O(grants of the client).
  public func role(of name: ClientName, on board: BoardName) -> Role? {
    grants(of: name).lazy.filter { $0.boards.matches(board) }.map(\.role).max()
  }

  /// Whether a client has a role on any board there may be.
  public func hasRoles(_ name: ClientName) -> Bool { !grants(of: name).isEmpty }

  /// Whether a client has the role `owner` on all boards there may be.
  public func ownsAllBoards(_ name: ClientName) -> Bool {
    grants(of: name).contains { $0.role == .owner && $0.boards == .prefix("") }
  }

  private func grants(of name: ClientName) -> [Grant] { users[name]?.grants ?? guests }
}

extension AccessRules.User {
  fileprivate func adding(_ other: Self) -> Self {
    var sum = self
    sum.grants += other.grants
    sum.tokens += other.tokens
    sum.localUsers += other.localUsers
    return sum
  }
}

/// A board's name, or the beginning of names.
public enum BoardPattern: Hashable, Sendable {
  case name(BoardName)
  /// All names that begin so; written with a `*` behind it.
  case prefix(String)

  /// - Parameter text: A name, or the beginning of one and a `*`; `*` alone is every name.
  public init?(_ text: Substring) {
    guard text.last == "*" else {
      guard let name = BoardName(String(text)) else { return nil }
      self = .name(name)
      return
    }
    let start = text.dropLast()
    guard start.isEmpty || BoardName(String(start) + "0") != nil else { return nil }
    self = .prefix(String(start))
  }

  func matches(_ board: BoardName) -> Bool {
    switch self {
    case .name(let name): name == board
    case .prefix(let start): board.string.hasPrefix(start)
    }
  }
}

extension BoardPattern: CustomStringConvertible {
  public var description: String {
    switch self {
    case .name(let name): name.string
    case .prefix(let start): start + "*"
    }
  }
}
