import Glibc
import TestKit
import Testing

@testable import Terminal

@Suite("The width of a character")
struct CellWidthTests {
  @Test(
    "is that of common terminals",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("😀", 2),
      ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("\u{301}", 0), ("\u{200B}", 0),
      ("\u{1B}", 0), ("\u{AD}", 0), ("각", 2), ("ñ", 1), ("→", 1), ("…", 1),
    ] as [(Character, Int)])
  func table(_ character: Character, _ width: Int) {
    expectEqual(cellWidth(of: character), width)
  }

  @Test("agrees with the C library for nearly every character")
  func library() {
    let locale = newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil)
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    // Swift's view of the C library leaves this function out.
    typealias Width = @convention(c) (wchar_t) -> Int32
    let wcwidth = unsafeBitCast(dlsym(nil, "wcwidth"), to: Width.self)
    var looked = 0
    var different = 0
    for value in UInt32(0x20)..<0x30000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned
      else { continue }
      let width = wcwidth(wchar_t(bitPattern: value))
      guard width >= 0 else { continue }
      looked += 1
      if Int(width) != cellWidth(of: scalar) { different += 1 }
    }
    #expect(looked > 100_000)
    #expect(different < 200, "\(different) of \(looked)")
  }
}

@Suite("Text from other clients")
struct VisibleTextTests {
  @Test("is drawn unchanged if it is harmless")
  func harmless() {
    var canvas = Canvas(width: 20, height: 1)
    canvas.put("Pöm 漢字 👨‍👩‍👧 e\u{301}", x: 0, y: 0)
    expectEqual(canvas.text(ofRow: 0), "Pöm 漢字 👨‍👩‍👧 e\u{301}")
  }

  @Test("never draws what rule 3.9 escapes")
  func controlCharacters() {
    let ranges: [ClosedRange<UInt32>] = [
      0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
      0x2028...0x2029, 0x200B...0x200B, 0x2060...0x2060, 0xFEFF...0xFEFF,
    ]
    for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
      // Some of them join the cluster before them.
      for text in ["\(Character(scalar))", "a\(Character(scalar))b", "漢\(Character(scalar))"] {
        var canvas = Canvas(width: 10, height: 1)
        canvas.put(text, x: 0, y: 0)
        let drawn = canvas.text(ofRow: 0)
        #expect(!drawn.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
        let mark = ["\n": "↵", "\r": "↵", "\t": "→"][Character(scalar)] ?? "\u{FFFD}"
        #expect(drawn.contains(mark))
      }
    }
  }

  @Test("is cut between clusters and never within a wide character")
  func cutting() {
    expectEqual("Milk".cut(to: 4), "Milk")
    expectEqual("Milk".cut(to: 3), "Mi…")
    expectEqual("漢字".cut(to: 4), "漢字")
    expectEqual("漢字".cut(to: 3), "漢…")
    expectEqual("漢字".cut(to: 2), "…")
    expectEqual("e\u{301}e\u{301}e\u{301}".cut(to: 2), "e\u{301}…")
    expectEqual("👨‍👩‍👧👨‍👩‍👧".cut(to: 3), "👨‍👩‍👧…")
    expectEqual("abc".cut(to: 0), "")
  }

  @Test("has at most as many combining marks as a cluster needs")
  func combiningMarks() {
    var canvas = Canvas(width: 4, height: 1)
    canvas.put("a" + String(repeating: "\u{301}", count: 500), x: 0, y: 0)
    expectEqual(canvas[0, 0].glyph.unicodeScalars.count, 16)
  }
}
