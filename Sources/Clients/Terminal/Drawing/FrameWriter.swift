/// Computes the bytes that update a terminal from the last frame to the next (a screen diff).
///
/// It writes changed cells only and moves the cursor by the shortest sequence. It uses ECMA-48
/// (CUP, CUF, EL, ED, SGR), which every terminal has since the VT220. It assumes that no other
/// program writes, that a line feed keeps the column, and that the last column does not wrap.
public struct FrameWriter {
  /// The frame that the terminal shows, or nil if unknown.
  private var shown: Canvas?
  private let hasColours: Bool
  private var pen = Pen()

  public init(hasColours: Bool) { self.hasColours = hasColours }

  /// Forces a full redraw with the next frame.
  public mutating func forget() { shown = nil }

  /// The bytes that update the last frame to this one; none if they are equal.
  ///
  /// - Complexity: O(cells of the screen).
  public mutating func bytes(for canvas: Canvas) -> [UInt8] {
    let canvas = hasColours ? canvas : canvas.withoutColours
    let before = begin(canvas)
    for y in 0..<canvas.height { draw(row: y, of: canvas, over: before) }
    pen.show(cursor: canvas.cursor)
    shown = canvas
    defer { pen.bytes = [] }
    return pen.bytes
  }

  private mutating func begin(_ canvas: Canvas) -> Canvas {
    if let shown, shown.width == canvas.width, shown.height == canvas.height { return shown }
    pen = Pen()
    pen.write("\u{1B}[m\u{1B}[H\u{1B}[2J\u{1B}[?25l")
    pen.position = Point(x: 0, y: 0)
    return Canvas(width: canvas.width, height: canvas.height)
  }

  private mutating func draw(row y: Int, of canvas: Canvas, over before: Canvas) {
    let row = canvas.row(y)
    let old = before.row(y)
    if row == old { return }
    let end = contentEnd(of: row)
    var repaints = false
    var x = 0
    while x < end {
      let cell = row[row.startIndex + x]
      let was = old[old.startIndex + x]
      let width = x + 1 < row.count && row[row.startIndex + x + 1].glyph.isEmpty ? 2 : 1
      if repaints || cell != was {
        repaints = repaints || !isSureWidth(cell.glyph) || !isSureWidth(was.glyph)
        pen.move(to: Point(x: x, y: y), over: row)
        pen.draw(cell, width: width, isLast: x + width == canvas.width)
      }
      x += width
    }
    erase(from: end, y, over: old, surely: repaints)
  }

  /// Where the blanks at the end of a row begin.
  private func contentEnd(of row: ArraySlice<Cell>) -> Int {
    (row.lastIndex { $0 != .blank }).map { $0 - row.startIndex + 1 } ?? 0
  }

  private mutating func erase(
    from end: Int, _ y: Int, over old: ArraySlice<Cell>, surely: Bool
  ) {
    let rest = old.dropFirst(end)
    guard let first = surely ? rest.startIndex : rest.firstIndex(where: { $0 != .blank }),
      first < rest.endIndex
    else { return }
    pen.move(to: Point(x: first - old.startIndex, y: y), over: nil)
    pen.eraseToEndOfLine()
  }
}

/// The terminal's cursor position and current style.
private struct Pen {
  var bytes: [UInt8] = []
  /// The position of the cursor, or nil if unknown.
  var position: Point?
  private var style = Style.plain
  private var isCursorShown = false

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func draw(_ cell: Cell, width: Int, isLast: Bool) {
    apply(cell.style)
    let isSure = isSureWidth(cell.glyph)
    if !isSure, let start = position {
      // A terminal that draws it narrower leaves an undefined cell behind.
      write(String(repeating: " ", count: width))
      position = nil
      move(to: start, over: nil)
    }
    write(cell.glyph)
    position = isLast || !isSure ? nil : position.map { Point(x: $0.x + width, y: $0.y) }
  }

  mutating func eraseToEndOfLine() {
    apply(.plain)
    write("\u{1B}[K")
  }

  private mutating func apply(_ style: Style) {
    write(style.sequence(from: self.style))
    self.style = style
  }

  mutating func show(cursor: Point?) {
    if let cursor { move(to: cursor, over: nil) }
    if isCursorShown != (cursor != nil) { write(cursor != nil ? "\u{1B}[?25h" : "\u{1B}[?25l") }
    isCursorShown = cursor != nil
  }

  /// Moves the cursor to a point by the shortest sequence.
  ///
  /// - Parameter row: The new cells of that row, rewritten if that is shorter than a sequence.
  mutating func move(to point: Point, over row: ArraySlice<Cell>?) {
    if position == point { return }
    var ways = [Self.absolute(point)]
    if let position, point.y >= position.y {
      let down = String(repeating: "\n", count: point.y - position.y)
      if let across = across(from: position, to: point, over: down.isEmpty ? row : nil) {
        ways.append(down + across)
      }
      ways.append("\r" + down + (point.x == 0 ? "" : Self.sequence(point.x, "C")))
    }
    write(ways.min { $0.utf8.count < $1.utf8.count } ?? "")
    position = point
  }

  private func across(from: Point, to: Point, over row: ArraySlice<Cell>?) -> String? {
    if from.x == to.x { return "" }
    guard to.x > from.x else { return Self.sequence(from.x - to.x, "D") }
    let sequence = Self.sequence(to.x - from.x, "C")
    guard let skipped = row?.dropFirst(from.x).prefix(to.x - from.x),
      skipped.allSatisfy({ $0.style == style && isSureWidth($0.glyph) })
    else { return sequence }
    let again = skipped.map(\.glyph).joined()
    return again.utf8.count < sequence.utf8.count ? again : sequence
  }

  private static func absolute(_ point: Point) -> String {
    if point.x == 0 { return point.y == 0 ? "\u{1B}[H" : "\u{1B}[\(point.y + 1)H" }
    return "\u{1B}[\(point.y == 0 ? "" : String(point.y + 1));\(point.x + 1)H"
  }

  private static func sequence(_ count: Int, _ final: String) -> String {
    "\u{1B}[\(count == 1 ? "" : String(count))\(final)"
  }
}

extension Canvas {
  func row(_ y: Int) -> ArraySlice<Cell> { cells[(y * width)..<((y + 1) * width)] }

  var withoutColours: Canvas {
    var canvas = self
    canvas.removeColours()
    return canvas
  }
}
