import BoardModel
import Simulation
import Terminal
import TestKit
import Testing

@Suite("A key decoder")
struct KeyDecoderTests {
  /// The bytes of a terminal, and the expected events.
  static let table: [(bytes: String, events: [InputEvent])] = [
    ("a", [.key(.character("a"))]),
    ("A", [.key(.character("A"))]),
    (" ", [.key(.character(" "))]),
    ("é", [.key(.character("é"))]),
    ("漢", [.key(.character("漢"))]),
    ("😀", [.key(.character("😀"))]),
    ("\r", [.key(Key(.enter))]),
    ("\n", [.key(Key(.enter))]),
    ("\t", [.key(Key(.tab))]),
    ("\u{1B}[Z", [.key(Key(.tab, .shift))]),
    ("\u{7F}", [.key(Key(.backspace))]),
    ("\u{08}", [.key(Key(.backspace))]),
    ("\u{03}", [.key(.control("c"))]),
    ("\u{1A}", [.key(.control("z"))]),
    ("\u{00}", [.key(.control(" "))]),
    ("\u{1B}[A", [.key(Key(.up))]),
    ("\u{1B}OB", [.key(Key(.down))]),
    ("\u{1B}[C", [.key(Key(.right))]),
    ("\u{1B}[D", [.key(Key(.left))]),
    ("\u{1B}[1;2A", [.key(Key(.up, .shift))]),
    ("\u{1B}[1;5D", [.key(Key(.left, .control))]),
    ("\u{1B}[1;3C", [.key(Key(.right, .alt))]),
    ("\u{1B}[H", [.key(Key(.home))]),
    ("\u{1B}[1~", [.key(Key(.home))]),
    ("\u{1B}OF", [.key(Key(.end))]),
    ("\u{1B}[3~", [.key(Key(.delete))]),
    ("\u{1B}[5~", [.key(Key(.pageUp))]),
    ("\u{1B}[6;5~", [.key(Key(.pageDown, .control))]),
    ("\u{1B}OP", [.key(Key(.function(1)))]),
    ("\u{1B}[15~", [.key(Key(.function(5)))]),
    ("\u{1B}[24~", [.key(Key(.function(12)))]),
    ("\u{1B}x", [.key(Key(.character("x"), .alt))]),
    ("\u{1B}é", [.key(Key(.character("é"), .alt))]),
    ("\u{1B}\r", [.key(Key(.enter, .alt))]),
    ("\u{1B}\u{1B}[A", [.key(Key(.escape)), .key(Key(.up))]),
    ("\u{1B}[<0;12;3M", [.mouse(MouseEvent(.press, at: Point(x: 11, y: 2)))]),
    ("\u{1B}[<0;12;3m", [.mouse(MouseEvent(.release, at: Point(x: 11, y: 2)))]),
    ("\u{1B}[<32;200;100M", [.mouse(MouseEvent(.drag, at: Point(x: 199, y: 99)))]),
    ("\u{1B}[<4;1;1M", [.mouse(MouseEvent(.press, at: Point(x: 0, y: 0)))]),
    ("\u{1B}[<64;1;1M", [.mouse(MouseEvent(.wheelUp, at: Point(x: 0, y: 0)))]),
    ("\u{1B}[<65;1;1M", [.mouse(MouseEvent(.wheelDown, at: Point(x: 0, y: 0)))]),
    ("\u{1B}[<2;1;1M", []),
    ("\u{1B}[200~a\u{1B}[Ab\n\u{1B}[201~c", [.paste("a\u{1B}[Ab\n"), .key(.character("c"))]),
    ("\u{1B}[I", []),
    ("\u{1B}[?62;4c", []),
    ("\u{1B}[27;5;13x~", [.key(.character("~"))]),
    ("\u{1B}[[Aq", [.key(.character("q"))]),
    ("\u{1B}[1\u{01}", [.key(.control("a"))]),
    ("\u{1B}[\(String(repeating: "1;", count: 200))Aq", [.key(.character("q"))]),
    (
      "a\u{1B}[Bé\r",
      [
        .key(.character("a")), .key(Key(.down)), .key(.character("é")), .key(Key(.enter)),
      ]
    ),
  ]

  @Test("decodes the sequences of terminals, split at any byte", arguments: table)
  func pieces(_ bytes: String, _ events: [InputEvent]) {
    let bytes = Array(bytes.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      let found = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
      expectEqual(found, events, "cut at \(cut)")
      #expect(!decoder.isUndecided)
    }
  }

  @Test("decodes them byte by byte as well", arguments: table)
  func bytes(_ bytes: String, _ events: [InputEvent]) {
    var decoder = KeyDecoder()
    expectEqual(Array(bytes.utf8).flatMap { decoder.feed([$0]) }, events)
  }

  @Test("reads an escape as the Esc key only if nothing follows")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isUndecided)
    expectEqual(decoder.finish(), [.key(Key(.escape))])
    #expect(!decoder.isUndecided)
    #expect(decoder.feed([0x1B]).isEmpty)
    expectEqual(decoder.feed(Array("[A".utf8)), [.key(Key(.up))])
  }

  @Test("reads an unfinished sequence as Alt and a letter, or ignores it")
  func broken() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[".utf8)).isEmpty)
    expectEqual(decoder.finish(), [.key(Key(.character("["), .alt))])
    #expect(decoder.feed(Array("\u{1B}[1;5".utf8)).isEmpty)
    expectEqual(decoder.finish(), [])
    #expect(!decoder.isUndecided)
  }

  @Test("ignores bytes that are not UTF-8")
  func badBytes() {
    var decoder = KeyDecoder()
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x62, 0x80, 0xED, 0xA0, 0x80, 0x63]
    expectEqual(decoder.feed(bytes), ["a", "b", "c"].map { .key(.character($0)) })
  }

  @Test("discards a paste over the limit, and continues after it")
  func longPaste() {
    let text = String(repeating: "x", count: 70_000)
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~q".utf8)
    for piece in [1_000, 7, bytes.count] {
      var decoder = KeyDecoder()
      var events: [InputEvent] = []
      for start in stride(from: 0, to: bytes.count, by: piece) {
        events += decoder.feed(bytes[start..<min(bytes.count, start + piece)])
      }
      expectEqual(events, [.key(.character("q"))], "in pieces of \(piece)")
    }
  }

  @Test("decodes random bytes the same however they are split", arguments: 0..<40)
  func random(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    let parts = Self.table.map { Array($0.bytes.utf8) } + [[0x1B], [0xC3], [0x5B], [0x4F], [0x3B]]
    let bytes = (0..<60).flatMap { _ in random.one(of: parts) }
    var whole = KeyDecoder()
    let events = whole.feed(bytes) + whole.finish()
    var cut = KeyDecoder()
    var found: [InputEvent] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = 1 + random.below(5)
      found += cut.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    expectEqual(found + cut.finish(), events, "seed \(seed)")
  }
}
