/// A cell of the screen: column and row, counted from zero at the upper left.
public struct Point: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// One cell of a canvas.
public struct Cell: Hashable, Sendable {
  /// The character, or an empty string in the right half of a wide one.
  public internal(set) var glyph: String
  public internal(set) var style: Style

  static let blank = Cell(glyph: " ", style: .plain)
}

/// An in-memory screen of styled characters, which a `FrameWriter` shows.
///
/// All text is sanitised with `visible` before it is drawn.
///
/// - Invariant: A wide character has both of its cells.
public struct Canvas: Equatable, Sendable {
  public let width: Int
  public let height: Int
  /// The cursor's position, or nil if it is hidden.
  public var cursor: Point?
  /// Whether everything but ASCII is drawn as `?`, for terminals without UTF-8.
  public let isASCII: Bool
  private(set) var cells: [Cell]

  public init(width: Int, height: Int, isASCII: Bool = false) {
    self.width = max(0, width)
    self.height = max(0, height)
    self.isASCII = isASCII
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  public subscript(x: Int, y: Int) -> Cell { cells[y * width + x] }

  /// The characters of a row, without the blanks at its end.
  public func text(ofRow y: Int) -> String {
    var text = cells[(y * width)..<((y + 1) * width)].map(\.glyph).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Draws text from a point on, in at most `width` cells, and truncates it with `…`.
  ///
  /// - Returns: the number of used cells.
  @discardableResult
  public mutating func put(
    _ text: String, x: Int, y: Int, width limit: Int = .max, _ style: Style = .plain
  ) -> Int {
    guard (0..<height).contains(y), x < width, limit > 0 else { return 0 }
    let room = min(limit, width - x)
    var column = x
    for character in text.cut(to: room) {
      let glyph = drawable(character)
      set(glyph, x: column, y: y, style)
      column += glyph.width
    }
    return column - x
  }

  /// Draws blanks, or changes the style of the present characters.
  public mutating func fill(x: Int, y: Int, width count: Int, _ style: Style) {
    guard (0..<height).contains(y) else { return }
    for column in max(0, x)..<max(0, x, min(width, x + count)) {
      set(Glyph(text: " ", width: 1), x: column, y: y, style)
    }
  }

  mutating func removeColours() {
    for index in cells.indices { cells[index].style = cells[index].style.withoutColour }
  }

  private func drawable(_ character: Character) -> Glyph {
    let glyph = visible(character)
    guard isASCII, !glyph.text.utf8.allSatisfy({ $0 < 0x80 }) else { return glyph }
    return Glyph(text: glyph.text == "…" ? "~" : "?", width: 1)
  }

  private mutating func set(_ glyph: Glyph, x: Int, y: Int, _ style: Style) {
    guard x >= 0, x + glyph.width <= width else { return }
    let first = y * width + x
    let last = first + glyph.width - 1
    // Overwriting half of a wide character leaves a blank in the other half.
    if cells[first].glyph.isEmpty { cells[first - 1].glyph = " " }
    if x + glyph.width < width, cells[last + 1].glyph.isEmpty { cells[last + 1].glyph = " " }
    cells[first] = Cell(glyph: glyph.text, style: style)
    if glyph.width == 2 { cells[last] = Cell(glyph: "", style: style) }
  }
}
