import BoardModel

/// The text of an item for a card: the name, and on the lines below the description, the due date, the labels
/// and the checklists.
///
/// A text that would be too long has fewer lines: the description and the items of checklists are left out, each
/// if it does not fit.
struct TrelloCardText {
  private(set) var leftOut = LeftOut()
  private var lines: [String]
  private var byteCount: Int

  /// - Parameter checklists: Those of the card, in their order.
  init(_ name: String, _ card: TrelloFile.Card, _ checklists: [TrelloFile.Checklist]) {
    lines = [name]
    byteCount = name.utf8.count
    let facts = Self.facts(of: card)
    let reserved = facts.reduce(0) { $0 + $1.utf8.count + 1 }
    if !card.description.isEmpty, !append(card.description, besides: reserved) {
      leftOut.add(.longDescriptions)
    }
    for fact in facts where !append(fact) { leftOut.add(.longDetails) }
    for checklist in checklists { append(checklist) }
  }

  var text: Text { Text(lines.joined(separator: "\n")) }

  private mutating func append(_ checklist: TrelloFile.Checklist) {
    let items = checklist.items.sorted { $0.position < $1.position }
    guard !items.isEmpty else { return }
    if !checklist.name.isEmpty { _ = append("\(Self.line(checklist.name)):") }
    for item in items where !append("[\(item.isDone ? "x" : " ")] \(Self.line(item.name))") {
      leftOut.add(.longDetails)
    }
  }

  /// Appends lines.
  ///
  /// - Returns: Whether there was room, with so many bytes to spare.
  private mutating func append(_ line: String, besides reserved: Int = 0) -> Bool {
    let count = byteCount + 1 + line.utf8.count
    guard count + reserved <= Limits.textBytes else { return false }
    lines.append(line)
    byteCount = count
    return true
  }

  private static func facts(of card: TrelloFile.Card) -> [String] {
    var facts: [String] = []
    if let due = card.due {
      facts.append("Due: \(line(moment(due)))\(card.isDone ? " (done)" : "")")
    }
    let labels = card.labels.map { $0.name.isEmpty ? $0.colour : $0.name }.filter { !$0.isEmpty }
    if !labels.isEmpty { facts.append("Labels: \(labels.map(line).joined(separator: ", "))") }
    return facts
  }

  /// `2026-12-01T09:00:00.000Z` for people; another form as it is.
  private static func moment(_ word: String) -> String {
    let bytes = Array(word.utf8)
    guard bytes.count == 24, bytes[10] == UInt8(ascii: "T"), bytes[23] == UInt8(ascii: "Z") else {
      return word
    }
    return String(decoding: bytes[..<10], as: UTF8.self) + " "
      + String(decoding: bytes[11..<16], as: UTF8.self) + " UTC"
  }

  /// A text on one line.
  private static func line(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
  }
}
