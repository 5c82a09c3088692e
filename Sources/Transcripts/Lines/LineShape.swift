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
  static func table(_ text: String) -> [String: [LineShape]] {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return Dictionary(grouping: lines) { $0[0] }.mapValues { $0.map(shape) }
  }

  /// The shape of a row of a listing, which has no KIND.
  static func shape(_ notation: String) -> LineShape {
    shape([""] + notation.split(separator: " ").map(String.init))
  }

  /// Words in capitals are values; other words are literal. Brackets are ignored: a transcript
  /// states what must be present.
  private static func shape(_ notation: [String]) -> LineShape {
    let (kind, parts) = (notation[0], notation.dropFirst())
    let names = parts.prefix { !$0.contains("=") && !$0.hasPrefix("[") }
    let keys = parts.dropFirst(names.count).filter { $0.contains("=") }
      .map { String($0.prefix { $0 != "=" }.drop { $0 == "[" }) }
    return LineShape(
      words: names.filter { $0 != "LINES" }.map { word($0, of: kind) },
      keys: Set(keys.flatMap { keySet($0, of: kind) }).union(replyKeys[kind] ?? []),
      rows: names.last == "LINES" ? rows(behind: kind, names.first) : nil)
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

  /// The keys of a name in the notation: `KEY=…` stands for all keys of the kind.
  private static func keySet(_ name: String, of kind: String) -> Set<String> {
    guard name == "KEY" else { return [name] }
    return kind.isEmpty ? policies : facts
  }

  private static func rows(behind kind: String, _ verb: String?) -> Rows {
    if verb == "help" || verb == "show" { return .drawings }
    return kind == "ok" ? verb.flatMap { listings[$0] }.map { .listing($0) } ?? .kinds : .kinds
  }
}
