/// The keys of a policy, in the order of `lines.md`.
struct PolicyTable {
  /// What values a key has.
  enum Kind: Equatable {
    case yesOrNo
    /// A number or `none`.
    case bound
    /// Types or `any`.
    case types
    case operations
    /// A word or `move:SECTION`.
    case choice
    /// Values of a field or `any`.
    case accepted
    /// A field that is set or `none`.
    case setting
    /// Any text as one word.
    case title
    /// One of a few words.
    case words([String])
  }

  struct Key {
    let key: String
    let kind: Kind
    let standard: String
    let meaning: String
    /// Whether it is set for a whole board only.
    let isOfBoard: Bool

    /// What the key, its setting and its property are called.
    var name: String { key == "ops" ? "operations" : key.camelCase }

    /// Whether its value is a text that is one word.
    var isText: Bool {
      switch kind {
      case .accepted, .setting, .title: true
      case .yesOrNo, .bound, .types, .operations, .choice, .words: false
      }
    }
  }

  let keys: [Key]

  init(_ page: String, file: String) throws(TableMistake) {
    var keys: [Key] = []
    for row in try MarkdownTable(of: page, "Policies", file: file).rows {
      let key = try row.oneCode("key")
      guard !keys.contains(where: { $0.key == key }) else {
        throw row.mistake("`\(key)` has a row above")
      }
      let meaning = try row.cell("meaning")
      let (kind, standard) = (try Self.kind(row), try row.code("default").first ?? "")
      guard kind.canBegin(with: standard) else {
        throw row.mistake("`\(key)` cannot begin with \"\(try row.cell("default"))\"")
      }
      keys.append(
        Key(
          key: key, kind: kind, standard: standard, meaning: meaning,
          isOfBoard: meaning.contains("for `*` only")))
    }
    self.keys = keys
  }

  private static func kind(_ row: MarkdownTable.Row) throws(TableMistake) -> Kind {
    let (shown, words) = (try row.cell("values"), try row.code("values"))
    if words == ["yes", "no"] { return .yesOrNo }
    if shown.hasPrefix("number") { return .bound }
    if shown.hasPrefix("list") { return .types }
    if shown == "text" { return .title }
    if words.contains(where: { $0.hasPrefix("FIELD:") }) { return .accepted }
    if words.contains(where: { $0.hasPrefix("set:") }) { return .setting }
    if words.contains(where: { $0.contains(",") }) { return .operations }
    if words.contains(where: { $0.contains(":") }) { return .choice }
    guard !words.isEmpty, words.allSatisfy({ $0.allSatisfy(\.isLowercase) }) else {
      throw row.mistake("no kind of values is \"\(shown)\"")
    }
    return .words(words)
  }
}

extension PolicyTable.Kind {
  /// Whether the code has this value as the one of a policy that nobody has set.
  fileprivate func canBegin(with word: String) -> Bool {
    switch self {
    case .yesOrNo: ["yes", "no"].contains(word)
    case .bound, .choice, .setting: word == "none"
    case .types, .accepted: word == "any"
    case .operations: word == "move,copy"
    case .title: word.isEmpty
    case .words(let words): words.contains(word)
    }
  }
}
