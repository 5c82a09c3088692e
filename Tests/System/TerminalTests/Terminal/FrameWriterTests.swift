import BoardModel
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import Terminal

@Suite("A frame writer")
struct FrameWriterTests {
  /// A screen model and a writer to it.
  struct Stage {
    var writer: FrameWriter
    var screen: ScreenModel

    init(width: Int, height: Int, hasColours: Bool = true) {
      writer = FrameWriter(hasColours: hasColours)
      screen = ScreenModel(width: width, height: height, inModes: [25, 1049])
    }

    /// - Returns: the number of bytes.
    @discardableResult
    mutating func show(_ canvas: Canvas) -> Int {
      let bytes = writer.bytes(for: canvas)
      screen.apply(bytes)
      return bytes.count
    }
  }

  private func canvas(_ rows: String..., width: Int = 20) -> Canvas {
    var canvas = Canvas(width: width, height: rows.count)
    for (y, row) in rows.enumerated() { canvas.put(row, x: 0, y: y) }
    return canvas
  }

  @Test("draws the first frame completely, whatever the terminal showed before")
  func first() {
    var stage = Stage(width: 20, height: 2)
    stage.screen.apply(Array("rubbish\r\nrubbish".utf8))
    stage.show(canvas("To buy 3", "  Bread"))
    expectEqual(stage.screen.rows, ["To buy 3", "  Bread"])
    #expect(!stage.screen.isCursorShown)
  }

  @Test("writes nothing for the same frame, and little for a small change")
  func little() {
    var stage = Stage(width: 20, height: 3)
    stage.show(canvas("a", "b", "c"))
    expectEqual(stage.show(canvas("a", "b", "c")), 0)
    // ESC [ 2 H x
    #expect(stage.show(canvas("a", "x", "c")) <= 5)
    // The new letter is on the next row, one to the left.
    #expect(stage.show(canvas("a", "x", "y")) <= 5)
    expectEqual(stage.screen.rows, ["a", "x", "y"])
  }

  @Test("writes unchanged letters again if that is shorter than a cursor movement")
  func rewriting() {
    var stage = Stage(width: 20, height: 1)
    stage.show(canvas("abcdef"))
    #expect(stage.show(canvas("Xbcdef")) <= 4)
    #expect(stage.show(canvas("abcdeF")) <= 8)
    #expect(stage.show(canvas("AbCdef")) <= 9)
  }

  @Test("erases the rest of a row by one sequence")
  func erasing() {
    var stage = Stage(width: 80, height: 1)
    stage.show(canvas(String(repeating: "x", count: 70), width: 80))
    #expect(stage.show(canvas("xx", width: 80)) <= 9)
    expectEqual(stage.screen.rows, ["xx"])
  }

  @Test("leaves no half of a wide character behind")
  func halves() {
    var stage = Stage(width: 8, height: 1)
    for row in ["漢字", "a漢字", "漢", "ab", "x字y", "漢字漢字", "aa漢aa"] {
      stage.show(canvas(row, width: 8))
      expectEqual(stage.screen.rows, [row])
    }
  }

  @Test("uses only bold, underline and reverse without colours")
  func monochrome() {
    var stage = Stage(width: 20, height: 1, hasColours: false)
    var canvas = Canvas(width: 20, height: 1)
    canvas.put("red", x: 0, y: 0, Style(.red, isBold: true, isDim: true))
    canvas.put("dim", x: 4, y: 0, Style(isDim: true, isUnderlined: true))
    canvas.put("rev", x: 8, y: 0, Style(.cyan, isReversed: true))
    stage.show(canvas)
    expectEqual(stage.screen[0, 0].attributes, [1])
    expectEqual(stage.screen[4, 0].attributes, [4])
    expectEqual(stage.screen[8, 0].attributes, [7])
  }

  @Test("puts the cursor where the canvas has it, and hides it if there is none")
  func cursor() {
    var stage = Stage(width: 20, height: 2)
    var typed = canvas("", ":help")
    typed.cursor = Point(x: 5, y: 1)
    stage.show(typed)
    expectEqual(stage.screen.cursor, Point(x: 5, y: 1))
    #expect(stage.screen.isCursorShown)
    stage.show(canvas("", ""))
    #expect(!stage.screen.isCursorShown)
  }

  @Test("makes the screen equal to every frame of a random sequence", arguments: 0..<60)
  func randomFrames(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    let size = (width: 1 + random.below(40), height: 1 + random.below(12))
    var stage = Stage(width: size.width, height: size.height)
    var canvas = Canvas(width: size.width, height: size.height)
    for frame in 0..<30 {
      if random.percent(10) { canvas = Canvas(width: size.width, height: size.height) }
      if random.percent(5) { stage.writer.forget() }
      for _ in 0..<random.below(12) { scribble(on: &canvas, &random) }
      canvas.cursor = random.percent(50) ? Point(x: random.below(size.width), y: 0) : nil
      stage.show(canvas)
      expectEqual(stage.screen.faults, [], "seed \(seed), frame \(frame)")
      expectNil(difference(stage.screen, canvas), "seed \(seed), frame \(frame)")
      expectEqual(stage.screen.isCursorShown, (canvas.cursor != nil))
      if let cursor = canvas.cursor { expectEqual(stage.screen.cursor, cursor) }
    }
  }

  private func scribble(on canvas: inout Canvas, _ random: inout SeededRandom) {
    let texts = [
      "a", "Milk", "漢字", "e\u{301}", "👨‍👩‍👧", "❤️ x", "  ", "long text of many words", "\u{1B}[2J",
    ]
    let style = Style(
      random.percent(50) ? random.one(of: Style.Colour.allCases) : nil,
      isBold: random.percent(20), isDim: random.percent(20), isUnderlined: random.percent(20),
      isReversed: random.percent(20))
    let x = random.below(canvas.width)
    let y = random.below(canvas.height)
    if random.percent(20) {
      canvas.fill(x: x, y: y, width: random.below(20), style)
    } else {
      canvas.put(random.one(of: texts), x: x, y: y, width: 1 + random.below(30), style)
    }
  }

  /// Where a screen differs from a canvas.
  private func difference(_ screen: ScreenModel, _ canvas: Canvas) -> String? {
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let cell = canvas[x, y]
        let spot = screen[x, y]
        if spot.glyph != cell.glyph || spot.attributes != cell.style.attributes {
          return "\(x),\(y): \(spot) for \(cell)"
        }
      }
    }
    return nil
  }
}

extension Style {
  /// The SGR parameters of the style, computed independently of the writer.
  fileprivate var attributes: Set<Int> {
    var attributes: Set<Int> = []
    if isBold { attributes.insert(1) }
    if isDim { attributes.insert(2) }
    if isUnderlined { attributes.insert(4) }
    if isReversed { attributes.insert(7) }
    if let colour { attributes.insert(Int(colour.rawValue)) }
    return attributes
  }
}
