import BoardAuthority
import BoardHub
import BoardModel
import BoardWire
import TestKit
import Testing

@Suite("A listing of an old revision")
struct PastLinesTests {
  private let item = Item(id: "a", text: "two\nlines")

  @Test("draws the board as it was")
  func drawing() {
    let fruit = Section(id: "A", title: "Fruit", items: [item])
    var board = Board([fruit, Section(id: "B", title: "")])
    var log = RevisionLog(head: 6)
    log.append([.moveItem("a", from: [0, 0], to: [1, 0])])
    board.apply(log.edits(since: 6))
    expectEqual(
      PastBoard(at: 6, in: log, head: board).lines(of: "list"),
      [
        "list rev=6 sections=2 items=1", "0 A Fruit (1)", #"  0.0 a two\nlines"#, "1 B  (0)",
      ])
    expectEqual(PastBoard(at: 7, in: log, head: board).lines(of: "list")[1], "0 A Fruit (0)")
  }
}
