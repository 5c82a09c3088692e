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
      keys: Set(keys.flatMap(keySet)).union(replyKeys[kind] ?? []),
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

  private static func rows(behind kind: String, _ verb: String?) -> Rows {
    kind == "ok" ? verb.flatMap { listings[$0] }.map { .listing($0) } ?? .kinds : .kinds
  }
}
