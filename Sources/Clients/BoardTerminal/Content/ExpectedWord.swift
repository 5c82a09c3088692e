import BoardModel
import BoardWire

/// What the word at the end of an unfinished command may be.
public enum ExpectedWord: Hashable, Sendable {
  case verb
  /// A word of the command, by its name in `protocol/lines.md` such as `PLACE`, or nil behind the last
  /// one; or one of these keys.
  case word(String?, orKeys: [Key])
  /// The value of a key.
  case value(Key)

  /// A key of a command.
  public struct Key: Hashable, Sendable {
    public let name: String
    /// What the value is called: `BOARD`; `FIELD` of a field, and `FIELDTYPE` of one in `fields`.
    public let value: String
    /// The key of a policy, if the command is `policy` and this is one.
    public let policy: PolicyKey?
  }

  /// Whether it may be the name of a board.
  public var isBoard: Bool {
    switch self {
    case .verb: false
    case .word(let word, _): word == "BOARD"
    case .value(let key): key.value == "BOARD"
    }
  }

  /// - Returns: Nil if the line has no verb that is known, or goes on with a text.
  public init?(endOf line: String) {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)
    if words.count > 1, words[0].hasPrefix("#") { words.removeFirst() }
    guard words.count > 1 else {
      self = .verb
      return
    }
    guard let verb = Verb(rawValue: words[0].lowercased()) else { return nil }
    self.init(behind: words.dropFirst().dropLast(), last: words[words.count - 1], of: verb)
  }

  private init?(behind typed: some Sequence<Substring>, last: Substring, of verb: Verb) {
    let schema = LineSchema.command(verb)
    let parts = schema.parts
    let keys = parts.filter(\.isKey).map { Key($0, of: verb) }
    let typed = typed.filter { !$0.isEmpty }
    func key(_ word: Substring) -> Key? {
      guard let sign = word.firstIndex(of: "=") else { return nil }
      let name = String(word[..<sign])
      let isField = schema.mayHaveFields && FieldName(name) != nil
      return keys.first { $0.name == name } ?? (isField ? Key(field: name, of: verb) : nil)
    }
    if let key = key(last) {
      self = .value(key)
      return
    }
    let words = parts.filter(\.isWord)
    let number = typed.count { key($0) == nil }
    // What follows the words of such a command is its text.
    guard number <= words.count else { return nil }
    let used = Set(typed.compactMap { key($0)?.name })
    self = .word(
      number < words.count ? words[number].name.uppercased() : nil,
      orKeys: keys.filter { !used.contains($0.name) }
        + (schema.mayHaveFields ? [Key(field: nil, of: verb)] : []))
  }
}

extension ExpectedWord.Key {
  /// - Parameter field: Nil stands for any field.
  fileprivate init(field: String?, of verb: Verb) {
    self.init(name: field ?? "", value: verb == .fields ? "FIELDTYPE" : "FIELD", policy: nil)
  }

  fileprivate init(_ part: LineSchema.Part, of verb: Verb) {
    name = part.name
    value = part.notation
    policy = verb == .policy ? PolicyKey(rawValue: part.name) : nil
  }
}

/// What is still to be typed of a command.
public enum CommandHint {
  /// The parts of the form of a command behind those that a line has: `PLACE [force=yes]` for `move i2`.
  ///
  /// - Returns: Nothing if the line has no verb, or is one of the JSON form.
  public static func rest(of line: String) -> String {
    var words = line.split(separator: " ")
    if words.first?.hasPrefix("#") == true { words.removeFirst() }
    guard let word = words.first, !(words.count == 1 && !line.hasSuffix(" ")),
      let verb = Verb(rawValue: word.lowercased())
    else { return "" }
    let parts = LineSchema.command(verb).form.split(separator: " ").dropFirst()
    let typed = words.dropFirst().filter { !isKey($0) }.count
    let keys = Set(words.compactMap { isKey($0) ? $0.prefix { $0 != "=" } : nil })
    let required = parts.prefix { !$0.hasPrefix("[") || !$0.contains("=") }
    let optional = parts.dropFirst(required.count).filter { part in
      !keys.contains(part.dropFirst(part.hasPrefix("[") ? 1 : 0).prefix { $0 != "=" })
    }
    return (required.dropFirst(typed) + optional).joined(separator: " ")
  }

  private static func isKey(_ word: Substring) -> Bool {
    let name = word.prefix { $0 != "=" }
    return name.count < word.count && name.first?.isLowercase == true
  }
}
