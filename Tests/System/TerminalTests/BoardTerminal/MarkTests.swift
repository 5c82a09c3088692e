import BoardModel
import BoardReplica
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("Marked items")
struct MarkTests {
  @Test("are shown with their number and what the keys do")
  func drawing() {
    var stage = ViewStage("A: a b c | B: d", width: 70)
    stage.type("vv")
    expectEqual(
      stage.board().prefix(4),
      [
        "A 3                                B 1", "+ a                                  d", "+ b",
        "  c",
      ])
    expectEqual(stage.view.cursor.item, "i3")
    expectEqual(stage.row(-1), "2 items marked  D deletes  space drags  s to a section  ? help")
    stage.type("kv<esc>")
    #expect(stage.board()[1].hasPrefix("  a"))
    #expect(stage.view.marked.isEmpty)
    expectEqual(stage.actions, [])
  }

  @Test("are deleted together, in the order of the board")
  func deleting() {
    var stage = ViewStage("A: a b c | B: d")
    stage.type("jjvkkvlvD")
    expectEqual(stage.actions, [.make(.delete(["i1", "i3", "i4"]))])
    stage.change {
      $0.board = Board(ViewStage.content("A: | B:"))
      $0.revision = 2
    }
    #expect(stage.view.marked.isEmpty)
  }

  @Test("are picked up together, and lose their marks after the drop")
  func dragging() throws {
    var stage = ViewStage("A: a b c | B: d")
    stage.type("vjv ")
    expectEqual(stage.sent, ["begin i1,i3"])
    try stage.answer("ok begin d1 items=i1,i3")
    stage.type("<right><enter>")
    try stage.answer("ok propose d1 move at=0.1 anchor=before:i2 rev=1")
    try stage.answer("ok propose d1 move at=1.1 anchor=end:s2 rev=1")
    expectEqual(stage.sent.last, "perform d1")
    expectEqual(stage.view.marked.count, 2)
    stage.settle(.confirmed(revision: 2))
    #expect(stage.view.marked.isEmpty)
  }

  @Test("move to the end of a section that is chosen from a list")
  func moving() {
    var stage = ViewStage("A: a b c | B: d | C:", width: 60, height: 10)
    stage.type("vvs")
    expectEqual(
      stage.board(), [" move a +1 to the end of", "  A  3 items", "  B  1 item", "  C  0 items"])
    expectEqual(stage.row(-1), "enter moves  esc closes")
    stage.type("<down><down><enter>")
    expectEqual(stage.actions, [.make(.move(["i1", "i2"], to: .end("s3")))])
    stage.type("s<esc>")
    expectEqual(stage.actions.count, 1)
  }

  @Test("extend from the last one to the cursor with V")
  func range() {
    var stage = ViewStage("A: a b c d e")
    stage.type("jvjjVD")
    expectEqual(stage.actions, [.make(.delete(["i2", "i3", "i4", "i5"]))])
  }

  @Test("are as many as fit in one command")
  func limit() {
    let items = (1...2_000).map { Item(id: ItemID("i\($0)")!, text: "x") }
    var stage = ViewStage(board: Board([Section(id: "s1", title: "All", items: items)]))
    stage.type("vGV")
    expectEqual(stage.view.marked.count, 721)
    #expect(stage.row(-1).hasPrefix("no more fit in one command"))
  }
}

@Suite("Keys for sections")
struct SectionKeyTests {
  @Test("open a command line that adds or renames")
  func typing() {
    var stage = ViewStage("A: a | B:")
    stage.type("A<right>R")
    expectEqual(
      stage.actions,
      [
        .openCommandLine("insert-section after:s1 "), .openCommandLine("rename-section s2 B"),
      ])
    var empty = ViewStage(board: Board())
    empty.type("AR<>zX")
    expectEqual(empty.actions, [.openCommandLine("insert-section end ")])
  }

  @Test("move a section to the left and to the right")
  func moving() {
    var stage = ViewStage("A: a | B: b | C: c", width: 70)
    for key in "<>l><".unicodeScalars { stage.receive(.key(.character(key))) }
    expectEqual(
      stage.actions,
      [
        .make(.moveSection("s1", to: .after("s2"))), .make(.moveSection("s2", to: .after("s3"))),
        .make(.moveSection("s2", to: .before("s1"))),
      ])
  }

  @Test("collapse and expand", arguments: BoardView.LayoutKind.allCases)
  func collapsing(_ kind: BoardView.LayoutKind) {
    var stage = ViewStage("A: a b c | B: d", width: 44, height: 12)
    stage.view.layoutKind = kind
    stage.type("z")
    #expect(stage.board()[0].hasPrefix("[+] A 3"))
    #expect(!stage.board().joined().contains("  b"))
    expectNil(stage.view.cursor.item)
    stage.type("D")
    expectEqual(stage.actions, [])
    stage.type("z")
    expectEqual(stage.view.cursor.item, "i1")
    #expect(stage.board()[0].hasPrefix("A 3"))
  }

  @Test("drop at the end of a collapsed section, which finding a match expands")
  func collapsed() throws {
    var stage = ViewStage("A: a | B: b c")
    stage.type("lzh ")
    try stage.answer("ok begin d1 items=i1")
    stage.type("<right>")
    try stage.answer("ok propose d1 move at=0.0 anchor=before:i1 rev=1")
    expectEqual(stage.sent.last, "propose end:s2 drag=d1")
    try stage.answer("ok propose d1 move at=1.2 anchor=end:s2 rev=1")
    stage.type("<esc>")
    try stage.answer("ok cancel d1 cancelled")
    stage.type("/c<enter>")
    #expect(stage.view.collapsed.isEmpty)
    expectEqual(stage.view.cursor.item, "i3")
  }

  @Test("remove an empty section at once, and another one after y")
  func removing() {
    var stage = ViewStage("A: a b | B:", width: 60)
    stage.type("X")
    expectEqual(stage.row(-1), "remove A with 2 items?  y removes, esc keeps")
    stage.type("n")
    expectEqual(stage.actions, [])
    expectEqual(stage.row(-1), "not removed")
    stage.type("Xy<right>X")
    expectEqual(stage.actions, [.make(.deleteSection("s1")), .make(.deleteSection("s2"))])
  }
}
