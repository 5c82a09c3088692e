import Terminal

/// A minimal terminal emulator: it applies the bytes that a real terminal would receive.
///
/// Unknown sequences are reported in `faults`.
package struct ScreenModel {
  package struct Spot: Hashable, Sendable {
    package var glyph = " "
    /// The present SGR parameters, sorted; empty without colour and attributes.
    package var attributes: Set<Int> = []
  }

  package let width: Int
  package let height: Int
  package private(set) var spots: [Spot]
  package private(set) var cursor = Point(x: 0, y: 0)
  package private(set) var isCursorShown: Bool
  /// The private modes that are set, such as 1049 for the alternate screen.
  package private(set) var modes: Set<Int>
  package private(set) var faults: [String] = []
  private var attributes: Set<Int> = []
  /// Whether the last column has just been written, so that the next character wraps if it may
  /// (mode 7).
  private var isAtEnd = false
  private var scan = OutputScan()
  /// The screen that the alternate one hides, and the cursor to restore with it.
  private var hidden: [Spot]
  private var hiddenCursor = Point(x: 0, y: 0)

  package init(width: Int, height: Int, inModes modes: Set<Int> = [7, 25]) {
    self.modes = modes
    isCursorShown = modes.contains(25)
    hidden = Array(repeating: Spot(), count: width * height)
    self.width = width
    self.height = height
    spots = Array(repeating: Spot(), count: width * height)
  }

  /// The rows as text, without the blanks at their ends.
  package var rows: [String] {
    (0..<height).map { y in
      var row = spots[(y * width)..<((y + 1) * width)].map(\.glyph).joined()
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  package subscript(x: Int, y: Int) -> Spot { spots[y * width + x] }

  package mutating func apply(_ bytes: some Sequence<UInt8>) {
    for step in scan.read(bytes) { apply(step) }
  }
}

extension ScreenModel {
  private mutating func apply(_ step: OutputScan.Step) {
    switch step {
    case .character(let character): draw(character)
    case .control(let byte): control(byte)
    case .sequence(let body, let final): sequence(body, final)
    case .fault(let fault): faults.append(fault)
    }
  }

  private mutating func draw(_ character: Character) {
    let cells = max(1, cellWidth(of: character))
    if isAtEnd, modes.contains(7) {
      cursor.x = 0
      lineFeed()
    }
    if cursor.x + cells > width { cursor.x = width - cells }
    clearHalves(at: cursor.x, cells)
    let start = cursor.y * width + cursor.x
    spots[start] = Spot(glyph: String(character), attributes: attributes)
    if cells == 2 { spots[start + 1] = Spot(glyph: "", attributes: attributes) }
    isAtEnd = cursor.x + cells >= width
    cursor.x = min(width - 1, cursor.x + cells)
  }

  /// A half-overwritten wide character is erased.
  private mutating func clearHalves(at x: Int, _ cells: Int) {
    let row = cursor.y * width
    if spots[row + x].glyph.isEmpty, x > 0 { spots[row + x - 1].glyph = " " }
    if x + cells < width, spots[row + x + cells].glyph.isEmpty {
      spots[row + x + cells].glyph = " "
    }
  }

  private mutating func lineFeed() {
    if cursor.y + 1 < height {
      cursor.y += 1
    } else if modes.contains(1049) {
      faults.append("scrolls")
    } else {
      spots = Array(spots[width...]) + Array(repeating: Spot(), count: width)
    }
  }

  private mutating func control(_ byte: UInt8) {
    isAtEnd = false
    switch byte {
    case 0x0D: cursor.x = 0
    case 0x0A: lineFeed()
    case 0x07: break
    default: faults.append("control \(byte) at \(cursor)")
    }
  }

  private mutating func sequence(_ body: String, _ final: Character) {
    isAtEnd = isAtEnd && final == "m"
    if body.hasPrefix("?") { return mode(body.dropFirst(), final) }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let count = max(1, (numbers.first ?? nil) ?? 1)
    switch final {
    case "m": style(numbers.map { $0 ?? 0 })
    case "H":
      let column = numbers.count > 1 ? (numbers[1] ?? 1) : 1
      cursor = Point(x: min(width, column) - 1, y: min(height, count) - 1)
    case "C": cursor.x = min(width - 1, cursor.x + count)
    case "D": cursor.x = max(0, cursor.x - count)
    case "K": erase((cursor.y * width + cursor.x)..<((cursor.y + 1) * width))
    case "J": erase(0..<spots.count)
    default: faults.append("CSI \(body)\(final)")
    }
  }

  private mutating func erase(_ range: Range<Int>) {
    if !attributes.isEmpty { faults.append("erases with \(attributes)") }
    for index in range { spots[index] = Spot() }
  }

  private mutating func style(_ numbers: [Int]) {
    for number in numbers.isEmpty ? [0] : numbers {
      switch number {
      case 0: attributes = []
      case 1, 2, 4, 7: attributes.insert(number)
      case 22: attributes.subtract([1, 2])
      case 24: attributes.remove(4)
      case 27: attributes.remove(7)
      case 31...36, 39:
        attributes = attributes.filter { !(30...39).contains($0) }
        if number != 39 { attributes.insert(number) }
      default: faults.append("SGR \(number)")
      }
    }
  }

  private mutating func mode(_ body: Substring, _ final: Character) {
    for number in body.split(separator: ";").compactMap({ Int($0) }) {
      if number == 1049, modes.contains(1049) != (final == "h") {
        swap(&hidden, &spots)
        isAtEnd = false
        if final == "h" {
          hiddenCursor = cursor
          erase(0..<spots.count)
        } else {
          cursor = hiddenCursor
        }
      }
      if final == "h" { modes.insert(number) } else { modes.remove(number) }
    }
    isCursorShown = modes.contains(25)
  }
}
