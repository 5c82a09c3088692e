import BoardModel
import Cluster
import TestKit
import Testing

@Suite("The choice of a space (section 18)")
struct SpaceChoiceTests {
  private static let shop = SpaceName("shop")!

  /// Inputs that choose the space `shop`: the command, its tag, and the bytes behind its line.
  private static let choices: [(command: String, tag: String?, rest: String)] = [
    ("space shop\n", nil, ""), ("space shop\r\n", nil, "hello ann\n"), ("SPACE shop\r\0", nil, "x"),
    ("#7 Space   shop  \n", "7", "open list\nbatch"),
    ("\n\r\n   \n  space shop\n", nil, "\n"),
    (#"{"kind":"space","space":"shop"}"# + "\n", nil, "{"),
    ("\n" + #"{ "space": "shop", "tag": "a.b", "kind": "sPACE" }"# + "\r\n", "a.b", "ping\n"),
    ("space shop" + String(repeating: " ", count: 4_086) + "\r\n", nil, ""),
    (String(repeating: "\n", count: 4_087) + "space shop\n", nil, ""),
  ]

  /// Inputs whose first command is another one, or is not executed.
  private static let others: [String] = [
    "hello ann\nspace shop\n", "ping\n", "spaces shop\n", "space Shop\n", "space\n", "#7 space\n",
    "space shop x\n", "space shop epoch=k7qx\n", "#a/b space shop\n", "# space shop\n", "#7\n",
    "space sh\u{7}op\n", "space shöp\n", "\u{4}\n", "GET / HTTP/1.1\r\n", "space\0shop\n",
    #" {"kind":"space","space":"shop"}"# + "\n", #"{"kind":"space"}"# + "\n", "{}\n",
    #"{"kind":"batch","board":"b","rows":[]}"# + "\n",
    "space shop" + String(repeating: " ", count: 4_087) + "\n",
    "{" + String(repeating: " ", count: 4_098),
    String(repeating: "\n", count: 4_088) + "space shop\n",
  ]

  private func choice(_ bytes: some Sequence<UInt8>) -> SpaceChoice {
    Array(bytes).withUnsafeBytes { SpaceChoice($0) }
  }

  /// Where an input is cut: everywhere, but in the middle of a long one only here and there outside the tier `proofs`.
  private static func cuts(of length: Int) -> [Int] {
    (0...length).filter { isProof || $0 < 100 || $0 % 97 == 0 || $0 > length - 100 }
  }

  @Test("is the first command, in both forms, with the empty lines before it and its line end")
  func chosen() {
    for (command, tag, rest) in Self.choices {
      let expected = SpaceChoice.chosen(Self.shop, tag: tag, byteCount: command.utf8.count)
      expectEqual(choice((command + rest).utf8), expected)
      expectEqual(choice(command.utf8), expected)
    }
  }

  @Test("is incomplete until the whole line is there, wherever it is cut")
  func cuts() {
    for (command, _, _) in Self.choices {
      let bytes = Array(command.utf8)
      for end in Self.cuts(of: bytes.count - 1) { expectEqual(choice(bytes[..<end]), .incomplete) }
    }
  }

  @Test("is none if the first command is another one or has an error")
  func others() {
    for input in Self.others { expectEqual(choice(input.utf8), .other, "\(input.prefix(40))") }
  }

  @Test("is not awaited any more once it is none, wherever the input is cut")
  func decided() {
    for input in Self.others {
      let bytes = Array(input.utf8)
      let choices = Self.cuts(of: bytes.count).map { choice(bytes[..<$0]) }
      let undecided = choices.prefix { $0 == .incomplete }.count
      #expect(choices[undecided...].allSatisfy { $0 == .other }, "\(input.prefix(40))")
    }
  }

  @Test("is none as soon as no bytes that follow could make it one")
  func early() {
    for input in ["h", "spb", "  #7 q", "spaced", "#a/", "GET", "\u{4}", "\n\nopen"] {
      expectEqual(choice(input.utf8), .other, "\(input)")
    }
  }

  @Test("is none behind a command of telnet, wherever the input is cut")
  func telnet() {
    let negotiation: [UInt8] = [0xFF, 0xFD, 0x01]
    let line = Array("space shop\n".utf8)
    for offset in 0..<line.count {
      let bytes = line[..<offset] + negotiation + line[offset...]
      for end in (offset + 1)...bytes.count { expectEqual(choice(bytes[..<end]), .other) }
    }
    expectEqual(choice(line + negotiation), choice(line))
  }
}
