import BoardModel

/// The text of an item for a card: the name, and on the lines below the description, if it is too long for a field, and
/// the checklists.
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
    if !TrelloCardFields.takes(card.description), !append(card.description) {
      leftOut.add(.longDescriptions)
    }
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
  /// - Returns: Whether there was room.
  private mutating func append(_ line: String) -> Bool {
    let count = byteCount + 1 + line.utf8.count
    guard count <= Limits.textBytes else { return false }
    lines.append(line)
    byteCount = count
    return true
  }

  /// A text on one line.
  private static func line(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
  }
}
