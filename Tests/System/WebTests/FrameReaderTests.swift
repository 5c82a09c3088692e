import BoardModel
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import WebSocket

@Suite("Frames of a client")
struct FrameReaderTests {
  /// What a reader reports, with the payload as text.
  private enum Seen: Equatable {
    case text(String)
    case ping(String)
    case pong
    case closed(UInt16)
    case failed(UInt16)
  }

  private static func frame(_ first: UInt8, _ text: String) -> [UInt8] {
    WebSocketClient.frame(first, Array(text.utf8))
  }

  private func read(_ bytes: [UInt8], inPiecesOf size: Int = .max) -> [Seen] {
    let reader = FrameReader(frameBytes: 65_536)
    var seen: [Seen] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      Array(rest.prefix(size)).withUnsafeBytes { piece in
        reader.receive(piece) { seen.append(Self.seen($0)) }
      }
      rest = rest.dropFirst(size)
    }
    return seen
  }

  private static func seen(_ event: FrameReader.Event) -> Seen {
    switch event {
    case .payload(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    case .ping(let bytes): .ping(String(decoding: bytes, as: UTF8.self))
    case .pong: .pong
    case .closed(let code): .closed(code.rawValue)
    case .failed(let code): .failed(code.rawValue)
    }
  }

  @Test("are the parts of a message, whose end ends a line", arguments: [1, 2, 3, 7, .max])
  func messages(_ size: Int) {
    let bytes =
      Self.frame(0x81, "ping a") + Self.frame(0x81, "ping b\n") + Self.frame(0x81, "")
      + Self.frame(0x01, "pi") + Self.frame(0x89, "p") + Self.frame(0x00, "") + Self.frame(0x8A, "")
      + Self.frame(0x80, "ng c")
    expectEqual(
      read(bytes, inPiecesOf: size),
      [
        .text("ping a\n"), .text("ping b\n"), .text("\n"), .text("pi"), .ping("p"), .pong,
        .text("ng c\n"),
      ])
  }

  @Test("may have a character split between them")
  func splitCharacters() {
    let text = Array("κόσμε 梨 🍐".utf8)
    for split in 0...text.count {
      let bytes =
        WebSocketClient.frame(0x01, Array(text[..<split]))
        + WebSocketClient.frame(0x80, Array(text[split...]))
      let reader = FrameReader(frameBytes: 65_536)
      var payload: [UInt8] = []
      bytes.withUnsafeBytes {
        reader.receive($0) { event in
          if case .payload(let part) = event { payload += part } else { Issue.record("\(event)") }
        }
      }
      expectEqual(payload, text + [0x0A])
    }
  }

  @Test(
    "close the connection with 1007 if a text is not UTF-8",
    arguments: [
      [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5],
      [0x80],
      [0xC3, 0x28], [0x61, 0xFF], [0xE2, 0x82],
    ] as [[UInt8]])
  func badUTF8(_ bytes: [UInt8]) {
    expectEqual(read(WebSocketClient.frame(0x81, bytes)), [.failed(1007)])
    // In a fragment it is told at once, unless the character could still be completed.
    let first = WebSocketClient.frame(0x01, bytes)
    let seen = read(first + WebSocketClient.frame(0x80, [])).filter { $0 != .text("\u{FFFD}") }
    expectEqual(seen, [.failed(1007)])
  }

  @Test("close the connection with 1002 if they are not masked")
  func unmasked() {
    expectEqual(read(WebSocketClient.header(0x81, 1, isMasked: false) + [0x61]), [.failed(1002)])
  }

  @Test("close the connection for every first byte but those of RFC 6455")
  func firstBytes() {
    let accepted: [UInt8: Seen] = [
      0x81: .text("a\n"), 0x01: .text("a"), 0x89: .ping("a"), 0x8A: .pong,
      // A close frame of one byte.
      0x88: .failed(1002), 0x82: .failed(1003), 0x02: .failed(1003),
    ]
    for first in UInt8.min...UInt8.max {
      let expected = accepted[first] ?? .failed(1002)
      expectEqual(read(Self.frame(first, "a")), [expected], "\(first)")
    }
  }

  @Test("close the connection if a message begins within another, or goes on without one")
  func sequence() {
    expectEqual(
      read(Self.frame(0x01, "a") + Self.frame(0x81, "b")), [.text("a"), .failed(1002)])
    expectEqual(
      read(Self.frame(0x01, "a") + Self.frame(0x82, "b")), [.text("a"), .failed(1002)])
    expectEqual(read(Self.frame(0x80, "a")), [.failed(1002)])
  }

  @Test("have at most 65,536 bytes, and control frames 125")
  func sizes() {
    let long = String(repeating: "x", count: 65_536)
    expectEqual(read(Self.frame(0x81, long)), [.text(long + "\n")])
    // The header alone shows it.
    expectEqual(
      read(WebSocketClient.header(0x81, 65_537, isMasked: true) + [1, 2, 3, 4]), [.failed(1009)])
    expectEqual(
      read(WebSocketClient.header(0x81, 1 << 62, isMasked: true) + [1, 2, 3, 4]), [.failed(1009)])
    expectEqual(read([0x81, 0xFF] + Array(repeating: 0xFF, count: 8)), [.failed(1009)])
    expectEqual(
      read(WebSocketClient.header(0x89, 126, isMasked: true) + [1, 2, 3, 4]), [.failed(1002)])
  }

  @Test("have lengths in as few bytes as they need", arguments: [1, 3, .max])
  func lengths(inPiecesOf size: Int) {
    let mask: [UInt8] = [0, 0, 0, 0]
    let good = Self.frame(0x81, "a") + Self.frame(0x81, String(repeating: "b", count: 126))
    let long = String(repeating: "c", count: 65_536)
    let seen = [Seen.text("a\n"), .text(String(repeating: "b", count: 126) + "\n")]
    expectEqual(read(good + Self.frame(0x81, long), inPiecesOf: size), seen + [.text(long + "\n")])
    for header: [UInt8] in [
      [0x81, 0xFE, 0, 1], [0x81, 0xFE, 0, 125], [0x89, 0xFE, 0, 0],
      [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1], [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
    ] {
      expectEqual(read(good + header + mask + [0x61], inPiecesOf: size), seen + [.failed(1002)])
    }
  }

  @Test("close with the code of the client, if it may send that")
  func closeCodes() {
    func close(_ code: Int, _ reason: [UInt8] = []) -> [Seen] {
      read(WebSocketClient.frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason))
    }
    expectEqual(read(WebSocketClient.frame(0x88, [])), [.closed(1000)])
    for code in 0...65_535 where code % 97 == 0 || (999...1016).contains(code) {
      let isValid =
        [1000, 1001, 1002, 1003].contains(code) || (1007...1014).contains(code)
        || (3000...4999).contains(code)
      expectEqual(close(code), [isValid ? .closed(UInt16(code)) : .failed(1002)], "\(code)")
    }
    expectEqual(close(1000, Array("bye".utf8)), [.closed(1000)])
    expectEqual(close(1000, [0xFF]), [.failed(1007)])
  }

  @Test("are not read behind a close frame or an error")
  func afterTheEnd() {
    expectEqual(read(WebSocketClient.frame(0x88, []) + Self.frame(0x81, "a")), [.closed(1000)])
    expectEqual(read(Self.frame(0x83, "") + Self.frame(0x81, "a")), [.failed(1002)])
  }

  @Test("give the same however their bytes are cut, also if they are noise")
  func pieces() {
    let seed = Int.random(in: 0..<1_000_000)
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let first: UInt8 = [0x81, 0x01, 0x00, 0x80, 0x89, 0x8A].randomElement(using: &random)!
        let count = [0, 1, 125, 126, 300].randomElement(using: &random)!
        bytes += WebSocketClient.frame(first, Array(repeating: 0x61, count: count))
      }
      if Bool.random(using: &random), let index = bytes.indices.randomElement(using: &random) {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      let whole = read(bytes)
      for size in [1, 3, 64] {
        expectEqual(read(bytes, inPiecesOf: size), whole, "seed \(seed)")
      }
    }
  }
}
