import BoardTerminal
import Terminal

/// One row of a prompt: what is typed, and behind it what is still to be typed.
struct PromptLine {
  let prompt: String
  let text: String
  /// The cursor's offset in bytes of the text.
  let cursor: Int
  var hasColours = true

  /// The bytes that draw the row from its first column on, and leave the cursor in its place.
  func drawn(in width: Int) -> String {
    let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    let start = start(of: before, in: width)
    let shown = String(text[start...])
    let column = cellWidth(of: prompt) + cellWidth(of: String(before[start...]))
    let row = (prompt + shown).cut(to: width - 1)
    var drawing = "\r" + row
    let left = width - 1 - cellWidth(of: row)
    if !hint.isEmpty, left > 4 { drawing += dim((text.hasSuffix(" ") ? "" : " ") + hint, left) }
    drawing += "\u{1B}[K\r"
    return column > 0 ? drawing + "\u{1B}[\(column)C" : drawing
  }

  private var hint: String { cursor == text.utf8.count ? CommandHint.rest(of: text) : "" }

  private func dim(_ text: String, _ width: Int) -> String {
    hasColours ? "\u{1B}[2m\(text.cut(to: width))\u{1B}[m" : text.cut(to: width)
  }

  /// The first character that is shown, so that the cursor is on the row.
  private func start(of before: String, in width: Int) -> String.Index {
    var start = before.startIndex
    while start < before.endIndex,
      cellWidth(of: prompt) + cellWidth(of: String(before[start...])) >= width - 1
    {
      start = before.index(after: start)
    }
    return start
  }
}
