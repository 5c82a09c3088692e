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

  @Test("draws a box in front of what is done or due, and the other fields behind the text")
  func fields() {
    let items: [(ItemID, Text, Fields)] = [
      ("a", "Bread", ["done": "yes", "due": "2026-12-01", "label": "red"]),
      ("b", "Milk", ["due": "soon"]), ("c", "Tea", ["done": "no"]), ("d", "Figs", ["done": "yes"]),
      ("e", "Salt", ["note": "two words\n\u{1b}"]), ("f", "[x] plain", [:]),
    ]
    let section = Section(
      id: "A", title: "Fruit", items: items.map { Item(id: $0, text: $1, fields: $2) })
    expectEqual(
      PastBoard(at: 0, in: RevisionLog(head: 0), head: Board([section])).lines(of: "list")
        .dropFirst(2),
      [
        "  0.0 a [x] Bread  due=2026-12-01 label=red", "  0.1 b [ ] Milk  due=soon",
        "  0.2 c [ ] Tea  done=no", "  0.3 d [x] Figs",
        #"  0.4 e Salt  note=two\u{20}words\n\u{1b}"#, "  0.5 f [x] plain",
      ])
  }
}
