import Terminal

/// The log of commands and replies, for the panel above the command line.
struct LogLines {
  /// The limit on lines; older ones are removed.
  static let limit = 1_000

  struct Line: Hashable {
    var text: String
    var style: Style
  }

  private var lines: [Line] = []
  /// The number of lines that the panel is scrolled back.
  private var back = 0
  /// Whether the panel is shown.
  private(set) var isShown = false

  mutating func append(_ text: String, _ style: Style = .plain) {
    lines.append(Line(text: text, style: style))
    if lines.count > Self.limit { lines.removeFirst(lines.count - Self.limit) }
    back = 0
    isShown = true
  }

  mutating func toggle() { isShown.toggle() }
  mutating func hide() { isShown = false }

  /// Scrolls back, or forward if the number is negative.
  mutating func scroll(by count: Int, height: Int) {
    back = max(0, min(back + count, lines.count - height))
  }

  /// The height of the panel on a screen.
  func height(of screen: Int) -> Int { isShown ? min(lines.count, max(1, screen / 3)) : 0 }

  func visible(_ height: Int) -> ArraySlice<Line> {
    lines.dropLast(back).suffix(height)
  }
}
