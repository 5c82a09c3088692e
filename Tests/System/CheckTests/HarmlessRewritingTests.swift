import TestKit
import Testing

@Suite("A harmless proxy")
struct HarmlessRewritingTests {
  /// The rewritten lines after the greeting.
  private func rewritten(_ lines: String...) -> [String] {
    var (framer, rewriting) = (MessageFramer(), HarmlessRewriting())
    _ = rewriting.rewrite(framer.consume(Array("dropline 1 epoch=k7qx\n".utf8)))
    let messages = framer.consume(Array((lines.joined(separator: "\n") + "\n").utf8))
    let bytes = rewriting.rewrite(messages).flatMap(\.bytes)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("adds keys to every line before its text, and events between messages")
  func keys() {
    expectEqual(
      rewritten(
        "#7 ok edit i1 at=0.0 rev=2", "pong  a\\=b", "board list 1 1 1", "section A 0 To buy"),
      [
        "drag d1 admired by=ann", "#7 ok edit i1 a-later=yes rev=2 at=0.0 b-later=1,2=3", "tide",
        "pong a-later=yes b-later=1,2=3  a\\=b", "weather list rain=yes It rains",
        "board list 1 1 1 a-later=yes b-later=1,2=3",
        "section A 0 a-later=yes b-later=1,2=3 To buy",
      ])
  }

  @Test("reverses the rows of a batch, and keeps items after their section")
  func rows() {
    let rows = rewritten("batch list 1 2 3", "insert-section 0 A 1 One", "item i1", "delete 0.0 i2")
    expectEqual(
      rows.dropFirst(2),
      [
        "delete 0.0 i2 a-later=yes b-later=1,2=3",
        "insert-section 0 A 1 a-later=yes b-later=1,2=3 One",
        "item i1 a-later=yes b-later=1,2=3",
      ])
  }
}
