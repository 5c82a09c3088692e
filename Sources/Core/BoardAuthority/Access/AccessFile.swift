import BoardModel

/// The text form of access rules, one fact per line.
///
///     guest ROLE BOARDS…
///     user NAME ROLE BOARDS…
///     token NAME DIGEST [LABEL]
///     local-user NAME LOGIN
///     space SPACE
///
/// BOARDS are names, or the beginnings of names with a `*`. Lines of the same user add up. The lines behind
/// `space SPACE` hold in that space alone, those before the first such line in every one. Empty lines and
/// lines that begin with `#` mean nothing.
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
    /// The space in which alone it counts, if there is one.
    public let space: SpaceName?
    /// The number of its line, from 1.
    public let line: Int
  }

  public private(set) var tokens: [Token] = []
  /// What the lines of each space give; those of nil hold in every space.
  private var parts: [SpaceName?: AccessRules] = [:]

  public static let maximumBytes = 1 << 20

  /// - Parameter userID: The id of a user of this machine; nil if there is none of that name.
  /// - Complexity: O(bytes).
  public init(
    text: String, userID: (String) -> UInt32? = { UInt32($0) }
  ) throws(Fault) {
    var place = Place()
    // CR LF is one character, which is no line feed.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for text in lines {
      place.line += 1
      let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let kind = words.first, !kind.hasPrefix("#") else { continue }
      if let reason = add(kind, Array(words.dropFirst()), at: &place, userID) {
        throw Fault(line: place.line, reason: reason)
      }
    }
    if let name = userWithoutRole {
      throw Fault(
        line: place.line,
        reason: "\(name) has a token or a login and no line `user \(name) ROLE BOARDS`")
    }
  }

  /// The rules of a space, or of a server without spaces.
  public func rules(of space: SpaceName? = nil) -> AccessRules {
    let shared = parts[nil] ?? AccessRules()
    guard let space, let own = parts[space] else { return shared }
    return shared.adding(own)
  }

  /// The rules of a server without spaces, in a file in which the label of each token is the token itself.
  ///
  /// - Parameter hash: The hash of a token.
  package func rulesOfLabels(hash: (String) -> TokenDigest) -> AccessRules {
    var rules = rules()
    for name in rules.users.keys { rules.users[name]?.tokens = [] }
    for token in tokens where token.space == nil {
      rules.users[token.user]?.tokens.append(hash(token.label))
    }
    return rules
  }

  /// Whether a name belongs to a user of a space, or of any space if none is named.
  public func reserves(_ name: ClientName, in space: SpaceName?) -> Bool {
    parts.contains { part, rules in
      (space == nil || part == nil || part == space) && rules.reserves(name)
    }
  }

  /// A user who has no role in any space in which the name is reserved by lines of this file.
  ///
  /// - Complexity: O(lines).
  private var userWithoutRole: ClientName? {
    let granted = parts.mapValues { rules in
      Set(rules.users.filter { !$1.grants.isEmpty }.keys)
    }
    let all = granted.values.reduce(into: Set()) { $0.formUnion($1) }
    let users = parts.flatMap { space, rules in
      let granted = space == nil ? all : (granted[space] ?? []).union(granted[nil] ?? [])
      return rules.users.keys.filter { !granted.contains($0) }
    }
    return users.min { $0.string < $1.string }
  }

  /// Where the reading of the file is.
  private struct Place {
    var space: SpaceName?
    var line = 0
  }

  /// - Returns: What is wrong with the line, or nil.
  private mutating func add(
    _ kind: Substring, _ words: [Substring], at place: inout Place, _ userID: (String) -> UInt32?
  ) -> String? {
    switch kind {
    case "guest":
      return Self.grants(words) { parts[place.space, default: .init()].guests += $0 }
    case "user":
      guard let word = words.first else { return "`user NAME ROLE BOARDS…`" }
      guard let name = Self.user(word) else { return "\"\(word)\" is no name for a user" }
      return Self.grants(Array(words.dropFirst())) {
        parts[place.space, default: .init()].users[name, default: .init()].grants += $0
      }
    case "token":
      return addToken(words, at: place)
    case "local-user":
      return addLocalUser(words, at: place, userID)
    case "space":
      guard words.count == 1 else { return "`space SPACE`" }
      guard let name = SpaceName(words[0]) else { return "\"\(words[0])\" is no name for a space" }
      place.space = name
      return nil
    default:
      return "a line begins with `guest`, `user`, `token`, `local-user`, `space` or #, "
        + "and not with \"\(kind)\""
    }
  }

  private mutating func addToken(_ words: [Substring], at place: Place) -> String? {
    guard words.count >= 2 else { return "`token NAME DIGEST [LABEL]`" }
    guard let name = Self.user(words[0]) else { return "\"\(words[0])\" is no name for a user" }
    guard let digest = TokenDigest(words[1]) else {
      return "the digest is 64 hexadecimal digits in lower case; `dropline token add` makes one"
    }
    let isThere = tokens.contains { token in
      token.digest == digest
        && (token.space == place.space || token.space == nil || place.space == nil)
    }
    if isThere { return "the same token is there already" }
    let label = words.dropFirst(2).joined(separator: " ")
    tokens.append(
      Token(user: name, digest: digest, label: label, space: place.space, line: place.line))
    parts[place.space, default: .init()].users[name, default: .init()].tokens.append(digest)
    return nil
  }

  private mutating func addLocalUser(
    _ words: [Substring], at place: Place, _ userID: (String) -> UInt32?
  ) -> String? {
    guard words.count == 2 else { return "`local-user NAME LOGIN`" }
    guard let name = Self.user(words[0]) else { return "\"\(words[0])\" is no name for a user" }
    guard let id = userID(String(words[1])) else {
      return "this machine has no user \"\(words[1])\""
    }
    parts[place.space, default: .init()].users[name, default: .init()].localUsers.append(id)
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
