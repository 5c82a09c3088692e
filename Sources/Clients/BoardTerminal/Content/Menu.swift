import BoardModel
import Terminal

/// A list over the board, to choose from or to read.
struct Menu {
  /// What a row stands for.
  enum Choice: Hashable {
    case board(BoardName)
    case section(SectionID)
    case client(ClientName)
  }

  struct Row {
    var text: String
    var about: String
    var choice: Choice
    var style = Style.plain

    init(_ text: String, about: String, choice: Choice, style: Style = .plain) {
      self.text = text
      self.about = about
      self.choice = choice
      self.style = style
    }
  }

  let title: String
  let rows: [Row]
  private(set) var index: Int
  /// The hints of the keys, the most important first.
  let keys: [String]

  init(title: String, rows: [Row], index: Int = 0, keys: [String]) {
    self.title = title
    self.rows = rows
    self.index = max(0, min(index, rows.count - 1))
    self.keys = keys
  }

  /// The row at the cursor.
  var row: Row? { rows.indices.contains(index) ? rows[index] : nil }

  /// Moves the cursor; false for other keys.
  mutating func move(_ key: Key, page: Int) -> Bool {
    switch (key.code, key.modifiers) {
    case (.up, []), (.character("k"), []): index -= 1
    case (.down, []), (.character("j"), []): index += 1
    case (.pageUp, []): index -= max(1, page - 1)
    case (.pageDown, []): index += max(1, page - 1)
    case (.home, []), (.character("g"), []): index = 0
    case (.end, []), (.character("G"), []): index = rows.count - 1
    default: return false
    }
    index = max(0, min(index, rows.count - 1))
    return true
  }

  /// Moves the cursor to a drawn line; false if there is no row.
  mutating func select(line: Int, height: Int) -> Bool {
    let row = line + top(of: height)
    guard (0..<height).contains(line), rows.indices.contains(row) else { return false }
    index = row
    return true
  }

  /// The first visible row.
  private func top(of height: Int) -> Int { max(0, index - height + 1) }

  /// Draws the title and the rows in `height` lines from `y` on.
  func draw(on canvas: inout Canvas, y: Int, height: Int) {
    guard height > 1 else { return }
    canvas.put(title, x: 1, y: y, Theme.header)
    let top = top(of: height - 1)
    let column = min(canvas.width / 2, rows.map { cellWidth(of: $0.text) }.max() ?? 0)
    for (line, row) in rows.dropFirst(top).prefix(height - 1).enumerated() {
      var style = row.style
      style.isReversed = line + top == index
      canvas.fill(x: 0, y: y + 1 + line, width: canvas.width, style)
      canvas.put(row.text, x: 2, y: y + 1 + line, width: column, style)
      canvas.put(row.about, x: column + 4, y: y + 1 + line, style)
    }
  }
}
