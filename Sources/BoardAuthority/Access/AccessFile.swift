import BoardModel

/// The text form of access rules, one fact per line.
///
///     guest ROLE BOARDS…
///     user NAME ROLE BOARDS…
///     token NAME DIGEST [LABEL]
///     local-user NAME LOGIN
///
/// BOARDS are names, or the beginnings of names with a `*`. Lines of the same user add up. Empty lines
/// and lines that begin with `#` mean nothing.
public struct AccessFile: Hashable, Sendable {
  /// The first invalid line, and why.
  public struct Fault: Error, Hashable, Sendable {
    /// From 1.
    public let line: Int
    public let reason: String
  }

  /// A token of a user, as it is listed.
  public struct Token: Hashable, Sendable {
    public let user: ClientName
    public let digest: TokenDigest
    /// What its owner calls it.
    public let label: String

    public init(_ digest: TokenDigest, of user: ClientName, label: String) {
      self.user = user
      self.digest = digest
      self.label = label
    }
  }

  public private(set) var rules = AccessRules()
  public private(set) var tokens: [Token] = []

  public static let maximumBytes = 1 << 20

  /// - Parameter userID: The id of a user of this machine; nil if there is none of that name.
  /// - Complexity: O(bytes).
  public init(
    text: String, userID: (String) -> UInt32? = { UInt32($0) }
  ) throws(Fault) {
    var number = 0
    // CR LF is one character, which is no line feed.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for line in lines {
      number += 1
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let kind = words.first, !kind.hasPrefix("#") else { continue }
      if let reason = add(kind, Array(words.dropFirst()), userID) {
        throw Fault(line: number, reason: reason)
      }
    }
    let names = rules.users.keys.sorted { $0.string < $1.string }
    if let name = names.first(where: { rules.users[$0]?.grants.isEmpty == true }) {
      throw Fault(
        line: number,
        reason: "\(name) has a token or a login and no line `user \(name) ROLE BOARDS`")
    }
  }

  /// - Returns: What is wrong with the line, or nil.
  private mutating func add(
    _ kind: Substring, _ words: [Substring], _ userID: (String) -> UInt32?
  ) -> String? {
    switch kind {
    case "guest":
      return Self.grants(words) { rules.guests += $0 }
    case "user":
      guard let word = words.first else { return "`user NAME ROLE BOARDS…`" }
      guard let name = Self.user(word) else { return "\"\(word)\" is no name for a user" }
      return Self.grants(Array(words.dropFirst())) {
        rules.users[name, default: .init()].grants += $0
      }
    case "token":
      return addToken(words)
    case "local-user":
      return addLocalUser(words, userID)
    default:
      return
        "a line begins with `guest`, `user`, `token`, `local-user` or #, and not with \"\(kind)\""
    }
  }

  private mutating func addToken(_ words: [Substring]) -> String? {
    guard words.count >= 2 else { return "`token NAME DIGEST [LABEL]`" }
    guard let name = Self.user(words[0]) else { return "\"\(words[0])\" is no name for a user" }
    guard let digest = TokenDigest(words[1]) else {
      return "the digest is 64 hexadecimal digits in lower case; `dropline token add` makes one"
    }
    if tokens.contains(where: { $0.digest == digest }) { return "the same token is there already" }
    tokens.append(
      Token(digest, of: name, label: words.dropFirst(2).joined(separator: " ")))
    rules.users[name, default: .init()].tokens.append(digest)
    return nil
  }

  private mutating func addLocalUser(
    _ words: [Substring], _ userID: (String) -> UInt32?
  ) -> String? {
    guard words.count == 2 else { return "`local-user NAME LOGIN`" }
    guard let name = Self.user(words[0]) else { return "\"\(words[0])\" is no name for a user" }
    guard let id = userID(String(words[1])) else {
      return "this machine has no user \"\(words[1])\""
    }
    rules.users[name, default: .init()].localUsers.append(id)
    return nil
  }

  private static func grants(
    _ words: [Substring], _ add: ([AccessRules.Grant]) -> Void
  ) -> String? {
    guard let word = words.first, words.count >= 2 else { return "ROLE and BOARDS are missing" }
    guard let role = Role(rawValue: String(word)) else {
      return "\"\(word)\" is no role; the roles are viewer, editor and owner"
    }
    var grants: [AccessRules.Grant] = []
    for word in words.dropFirst() {
      guard let boards = BoardPattern(word) else {
        return "\"\(word)\" is no board's name; a * may stand at the end"
      }
      grants.append(.init(role, on: boards))
    }
    add(grants)
    return nil
  }

  private static func user(_ word: Substring) -> ClientName? {
    guard let name = ClientName(String(word)), !name.string.hasPrefix("guest-") else { return nil }
    return name
  }
}
