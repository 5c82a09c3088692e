import BoardModel
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A board larger than the screen")
struct ScrollingTests {
  private func large(_ count: Int, sections: Int = 1) -> Board {
    var number = 0
    let content = (0..<sections).map { section in
      let items = (0..<(count / sections)).map { _ -> Item in
        number += 1
        return Item(id: ItemID("i\(number)")!, text: Text("Item \(number)"))
      }
      return Section(id: SectionID("s\(section)")!, title: Text("S\(section)"), items: items)
    }
    return Board(content)
  }

  @Test(
    "costs only what is visible, however many items it has",
    arguments: BoardView.LayoutKind.allCases)
  func cost(_ kind: BoardView.LayoutKind) {
    for count in [1_000, 100_000] {
      var stage = ViewStage(board: large(count), width: 80, height: 24)
      stage.view.layoutKind = kind
      for keys in ["", "<pgdn>", "G", "k", "g"] {
        stage.type(keys)
        _ = stage.view.drawn()
        #expect(stage.view.placements.count <= 6 * 24)
        #expect(stage.view.placements.count >= 22)
      }
    }
  }

  @Test("scrolls with the cursor, each column separately")
  func columns() {
    var stage = ViewStage(board: large(200, sections: 2), width: 44, height: 6)
    stage.type("<pgdn><pgdn>G")
    expectEqual(
      stage.board(),
      [
        "S0 100/100          ^ S1 100              v",
        "  Item 98               Item 101",
        "  Item 99               Item 102",
        "  Item 100              Item 103",
      ])
    stage.type("<right>")
    expectEqual(stage.view.cursor.path, [1, 2])
    stage.type("<left>g")
    expectEqual(stage.board()[1], "  Item 1                Item 101")
  }

  @Test("scrolls sideways by whole columns")
  func sideways() {
    var stage = ViewStage(board: large(100, sections: 50), width: 44, height: 5)
    stage.type("<right><right><right>")
    expectEqual(stage.board()[0], "S2 2                 S3 2")
    stage.type("<left><left><left>")
    expectEqual(stage.board()[0], "S0 2                 S1 2")
  }

  @Test("scrolls by the wheel, and returns at the next key")
  func wheel() {
    var stage = ViewStage(board: large(200, sections: 2), width: 44, height: 6)
    _ = stage.board()
    stage.mouse(.wheelDown, 30, 3)
    stage.mouse(.wheelDown, 30, 3)
    expectEqual(stage.board()[1], "  Item 1                Item 107")
    stage.mouse(.wheelUp, 30, 3)
    expectEqual(stage.board()[1], "  Item 1                Item 104")
    for _ in 0..<60 { stage.mouse(.wheelDown, 3, 3) }
    expectEqual(stage.board()[3], "  Item 100              Item 106")
    stage.type("j")
    #expect(stage.board()[1].hasPrefix("  Item 1 ") || stage.board()[1].hasPrefix("  Item 2 "))
  }

  @Test("keeps the destination of a drag visible")
  func dragging() throws {
    var stage = ViewStage(board: large(100), width: 30, height: 6)
    stage.type(" ")
    for _ in 0..<30 { stage.type("<down>") }
    #expect(stage.board().contains { $0.hasPrefix("-> Item 1") })
    #expect(stage.board().contains("  Item 31"))
  }

  @Test("keeps the cursor visible if the screen shrinks")
  func resizing() {
    var stage = ViewStage(board: large(50), width: 30, height: 40)
    for _ in 0..<30 { stage.type("j") }
    stage.view.resize(width: 25, height: 6)
    #expect(stage.board().contains("  Item 31"))
  }
}

@Suite("The flow and mosaic layouts")
struct FlowAndMosaicTests {
  @Test("place the same items in as many columns as fit")
  func flow() {
    var stage = ViewStage("To buy: Bread Milk Pears | In the basket: Tea", width: 54, height: 12)
    stage.type("2")
    expectEqual(
      stage.board(),
      [
        "To buy 3",
        "  Bread                    Milk",
        "  Pears",
        "",
        "In the basket 1",
        "  Tea",
      ])
    stage.view.resize(width: 80, height: 12)
    expectEqual(stage.board()[1], "  Bread                    Milk                     Pears")
    stage.view.resize(width: 30, height: 12)
    expectEqual(stage.board()[1...3], ["  Bread", "  Milk", "  Pears"])
  }

  @Test("give an item room according to its text")
  func mosaic() {
    var stage = ViewStage(
      "A: short a_text_of_some_length another_text_that_needs_two_lines_here b", width: 40,
      height: 12)
    stage.type("3")
    expectEqual(
      stage.board(),
      [
        "A 4",
        "  short        a text of some length",
        "  another text that needs   b",
        "  two lines here",
      ])
  }

  @Test("move the cursor in the direction of the arrow key")
  func moving() {
    var stage = ViewStage("A: a b c d e | B: | C: f g", width: 54, height: 20)
    stage.type("2")
    var paths: [String] = []
    for key in ["<right>", "<down>", "<down>", "<down>", "<down>", "<up>", "<up>", "<left>"] {
      stage.type(key)
      paths.append("\(stage.view.cursor.path)")
    }
    expectEqual(paths, ["0.1", "0.3", "0.4", "1.0", "2.0", "1.0", "0.4", "0.3"])
  }

  @Test("are computed again for another board, and not for drags and selections")
  func computedOnce() {
    var stage = ViewStage("A: a b c d e | B: f", width: 54, height: 20)
    stage.type("3")
    _ = stage.board()
    stage.snapshot.selections = ["me": ["i1"], "ann": ["i2"]]
    stage.view.show(stage.snapshot)
    stage.view.resize(width: 30, height: 10)
    _ = stage.board()
    expectEqual(stage.view.layouts.madeCount, 1)
    stage.view.releaseBoard()
    stage.view.show(stage.snapshot)
    _ = stage.board()
    expectEqual(stage.view.layouts.madeCount, 2)
  }

  @Test("can be vertical, with the arrow keys accordingly")
  func downward() {
    var stage = ViewStage("A: a b c d e | B: f", width: 54, height: 20)
    stage.type("22")
    expectEqual(
      stage.board(),
      [
        "A 5",
        "  a                        d",
        "  b                        e",
        "  c",
        "",
        "B 1",
        "  f",
      ])
    var paths: [String] = []
    for key in ["<right>", "<down>", "<left>", "<down>", "<down>", "<up>"] {
      stage.type(key)
      paths.append("\(stage.view.cursor.path)")
    }
    expectEqual(paths, ["0.3", "0.4", "0.1", "0.2", "1.0", "0.2"])
  }

  @Test("show the destination of a drop, in an empty section as well")
  func gaps() throws {
    var stage = ViewStage("A: a b c | B:", width: 54, height: 12)
    stage.type("2 <right>")
    // The texts of the items stay.
    expectEqual(stage.board()[..<3], ["A 3  -> a", "> a                        b", " >c"])
    stage.type("<right>")
    expectEqual(stage.view.ownDrag?.point.anchor, .end("s1"))
    stage.type("<right>")
    expectEqual(stage.view.ownDrag?.point.anchor, .end("s2"))
    #expect(stage.board().contains { $0.hasPrefix("B 0") && $0.contains("-> a") })
  }

  @Test("find the item under the mouse")
  func mouse() {
    var stage = ViewStage("A: a b c | B: d", width: 54, height: 12)
    stage.type("2")
    _ = stage.board()
    stage.mouse(.press, 30, 2)
    stage.mouse(.release, 30, 2)
    stage.mouse(.press, 2, 6)
    stage.mouse(.release, 2, 6)
    expectEqual(stage.sent, ["choose i2", "choose i4"])
  }
}
