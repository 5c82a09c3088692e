import BoardModel
import Terminal

/// The first difference between a replica and the board, as text; nil if they are equal.
///
/// - Complexity: O(items).
func firstDifference(of copy: Content, from board: Content) -> String? {
  for (index, pair) in zip(copy, board).enumerated() {
    let (mine, real) = pair
    guard mine.id == real.id else {
      return "section \(index) is \(mine.id), and \(real.id) on the board"
    }
    guard mine.title == real.title else {
      return "section \(mine.id) is called \(quoted(mine.title)), "
        + "and \(quoted(real.title)) on the board"
    }
    if let difference = firstDifference(of: mine.items, from: real.items, in: index) {
      return difference
    }
  }
  guard copy.count == board.count else {
    return "it has \(copy.count) sections, and the board \(board.count)"
  }
  return nil
}

private func firstDifference(of copy: [Item], from board: [Item], in section: Int) -> String? {
  for (index, pair) in zip(copy, board).enumerated() {
    let (mine, real) = pair
    let path = IndexPath(section: section, item: index)
    guard mine.id == real.id else { return "\(mine.id) is at \(path), and \(real.id) on the board" }
    guard mine.text == real.text else {
      return "\(mine.id) reads \(quoted(mine.text)), and \(quoted(real.text)) on the board"
    }
  }
  guard copy.count == board.count else {
    return "section \(section) has \(copy.count) items, and \(board.count) on the board"
  }
  return nil
}

/// A text sanitised for a terminal.
private func quoted(_ text: Text) -> String { "\"\(text.string.cut(to: 200))\"" }
