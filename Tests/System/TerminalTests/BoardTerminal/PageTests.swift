import BoardModel
import BoardReplica
import BoardWire
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A page over the board")
struct PageTests {
  @Test("shows all about the item at the cursor, as it changes")
  func item() {
    var stage = ViewStage("To_buy: Bread Oat_milk | Basket:", width: 70, height: 14)
    stage.type("<down>i")
    expectEqual(
      stage.board(),
      [
        "  Oat milk", "",
        "  item         i2",
        "  section      To_buy (s1)",
        "  place        2 of 2, path 0.1",
        "  policy       nothing is restricted",
      ])
    stage.change {
      $0.drags = [
        .init(session: SessionID(1), owner: "ada", items: ["i2", "i1"], isSuspended: true)
      ]
      $0.selections = ["bob": ["i2"], "me": ["i2"]]
      $0.unconfirmed = ["i2"]
    }
    expectEqual(
      stage.board().dropFirst(5),
      [
        "  state        not confirmed by the server yet",
        "  dragged by   ada, who is away, with 1 other",
        "  selected by  bob, you",
        "  policy       nothing is restricted",
      ])
  }

  @Test("shows the whole text with its lines, and wraps and scrolls it")
  func longText() {
    let text = Text("first\nsecond " + String(repeating: "0123456789", count: 12))
    var stage = ViewStage(
      board: Board([Section(id: "s", title: "S", items: [Item(id: "i", text: text)])]), width: 40,
      height: 8)
    stage.type("i")
    expectEqual(stage.board().prefix(2), ["  first", "  second 012345678901234567890123456789"])
    expectEqual(stage.board().last, "  lines 1-5 of 10  arrows scroll")
    stage.type("<end>")
    expectEqual(stage.board()[4], "  policy       nothing is restricted")
    stage.mouse(.wheelUp, 3, 3)
    expectEqual(stage.board()[4], "  place        1 of 1, path 0.0")
    stage.mouse(.press, 3, 3)
    expectEqual(stage.board()[0], "S 1")
    expectEqual(stage.actions, [])
  }

  @Test("shows the settings of the section that restrict what may be done")
  func policy() {
    var stage = ViewStage("A: a", width: 70, height: 12)
    stage.change {
      $0.policies.set([.limit(5), .empty(.keep)], for: .board)
      $0.policies.set([.draggable(false), .limit(5)], for: .section(.id("s1")))
    }
    stage.type("i")
    expectEqual(stage.board().last, "  policy       draggable=no limit=5")
  }

  @Test(
    "goes to the neighbours of the item, edits it, and is closed by other keys, which do nothing")
  func keys() {
    var stage = ViewStage("A: a b | B: c", width: 70, height: 12)
    stage.type("i<right>")
    expectEqual(stage.board()[0], "  b")
    stage.type("<right>")
    expectEqual(stage.board()[0], "  b")
    stage.type("h")
    expectEqual(stage.board()[0], "  a")
    #expect(stage.row(-1).hasPrefix("left, right its neighbours  e edits"))
    stage.type("lD")
    #expect(
      stage.board() == ["A 2", "  a", "  b", "B 1", "  c"] || stage.board()[0].hasPrefix("A 2"))
    expectEqual(stage.actions, [])
    expectEqual(stage.view.cursor.item, "i2")
    stage.type("ie")
    expectEqual(stage.actions, [.openCommandLine("edit i2 b")])
    stage.type("iq")
    expectEqual(stage.actions.count, 1)
  }

  @Test("says that the item was removed")
  func removed() throws {
    var stage = ViewStage("A: a b", width: 70, height: 12)
    stage.type("i")
    stage.change { $0.board = Board(ViewStage.content("A:")) }
    expectEqual(stage.board(), ["  i1 is not on the board any more"])
    stage.type("x")
    expectEqual(stage.board(), ["A 0"])
  }

  @Test("is not there without an item")
  func noItem() {
    var stage = ViewStage("A:")
    stage.type("i")
    expectEqual(stage.board(), ["A 0"])
  }

  @Test("of the help has no line that is cut", arguments: [20, 30, 40, 59, 60, 80, 120])
  func help(width: Int) {
    #expect(BoardView.help(width: width - 3).allSatisfy { cellWidth(of: $0.text) <= width - 3 })
    let words = BoardView.help(width: width - 3).flatMap { $0.text.split(separator: " ") }
    #expect(words.contains("neighbour") || words.contains("policy"))
  }
}
