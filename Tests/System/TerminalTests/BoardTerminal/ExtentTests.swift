import BoardModel
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A board that does not fit")
struct ExtentTests {
  private func large(_ items: Int, sections: Int) -> Board {
    var number = 0
    return Board(
      (0..<sections).map { section in
        let items = (0..<(items / sections)).map { _ in
          number += 1
          return Item(id: ItemID("i\(number)")!, text: Text("Item \(number)"))
        }
        return Section(id: SectionID("s\(section)")!, title: Text("S\(section)"), items: items)
      })
  }

  @Test("shows which columns are seen, of how many, and on which sides there are more")
  func columns() {
    var stage = ViewStage(board: large(40, sections: 20), width: 80, height: 8)
    #expect(stage.row(0).hasSuffix("1-3 of 20 >"))
    stage.type("<right><right><right>")
    #expect(stage.row(0).hasSuffix("< 2-4 of 20 >"))
    for _ in 0..<20 { stage.type("<right>") }
    #expect(stage.row(0).hasSuffix("< 18-20 of 20"))
  }

  @Test("shows one column on a narrow screen, and which it is")
  func narrow() {
    var stage = ViewStage(board: large(40, sections: 4), width: 40, height: 10)
    #expect(stage.row(0).hasSuffix("1 of 4 >"))
  }

  @Test("shows nothing of the kind if it fits")
  func whole() {
    var stage = ViewStage(board: large(4, sections: 2), width: 80, height: 8)
    #expect(!stage.row(0).contains(" of "))
    expectEqual(stage.board()[0], "S0 2" + String(repeating: " ", count: 36) + "S1 2")
  }

  @Test("shows at which item of a column the cursor is, if there are hidden ones")
  func items() {
    var stage = ViewStage(board: large(250, sections: 1), width: 40, height: 10)
    stage.type("<down><down>")
    #expect(stage.board()[0].hasPrefix("S0 3/250"))
    stage.type("G")
    #expect(stage.board()[0].hasPrefix("S0 250/250"))
  }

  @Test("shows which lines of a flow or a mosaic are seen", arguments: ["2", "3"])
  func lines(_ layout: String) {
    var stage = ViewStage(board: large(250, sections: 1), width: 40, height: 10)
    stage.type(layout)
    #expect(stage.row(0).contains("lines 1-8 of "))
    #expect(stage.row(0).hasSuffix(" v"))
    stage.type("G")
    #expect(stage.row(0).contains("^ lines "))
  }

  @Test("is moved through by pages, to the start and to the end, also by a drag")
  func dragging() throws {
    var stage = ViewStage(board: large(250, sections: 1), width: 40, height: 10)
    stage.type(" ")
    try stage.answer("ok begin d1 items=i1")
    func anchor() -> String? { stage.view.ownDrag?.point.anchor.map { "\($0)" } }
    stage.type("<end>")
    expectEqual(anchor(), "end:s0")
    stage.type("<home>")
    expectEqual(anchor(), "before:i2")
    stage.type("<pgdn>")
    expectEqual(anchor(), "before:i8")
    stage.type("G")
    expectEqual(anchor(), "end:s0")
    stage.type("<pgup>")
    expectEqual(anchor(), "before:i245")
    stage.type("g")
    expectEqual(anchor(), "before:i2")
  }

  @Test("is one column of the whole width if it has one section")
  func loneColumn() {
    var stage = ViewStage("A: \(String(repeating: "abcdefghi_", count: 9))", width: 100, height: 8)
    expectEqual(stage.board()[1].count, 2 + 89)
  }

  @Test("shows a help that scrolls if it does not fit")
  func help() {
    var stage = ViewStage("A: a", width: 80, height: 10)
    stage.type("?")
    expectEqual(stage.board().last?.hasPrefix("  lines 1-7 of "), true)
    let first = stage.board()[0]
    stage.type("<down>")
    #expect(stage.board()[0] != first)
    stage.type("<end>")
    #expect(stage.board().joined().contains("drag an item, or click"))
    stage.type("<home>")
    expectEqual(stage.board()[0], first)
    stage.type("x")
    expectEqual(stage.board(), ["A 1", "  a"])
  }

  @Test("wraps long answers, and scrolls them")
  func answers() {
    var stage = ViewStage("A: a", width: 20, height: 14)
    stage.view.say("0123456789012345678901234567890123456789")
    expectEqual(stage.board().suffix(2), ["01234567890123456789", "01234567890123456789"])
    stage.view.say("| a    line of many words that is split at blanks")
    expectEqual(
      stage.board().suffix(3), ["| a    line of many", "words that is split", "at blanks"])
    for number in 0..<20 { stage.view.say("line \(number)") }
    expectEqual(stage.board().suffix(4), ["line 16            ^", "line 17", "line 18", "line 19"])
    stage.type("<C-u>")
    expectEqual(
      stage.board().suffix(4),
      [
        "line 13            ^", "line 14", "line 15", "line 16            v",
      ])
    for _ in 0..<20 { stage.type("<C-u>") }
    expectEqual(stage.board().suffix(4).first, "01234567890123456789")
    for _ in 0..<20 { stage.type("<C-d>") }
    expectEqual(stage.board().last, "line 19")
  }

  @Test("shows a line feed in a text as a mark")
  func lineFeed() {
    var stage = ViewStage(
      board: Board([Section(id: "s", title: "S", items: [Item(id: "i", text: "a\nb\tc")])]))
    expectEqual(stage.board()[1], "  a↵b→c")
  }
}
