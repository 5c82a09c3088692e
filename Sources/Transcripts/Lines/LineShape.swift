/// What a kind of line looks like: its WORDs and keys, and what they are called.
///
/// This is the player's own reading of `protocol/lines.md`, and shares nothing with a server.
struct LineShape: Sendable {
  /// A WORD by its name in the JSON form, and the word that it is, if it is always the same.
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
    /// Drawings for people: `| TEXT`.
    case drawings
  }

  /// The WORDs of the line, without the one that counts the lines that follow.
  let words: [Word]
  /// The keys that such a line may have.
  let keys: Set<String>
  /// The lines that follow, if any do. Their number is the last WORD.
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

  /// Words in capitals are values; any other word is in the line as it is. Brackets are ignored: a
  /// transcript says what must be there.
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

  /// The keys that a name in the notation means: `KEY=…` means all that the kind has.
  private static func keySet(_ name: String, of kind: String) -> Set<String> {
    guard name == "KEY" else { return [name] }
    return kind.isEmpty ? policies : facts
  }

  private static func rows(behind kind: String, _ verb: String?) -> Rows {
    if verb == "help" || verb == "show" { return .drawings }
    return kind == "ok" ? verb.flatMap { listings[$0] }.map { .listing($0) } ?? .kinds : .kinds
  }
}
