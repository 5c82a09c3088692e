import BoardModel
import Terminal

/// A page over the board, to read.
struct Page {
  enum Subject: Hashable {
    case help
    case item(ItemID)
  }

  struct Line: Hashable {
    var text: String
    var style = Style.plain
  }

  let subject: Subject
  /// The first visible line.
  private var top = 0

  init(_ subject: Subject) { self.subject = subject }

  /// Scrolls by a key; false for other keys, and if all lines are visible.
  ///
  /// - Parameters:
  ///   - lines: The number of lines of the page.
  ///   - rows: The rows of the screen for it.
  mutating func scroll(_ key: Key, lines: Int, rows: Int) -> Bool {
    let height = Self.height(of: lines, in: rows)
    let last = max(0, lines - height)
    guard last > 0 else { return false }
    switch key.code {
    case .down, .character("j"): top += 1
    case .up, .character("k"): top -= 1
    case .pageDown, .character(" "): top += max(1, height - 1)
    case .pageUp: top -= max(1, height - 1)
    case .home, .character("g"): top = 0
    case .end, .character("G"): top = last
    default: return false
    }
    top = max(0, min(top, last))
    return true
  }

  /// Draws the visible lines below the title.
  func draw(_ lines: [Line], rows: Int, on canvas: inout Canvas) {
    let height = Self.height(of: lines.count, in: rows)
    let first = max(0, min(top, lines.count - height))
    let visible = lines.dropFirst(first).prefix(height)
    for (row, line) in visible.enumerated() { canvas.put(line.text, x: 2, y: 1 + row, line.style) }
    guard height < lines.count, height > 0 else { return }
    let place = "lines \(first + 1)-\(first + visible.count) of \(lines.count)"
    canvas.put("\(place)  arrows scroll", x: 2, y: rows, Theme.hint)
  }

  /// The visible lines. If not all fit, a row is left to say so.
  private static func height(of lines: Int, in rows: Int) -> Int {
    lines <= rows ? rows : max(0, rows - 1)
  }
}

extension Page.Line {
  /// A word and what is said of it, in as many lines as the width needs: side by side, or on a narrow
  /// screen below each other.
  ///
  /// - Parameter column: The cells for the word.
  static func lines(_ word: String, _ text: String, column: Int, width: Int) -> [Self] {
    guard width >= column + 22 else {
      let below = text.wrappedByWords(to: width - 2).map { Self(text: "  \($0)") }
      return word.wrappedByWords(to: width).map { Self(text: $0, style: Theme.header) } + below
    }
    let words = word.wrappedByWords(to: column - 2)
    let texts = text.wrappedByWords(to: width - column)
    return (0..<max(words.count, texts.count)).map { row in
      let word = row < words.count ? words[row] : ""
      let gap = String(repeating: " ", count: column - cellWidth(of: word))
      return Self(text: word + gap + (row < texts.count ? texts[row] : ""))
    }
  }
}

extension String {
  /// The text in lines of at most `width` cells, split at blanks; words that are longer are split too.
  func wrappedByWords(to width: Int) -> [String] {
    var lines: [String] = []
    var rest = self[...]
    repeat {
      var line = rest.prefix(cells: max(2, width))
      let next = rest[line.endIndex...]
      if !next.isEmpty, next.first != " ", let blank = line.lastIndex(of: " "),
        line[..<blank].contains(where: { $0 != " " })
      {
        line = line[..<blank]
      }
      lines.append(String(line))
      rest = rest[line.endIndex...].drop { $0 == " " }
    } while !rest.isEmpty
    return lines
  }
}
