/// What a line of the text form looks like: its first words, and the names of those behind them.
///
/// This is the one definition of the JSON form: an object has the same parts under these names.
/// `LineForm.table` lists all forms, and `protocol/forms.md` with it.
///
/// It is an object, because lines are held against many of them.
public final class LineForm: Sendable {
  /// The form as `protocol/forms.md` writes it, such as `ok open BOARD REVISION [rewound]`.
  public let notation: String
  /// The words that every such line begins with.
  let head: [String]
  let side: Side
  let fields: [Field]
  /// Whether it says how many things follow, which in an object is an array.
  let hasCount: Bool

  /// One part of a line behind its first words.
  struct Field: Sendable {
    /// The name in the notation: `REVISION`.
    let name: String
    /// The name in an object: `revision`.
    let key: String
    let kind: Kind
    let side: Side
    /// What stands before the value in its word: `every=` or `@`.
    let mark: String
    /// Whether it may be left out.
    let isOptional: Bool
    /// Whether it stands only where the field before it stands.
    let isBound: Bool
    /// `"key":`, as it is written.
    let member: [UInt8]
  }

  enum Kind: Hashable, Sendable {
    /// A number, in both forms.
    case number
    /// How many things follow. An object has the things and no number.
    case count
    /// A number where it reads as one, else a word: a place that may be an index.
    case index
    case word
    /// A word of which `-` says that there is none.
    case open
    /// One or more words, up to the end or the last fields; the word stands for none.
    case list(orElse: String?)
    /// The rest of the line.
    case text
    /// `BOARD/` before the next word.
    case board
    /// A word that stands here as it is, and is the value.
    case literal(String)
    /// A word that is there or is not.
    case flag(String)
    /// `KEY=VALUE…`
    case settings
  }

  /// What a form is for, which tells apart what has the same words in both directions.
  public enum Side: Hashable, Sendable {
    case server
    case client
    /// A line of a batch, a snapshot or a block.
    case row
  }

  /// The names of an object's parts, in their order, without those that all replies may have.
  public var parts: [String] {
    let keys = fields.compactMap { $0.kind == .count ? nil : $0.key }
    guard side == .client else { return (head.count > 1 ? [head[0]] : []) + keys + arrays }
    return ["do"] + keys + (JSONCommand.rows[head[0]].map { [$0] } ?? [])
  }

  /// The names under which an object has what follows the line.
  var arrays: [String] {
    guard hasCount else { return [] }
    switch head[0] {
    case "ok": return ["lines"]
    case "batch": return ["rows"]
    case "board": return ["sections", "events"]
    default: return ["items"]
    }
  }

  /// Reads a form. Words without capitals at the beginning are the head.
  init(_ notation: String, _ side: Side) {
    let tokens = notation.replacing("/]", with: "/] ").split(separator: " ").map(String.init)
    let head = tokens.prefix(2).prefix { $0.isFixed }
    var parser = FormParser(tokens: tokens[head.count...])
    // The first word of a line that is no reply is the name of what stands behind it.
    let isNamed = side == .client || ["ok", "refused", "error"].contains(tokens[0])
    parser.firstKey = isNamed ? nil : tokens[0] == "board" ? "snapshot" : tokens[0]
    self.notation = notation
    self.side = side
    self.head = Array(head)
    fields = parser.fields(side)
    hasCount = fields.contains { $0.kind == .count }
  }
}

extension String {
  /// Whether a word of the notation stands for itself.
  fileprivate var isFixed: Bool {
    utf8.allSatisfy { $0 == 0x2D || $0.isDigit || ($0 >= 0x61 && $0 <= 0x7A) }
  }
}

/// Reads the fields of a form's notation. A mistake in it is ours, and found by the first test.
private struct FormParser {
  var tokens: ArraySlice<String>
  var firstKey: String?
  private var depth = 0

  init(tokens: ArraySlice<String>) { self.tokens = tokens }

  mutating func fields(_ side: LineForm.Side) -> [LineForm.Field] {
    var fields: [LineForm.Field] = []
    var isBehindOptional = false
    while let token = tokens.popFirst() {
      let isOpening = token.hasPrefix("[")
      let isBound = isBehindOptional && (!isOpening || depth > 0)
      depth += token.count { $0 == "[" }
      fields.append(field(token, isOptional: depth > 0, isBound: isBound, side))
      depth -= token.count { $0 == "]" }
      isBehindOptional = depth > 0
      firstKey = nil
    }
    return fields
  }

  private mutating func field(
    _ token: String, isOptional: Bool, isBound: Bool, _ side: LineForm.Side
  ) -> LineForm.Field {
    let word = token.filter { $0 != "[" && $0 != "]" }
    let (mark, bare) = Self.split(word)
    let name = bare.filter { $0 != "…" && $0 != "/" }
    let kind = kind(of: word, bare, name, side)
    let key = firstKey ?? Self.key(of: word, mark, name, kind)
    return LineForm.Field(
      name: name.isEmpty ? word : name, key: key, kind: kind, side: side, mark: mark,
      isOptional: isOptional,
      isBound: isBound, member: Array("\"\(key)\":".utf8))
  }

  private mutating func kind(
    of word: String, _ bare: String, _ name: String, _ side: LineForm.Side
  ) -> LineForm.Kind {
    if word == "KEY=VALUE…" { return .settings }
    if word.isFixed { return depth > 0 ? .flag(word) : .literal(word) }
    if name.isEmpty || word.hasSuffix("=yes") { return .flag(word) }
    if bare.hasSuffix("/") { return .board }
    if bare.hasSuffix("…") {
      guard tokens.first == "or" else { return .list(orElse: nil) }
      tokens.removeFirst()
      return .list(orElse: tokens.removeFirst())
    }
    if side == .row && ["SECTION", "ITEM", "WAS"].contains(name) { return .open }
    return Self.kinds[name] ?? .word
  }

  private static let kinds: [String: LineForm.Kind] = [
    "COLUMN": .number, "COUNT": .number, "FROM": .number, "LINE": .number, "NUMBER": .number,
    "OF": .number,
    "REVISION": .number, "SECONDS": .number, "INDEX": .index, "TO": .index,
    "LINES": .count, "ITEMS": .count, "SECTIONS": .count, "TEXT": .text, "TITLE": .text,
  ]

  /// Takes what is not the name off a word: `every=TIME`, `@REVISION`, `external:TYPE`.
  private static func split(_ word: String) -> (mark: String, bare: String) {
    guard let end = word.firstIndex(where: { $0 >= "A" && $0 <= "Z" }) else { return ("", "") }
    return (String(word[..<end]), String(word[end...]))
  }

  private static func key(
    of word: String, _ mark: String, _ name: String, _ kind: LineForm.Kind
  ) -> String {
    switch kind {
    case .settings: return "set"
    case .literal: return "event"
    case .flag: return String(word.prefix { $0 != "=" })
    case .list: return name.lowercased() + "s"
    default:
      let marked = mark.filter { $0 != "=" && $0 != ":" && $0 != "@" }
      return marked.isEmpty ? name.lowercased() : marked
    }
  }
}
