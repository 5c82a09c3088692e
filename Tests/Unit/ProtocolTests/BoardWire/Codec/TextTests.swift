import BoardModel
import BoardWire
import Simulation
import TestKit
import Testing

@Suite("Texts (rule 3.9)")
struct TextTests {
  /// Texts that could break lines, terminals and parsers.
  static let hostile: [String] = [
    "\u{1b}]52;c;cm0gLXJm\u{7}", "\u{1b}[2J\u{1b}[H", "\u{9b}31m", "\u{202e}evil",
    "\u{2066}a\u{2069}",
    "ok\nok begin d1 i1", "a\r\nb", "a\rb", "\u{8}\u{8}\u{8}", "\0", "\u{7f}", "\u{feff}",
    "\u{200b}",
    "\u{2028}\u{2029}", "e=mc2", "  a=b", "=", "\\n", "\\\\", "\\u{41}", "| x", "; x", "", " ",
    "  a  ", "\t", "\u{61c}",
    "é", "e\u{301}",
    "🍎👨‍👩‍👧", "\u{10ffff}", "\u{fffd}", "\u{ffff}", "\u{85}", "\u{2060}",
  ]

  /// The text as a command writes it.
  private func escaped(_ text: String) -> String {
    var buffer = WireBuffer()
    buffer.append(.edit(.edit(.init(.id("i1"), text: Text(text)))))
    return String(decoding: buffer.bytes.dropFirst("edit i1 ".utf8.count).dropLast(), as: UTF8.self)
  }

  private func readBack(_ line: String) -> Text? {
    guard case .edit(.edit(let edit)) = request("edit i1 " + line) else { return nil }
    return edit.text
  }

  @Test("are unchanged after writing and reading", arguments: hostile)
  func exact(_ text: String) {
    expectEqual(readBack(escaped(text)), Text(text))
  }

  @Test("cannot break a line or control a terminal")
  func everyScalar() {
    var bad: [UInt32] = []
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a" + String(scalar) + "b"
      let line = escaped(text)
      let isSafe = line.unicodeScalars.allSatisfy { !Self.steers($0) }
      let isLong = line.utf8.count > text.utf8.count && scalar != "="
      if !isSafe || isLong != (Self.steers(scalar) || scalar == "\\") { bad.append(value) }
    }
    #expect(bad.isEmpty)
  }

  /// The characters that rule 3.9 names.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028,
      0x2029, 0x200B, 0x2060, 0xFEFF:
      true
    default: false
    }
  }

  @Test("have one spelling of each escape, in both forms, however many follow one another")
  func spellings() throws {
    let all = (0...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    let special = all.filter { Self.steers($0) || $0 == "\\" }
    expectEqual(special.count, 32 + 33 + 1 + 1 + 2 + 5 + 4 + 2 + 3)
    for (start, _) in special.enumerated() {
      for count in [1, 2, 9] {
        let run = special[start...].prefix(count)
        let text = String(String.UnicodeScalarView(run))
        expectEqual(escaped(text), run.map(Self.spelling).joined())
        expectEqual(escaped("a" + text + "é"), "a" + run.map(Self.spelling).joined() + "é")
        let object = run.map(Self.jsonSpelling).joined()
        let line = "edit i1 " + escaped(text)
        let json = #"{"kind":"edit","item":"i1","text":"\#(object)"}"#
        expectEqual(JSONTranslator.object(of: line, saidBy: .client), json)
        try expectEqual(readJSON(json).lines.get(), Array((line + "\n").utf8))
      }
    }
  }

  private static func spelling(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": #"\\"#
    case "\n": #"\n"#
    case "\t": #"\t"#
    default: #"\u{"# + String(scalar.value, radix: 16) + "}"
    }
  }

  private static func jsonSpelling(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    switch scalar {
    case "\\", "\n", "\t": return spelling(scalar)
    default: return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  @Test("are the same with any spelling of an escape, and refused with a wrong one")
  func escapes() {
    for text in [#"\u{1F350}"#, #"\u{1f350}"#, #"\u{01f350}"#] { #expect(readBack(text) == "🍐") }
    for text in [#"\u{0000e9}\u{7ff}\u{800}"#, #"\u{E9}\u{7FF}\u{0800}"#] {
      expectEqual(readBack(text), "é\u{7ff}\u{800}")
    }
    for text in [
      #"\"#, #"\u"#, #"\u{"#, #"\u{}"#, #"\u{1"#, #"\u{g}"#, #"\u{:}"#, #"\u{@}"#, #"\u{`}"#,
      #"\u{d800}"#, #"\u{110000}"#, #"\u{0000001}"#, #"\u1}"#, #"\x"#, #"a\u{1}\"#,
    ] {
      expectNil(readBack(text), "\(text)")
    }
  }

  @Test("are unchanged at random")
  func random() {
    let seed = Int.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let text = String.random(upTo: 30, using: &random)
      expectEqual(readBack(escaped(text)), Text(text), "seed \(seed)")
    }
  }

  @Test("may contain unescaped characters other than control bytes")
  func unescaped() {
    for text in ["\u{202e}", "\u{9b}", "\u{feff}", "\u{2028}"] {
      expectEqual(readBack(text), Text(text))
    }
  }

  @Test("are accepted by the framer exactly if they are UTF-8")
  func validity() {
    let bad: [[UInt8]] = [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xBF],
      [0xC3],
      [0xE2, 0x82], [0xF0, 0x9F, 0x8D], [0xFE], [0xC3, 0x28], [0xE2, 0x28, 0xA1],
    ]
    for bytes in bad {
      expectEqual(frames(bytes + [0x0A]), [.failed(.badUTF8)])
      expectEqual(
        frames(Array("edit i1 padding ".utf8) + bytes + Array("x\n".utf8)), [.failed(.badUTF8)])
    }
    for good in [
      "é", "\u{7ff}", "\u{800}", "\u{d7ff}", "\u{e000}", "\u{ffff}", "\u{10000}", "\u{10ffff}",
    ] {
      expectEqual(frames(good + "\n"), [.line(good)])
    }
  }

  @Test("are UTF-8 with two or three bytes exactly if the standard library agrees")
  func everyPair() {
    var wrong = 0
    for first in 0x80...0xFF as ClosedRange<UInt8> {
      for second in 0x20...0xFF as ClosedRange<UInt8> where second != 0x7F {
        for tail in [[], [0x80], [0xBF], [0x80, 0x80]] as [[UInt8]] {
          let bytes = [0x61, first, second] + tail
          guard first != 0xFF, second != 0xFF else { continue }
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          if frames(bytes + [0x0A]) != [isValid ? .line(bytes) : .failed(.badUTF8)] { wrong += 1 }
        }
      }
    }
    expectEqual(wrong, 0)
  }
}

extension String {
  /// A random text with many characters that must be escaped.
  static func random(upTo count: Int, using random: inout SeededRandom) -> String {
    var string = ""
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      let bound: UInt32 = [0x80, 0x80, 0xA0, 0x2100, 0x11_0000].randomElement(using: &random)!
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &random)) {
        string.unicodeScalars.append(scalar)
      }
    }
    return string
  }
}
