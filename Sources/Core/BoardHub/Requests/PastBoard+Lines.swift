import BoardAuthority
import BoardModel
import BoardWire

// A board as it was, drawn for people.

extension PastBoard {
  /// The board as a person would write it down, as many lines as a drawing may have.
  ///
  /// - Complexity: That of as many `rows`.
  public func lines(of board: BoardName) -> [String] {
    let head = "\(board) rev=\(revision) sections=\(sectionCount) items=\(itemCount)"
    let lines = [head] + rows(first: Limits.listingLines).map(\.line)
    guard lines.count > Limits.listingLines else { return lines }
    return lines.prefix(Limits.listingLines - 1) + ["and more"]
  }
}

extension PastBoard.Row {
  fileprivate var line: String {
    switch self {
    case .section(let id, let title, let count, let index):
      "\(index) \(id) \(TextEscapes.escaped(title.string)) (\(count))"
    case .item(let item, let path):
      "  \(path) \(item.id) \(TextEscapes.escaped(item.text.string))"
    }
  }
}
