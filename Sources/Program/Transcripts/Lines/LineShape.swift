import Articles

/// The shape of a kind of line: its WORDs and keys, with their names.
///
/// It is the player's own reading of `protocol/lines.md`, independent of the server.
struct LineShape: Sendable {
  /// A WORD with its name in the JSON form, and its constant value, if it has one.
  struct Word: Sendable {
    let name: String
    let literal: String?
  }

  /// The lines that follow a line.
  indirect enum Rows: Sendable {
    /// Each begins with its kind.
    case kinds
    /// The rows of a listing, which have no kind.
    case listing(LineShape)
    /// Drawn lines: `| TEXT`.
    case drawings
  }

  /// The WORDs of the line, without the one that counts the lines that follow.
  let words: [Word]
  /// The allowed keys.
  let keys: Set<String>
  /// Whether the line may have fields of an item as well (19.1).
  let mayHaveFields: Bool
  /// The following lines, if any. Their count is the last WORD.
  let rows: Rows?
}

// Reading the notation.

extension LineShape {
  /// - Parameter drawn: The notations behind which drawn lines follow.
  static func table(_ notations: [String], drawn: [String] = []) -> [String: [LineShape]] {
    let lines = notations.map { (words: words(of: $0), isDrawn: drawn.contains($0)) }
    return Dictionary(grouping: lines) { $0.words[0] }.mapValues { lines in
      lines.map { shape($0.words, isDrawn: $0.isDrawn) }
    }
  }

  /// The shape of a row of a listing, which has no KIND.
  static func shape(_ notation: String) -> LineShape {
    shape([""] + words(of: notation), isDrawn: false)
  }

  private static func words(of notation: String) -> [String] {
    notation.split(separator: " ").map(String.init)
  }

  /// Words in capitals are values; other words are literal. Brackets are ignored: a transcript
  /// states what must be present.
  private static func shape(_ notation: [String], isDrawn: Bool) -> LineShape {
    let (kind, parts) = (notation[0], notation.dropFirst())
    let names = parts.prefix { !$0.contains("=") && !$0.hasPrefix("[") }
    let keys = parts.dropFirst(names.count).filter { $0.contains("=") }
      .map { String($0.prefix { $0 != "=" }.drop { $0 == "[" }) }
    return LineShape(
      words: names.filter { $0 != "LINES" }.map { word($0, of: kind) },
      keys: Set(keys.filter { $0 != "FIELD" }.flatMap(keySet)).union(replyKeys[kind] ?? []),
      mayHaveFields: keys.contains("FIELD"),
      rows: names.last != "LINES" ? nil : isDrawn ? .drawings : rows(behind: kind, names.first))
  }

  private static let replyKeys: [String: Set<String>] = [
    "ok": ["replayed"], "refused": ["replayed"], "error": ["replayed"],
  ]

  private static func word(_ name: String, of kind: String) -> Word {
    let isValue = name == name.uppercased()
    return Word(
      name: isValue ? name.lowercased() : kind == "ok" ? "verb" : "event",
      literal: isValue ? nil : name)
  }

  /// The keys of a name in the notation: `key=…` stands for those of all codes, `KEY=VALUE…` for
  /// those of a policy.
  private static func keySet(_ name: String) -> Set<String> {
    switch name {
    case "key": facts
    case "KEY": policies
    default: [name]
    }
  }

  /// Whether the key of a line is a field.
  func hasField(_ name: String) -> Bool {
    mayHaveFields && name.utf8.count <= 32 && !name.contains("-") && !keys.contains(name)
      && !Self.noFields.contains(name)
  }

  private static func rows(behind kind: String, _ verb: String?) -> Rows {
    kind == "ok" ? verb.flatMap { listings[$0] }.map { .listing($0) } ?? .kinds : .kinds
  }
}

// The shapes of all lines, from the pages of `protocol/` that are embedded in the program.

extension LineShape {
  /// The lines of a server by KIND.
  static let messages: [String: [LineShape]] = {
    let tables = ["Replies", "Events"].flatMap { ProtocolFile.lines.rows(under: $0) }
    let drawn = tables.filter { $0[1].hasPrefix("drawn lines") }.map { $0[0] }
    return table([ProtocolFile.lines.code(under: "Greeting")] + tables.map { $0[0] }, drawn: drawn)
  }()

  /// The rows of batches and snapshots, by KIND.
  static let rows = table(ProtocolFile.lines.rows(under: "Rows").map { $0[0] })
    .merging(messages.filter { presence.contains($0.key) }) { row, _ in row }

  /// The events that a snapshot ends with: those that the row of `board` names.
  static let presence: Set<String> = {
    let events = ProtocolFile.lines.rows(under: "Events")
    let words = events.first { $0[0].hasPrefix("board ") }.map { $0[2].split(separator: "`") } ?? []
    return Set(words.map(String.init)).intersection(messages.keys)
  }()

  /// The rows of listings, by verb.
  static let listings = Dictionary(
    uniqueKeysWithValues: ProtocolFile.lines.rows(under: "Listing rows").map { row in
      (row[1].firstCode, shape(row[0]))
    })

  /// The keys of `refused` and `error`.
  static let facts = Set(
    ["Refusals", "Errors"].flatMap { ProtocolFile.errors.rows(under: $0) }
      .flatMap { $0[1].split { " `[]".contains($0) } }
      .compactMap { word in word.firstIndex(of: "=").map { String(word[..<$0]) } })

  /// The names that are no fields.
  static let noFields = Set(
    ProtocolFile.lines.rows(under: "Names that are no fields")
      .flatMap { $0[0].split { " `".contains($0) }.map(String.init) })

  /// The keys of a row of `policy`.
  static let policies = Set(ProtocolFile.lines.rows(under: "Policies").map { $0[0].firstCode })
}

/// A page of `protocol/`.
struct ProtocolFile: Sendable {
  static let lines = ProtocolFile(protocol_lines())
  static let errors = ProtocolFile(protocol_errors())

  private let lines: [Substring]

  private init(_ page: ProtocolPage) {
    let bytes = UnsafeBufferPointer(start: page.bytes, count: page.count)
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The cells of the first table under a heading, without its head. A cell that is all code is
  /// without its marks.
  func rows(under heading: String) -> [[String]] {
    let table = lines.drop { $0 != "## \(heading)" }.drop { !$0.hasPrefix("|") }
      .prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map { row in
      row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { cell($0) }
    }
  }

  /// The first indented line under a heading.
  func code(under heading: String) -> String {
    let line = lines.drop { $0 != "## \(heading)" }.first { $0.hasPrefix("    ") }
    return line.map { String($0.dropFirst(4)) } ?? ""
  }

  private func cell(_ text: Substring) -> String {
    let text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    let isCode = text.hasPrefix("`") && text.hasSuffix("`") && text.count { $0 == "`" } == 2
    return isCode ? text.firstCode : text
  }
}

extension String {
  /// What stands between the first two marks of code; the string itself if there are none.
  fileprivate var firstCode: String {
    let parts = split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : self
  }
}
