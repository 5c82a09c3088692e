import BoardModel
import BoardWire
import Simulation
import TestKit
import Testing

@Suite("Input that is split")
struct SplitTests {
  /// Inputs with everything that makes a framer keep state.
  static let inputs: [[UInt8]] = [
    Array("open groceries\r\n#t1 begin i2\npropose 1.0\r\0perform\n".utf8),
    Array("a\r\r\nb\rc\n\u{4}\r\n\u{1b}[A\n\nx\0y\n".utf8),
    [0x61, 0xFF, 0xFD, 0x06, 0x62, 0x0D, 0xFF, 0xF4, 0x0A, 0xFF, 0xFB, 0xFF, 0x63, 0x0A],
    [0xFF, 0xFA, 0x22, 0x0A, 0xFF, 0xFF, 0xF0, 0xFF, 0xF0, 0x61, 0x0A, 0xFF, 0xFF, 0x0A],
    [0x61, 0x0D, 0xFF, 0xFF, 0x0A, 0xFF, 0x0A, 0xFF, 0x0D, 0x0A, 0xFF, 0xEF, 0x0A],
    [0x61, 0x0D, 0xFF, 0x0D, 0x00, 0x62, 0x0A, 0x0D, 0x0D, 0x00, 0x63, 0x0A],
    Array("insert 0.0 Grüße 🍎 e\u{301}\n".utf8) + [0xC0, 0x80, 0x0A, 0xED, 0xA0, 0x80, 0x0A],
    [0x16, 0x03, 0x01, 0x00, 0x0A], [0x16, 0x0A, 0x16, 0x03, 0x0A], [0x16, 0x04, 0x0A],
    Array("POST / HTTP/1.1\r\nHost: x\r\n\r\nquit\n".utf8), Array("SSH-2.0-x\r\n".utf8),
    Array((String(repeating: "x", count: 4095) + "yz\nping\r\n").utf8),
    Array((String(repeating: "x", count: 4095) + "y\r\nping\r\n").utf8),
    Array((String(repeating: "x", count: 4095) + "y\r\r\nping\r\n").utf8),
    Array(("POST /" + String(repeating: "x", count: 4095) + "\nping\n").utf8),
    Array((String(repeating: "\u{1}", count: 4100) + "\nping\n\0").utf8),
  ]

  @Test("in two at any byte has the same frames", arguments: inputs)
  func twoPieces(_ input: [UInt8]) {
    let whole = frames([input[...]])
    for cut in stride(from: 0, through: input.count, by: input.count > 1000 ? 7 : 1) {
      let cutUp = frames([input[..<cut], input[cut...]])
      #expect(cutUp == whole, "cut at \(cut)")
    }
    for cut in max(0, input.count - 20)...input.count {
      #expect(frames([input[..<cut], input[cut...]]) == whole, "cut at \(cut)")
    }
  }

  @Test("into single bytes has the same frames", arguments: inputs)
  func singleBytes(_ input: [UInt8]) {
    let whole = frames([input[...]])
    #expect(frames(input.indices.map { input[$0...$0] }) == whole)
  }

  @Test("at random, of random bytes, has the same frames")
  func randomPieces() {
    let seed = Int.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    let alphabet: [UInt8] = [
      0x0A, 0x0A, 0x0D, 0x00, 0xFF, 0xFF, 0xFA, 0xF0, 0xFD, 0xFB, 0x04, 0x16, 0x03, 0x61, 0x20,
      0xC3,
      0xA9, 0x7F,
    ]
    for _ in 0..<2_000 {
      var input = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      if Bool.random(using: &random) { input = Array("ping\n".utf8) + input }
      let cuts = (0..<3).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
      let pieces = [
        input[..<cuts[0]], input[cuts[0]..<cuts[1]], input[cuts[1]..<cuts[2]], input[cuts[2]...],
      ]
      #expect(frames(pieces) == frames([input[...]]), "seed \(seed), input \(input), cuts \(cuts)")
    }
  }

  @Test("with any byte at any place of a command has one result, however it is split")
  func everyByte() {
    for command in ["#t move today/i3 1.0 force=yes", "insert 0.0 Call Ann"] {
      for place in 0...command.utf8.count {
        for byte in 0...255 as ClosedRange<UInt8> {
          var line = Array(command.utf8)
          line.insert(byte, at: place)
          let input = Array("ping\n".utf8) + line + Array("\nping\n".utf8)
          let whole = frames([input[...]])
          #expect(frames(input.indices.map { input[$0...$0] }) == whole, "\(byte) at \(place)")
          expectEqual(whole.frames.last, .line("ping"))
          #expect(whole.frames.count == 3 || [0x0A, 0xFF, 0x0D].contains(byte))
        }
      }
    }
  }
}

private func == (
  a: (frames: [OwnedFrame], isHalf: Bool), b: (frames: [OwnedFrame], isHalf: Bool)
) -> Bool { a.frames == b.frames && a.isHalf == b.isHalf }
