import BoardModel

/// Who may do what: the roles of users and of guests, by board.
///
/// A user is a name with tokens. The name belongs to whoever has one of them. Everybody else is a guest,
/// with a name of their own or without.
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

  /// Somebody with a token.
  public struct User: Hashable, Sendable {
    public var grants: [Grant] = []
    public var tokens: [TokenDigest] = []

    public init() {}
  }

  public var guests: [Grant] = []
  public var users: [ClientName: User] = [:]

  public init() {}

  /// Whether a name belongs to somebody with a token.
  public func reserves(_ name: ClientName) -> Bool { users[name] != nil }

  /// Whether a token is one of a user's. It takes the same time for each wrong one.
  public func accepts(_ token: TokenDigest, of name: ClientName) -> Bool {
    guard let user = users[name] else { return false }
    return user.tokens.reduce(false) { $1.equals(token) || $0 }
  }

  /// The highest role that a client has on a board, or nil if the board does not exist for it.
  ///
  /// - Complexity: O(grants of the client).
  public func role(of name: ClientName, on board: BoardName) -> Role? {
    grants(of: name).lazy.filter { $0.boards.matches(board) }.map(\.role).max()
  }

  /// Whether a client has a role on any board there may be.
  public func hasRoles(_ name: ClientName) -> Bool { !grants(of: name).isEmpty }

  private func grants(of name: ClientName) -> [Grant] { users[name]?.grants ?? guests }
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

/// What is stored of a token: its SHA-256 hash, from which the token cannot be found.
public struct TokenDigest: Hashable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]

  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// - Parameter text: 64 hexadecimal digits in lower case.
  public init?(_ text: Substring) {
    let digits = text.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Whether two digests are equal, in a time that does not depend on how much of them is.
  func equals(_ other: TokenDigest) -> Bool {
    zip(bytes, other.bytes).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension TokenDigest: CustomStringConvertible {
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
