import Terminal

/// The log of commands and replies, for the panel above the command line. Long lines are wrapped.
struct LogLines {
  /// The limit on lines; older ones are removed.
  static let limit = 1_000

  struct Line: Hashable {
    var text: String
    var style: Style
  }

  private var lines: [Line] = []
  /// The number of rows that the panel is scrolled back.
  private var back = 0
  /// Whether the panel is shown.
  private(set) var isShown = false
  /// Whether it was hidden by its key, so that only what somebody waits for shows it again.
  private var isUnwanted = false

  /// - Parameter isAwaited: Whether the line is shown in any case, as a refusal is.
  mutating func append(_ text: String, _ style: Style = .plain, isAwaited: Bool = true) {
    lines.append(Line(text: text, style: style))
    if lines.count > Self.limit { lines.removeFirst(lines.count - Self.limit) }
    back = 0
    if isAwaited || !isUnwanted { isShown = true }
  }

  mutating func toggle() {
    isShown.toggle()
    isUnwanted = !isShown
  }

  mutating func hide() { isShown = false }

  /// Scrolls back, or forward if the number is negative.
  mutating func scroll(by count: Int, height: Int, width: Int) {
    let wanted = max(0, back + count)
    back = min(wanted, max(0, rows(wanted + height, width: width).count - height))
  }

  /// The height of the panel on a screen: at most a third, and half of what is above six lines.
  func height(of screen: Int, width: Int) -> Int {
    isShown ? rows(max(1, min(screen / 3, (screen - 6) / 2)), width: width).count : 0
  }

  /// The rows of the panel.
  func visible(_ height: Int, width: Int) -> ArraySlice<Line> {
    rows(back + height, width: width).dropLast(back).suffix(height)
  }

  /// How many rows are hidden above, as far as that is known to be more than none, and below.
  func hidden(_ height: Int, width: Int) -> (above: Bool, below: Int) {
    (rows(back + height + 1, width: width).count > back + height, back)
  }

  /// The last rows, as many as wanted if there are so many.
  ///
  /// - Complexity: O(wanted rows).
  private func rows(_ wanted: Int, width: Int) -> [Line] {
    var rows: [[Line]] = []
    var count = 0
    for line in lines.reversed() where count < wanted {
      let wrapped = line.text.wrappedByWords(to: width).map { Line(text: $0, style: line.style) }
      rows.append(wrapped)
      count += wrapped.count
    }
    return Array(rows.reversed().joined().suffix(wanted))
  }
}
