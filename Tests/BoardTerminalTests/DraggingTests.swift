import BoardCore
import BoardReplica
import Terminal
import Testing

@testable import BoardTerminal

@Suite("One's own drag")
struct DraggingTests {
  private func stage() -> ViewStage { ViewStage("To buy: Bread Milk Pears | In the basket: Tea") }

  @Test("picks up, proposes where the arrows lead, and drops")
  func keyboard() throws {
    var stage = stage()
    stage.type("j ")
    #expect(stage.sent == ["begin i2"])
    try stage.answer("ok begin d1 i2")
    #expect(stage.sent.last == "propose d1 before:i3")
    try stage.answer("ok propose d1 move at 0.1 before:i3")
    #expect(stage.row(-1).hasPrefix("move Milk"))
    stage.type("<right>")
    #expect(stage.sent.last == "propose d1 before:i4" || stage.sent.last == "propose d1 end:s2")
    #expect(stage.board()[1].contains("-> Milk") || stage.board()[2].contains("-> Milk"))
    try stage.answer("ok propose d1 move at 1.0 before:i4")
    stage.type("<enter>")
    #expect(stage.sent.last == "perform d1")
    _ = stage.view.take(Settlement.confirmed(revision: 2))
    #expect(stage.view.hand == nil)
  }

  @Test("walks through every gap, over what it carries")
  func gaps() throws {
    var stage = stage()
    stage.type("j ")
    var places: [String] = []
    for key in ["", "<down>", "<down>", "<up>", "<up>", "<up>"] {
      stage.type(key)
      places.append("\(stage.view.hand!.gap.anchor)")
    }
    #expect(places == ["before:i3", "end:s1", "end:s1", "before:i3", "before:i1", "before:i1"])
  }

  @Test("asks one thing at a time, and then about where it is")
  func latestWins() throws {
    var stage = stage()
    stage.type(" ")
    stage.type("<down><down><right>c")
    #expect(stage.sent == ["begin i1"])
    try stage.answer("ok begin d1 i1")
    #expect(stage.sent.count == 2)
    #expect(stage.sent[1].hasPrefix("propose d1 copy "))
    stage.type("<left><up>")
    #expect(stage.sent.count == 2)
    try stage.answer("ok propose d1 copy at 1.1 end:s2")
    #expect(stage.sent.count == 3)
    #expect(stage.sent[2].hasPrefix("propose d1 copy before:"))
    stage.type("c")
    try stage.answer("ok propose d1 copy at 0.1 before:i3")
    #expect(stage.sent[3].hasPrefix("propose d1 before:"))
  }

  @Test("drops only when the place it is dropped at has been judged")
  func hurry() throws {
    var stage = stage()
    stage.type(" <right><enter>")
    #expect(stage.sent == ["begin i1"])
    try stage.answer("ok begin d1 i1")
    #expect(stage.sent.last?.hasPrefix("propose d1 ") == true)
    try stage.answer("ok propose d1 move at 1.0 before:i4")
    #expect(stage.sent.last == "perform d1")
  }

  @Test("leaves the keys to the next thing as soon as it has dropped")
  func next() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 i1")
    try stage.answer("ok propose d1 move at 0.0 before:i2")
    stage.type("<enter>u")
    #expect(stage.sent.suffix(2) == ["perform d1", "undo"])
    #expect(stage.row(-1).hasPrefix("arrows move"))
    stage.type("j ")
    #expect(stage.sent.last == "begin i2")
    _ = stage.view.take(Settlement.refused(["disk-full"], sentence: "The disk is full."))
    #expect(stage.view.hand?.items == ["i2"])
    #expect(stage.row(-1) == "not dropped: The disk is full.")
  }

  @Test("shows why a place does not take it")
  func denied() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 i1")
    try stage.answer("ok propose d1 forbidden at 0.0 before:i2 limit")
    #expect(stage.row(-1).hasPrefix("Bread: forbidden: limit"))
    #expect(stage.board().joined().contains("-x Bread"))
    stage.type("<enter>")
    _ = stage.view.take(Settlement.refused(["forbidden", "limit"], sentence: nil))
    #expect(stage.row(-1) == "not dropped: forbidden: limit")
    #expect(stage.view.hand == nil)
  }

  @Test("is cancelled by Esc, also before the server has answered")
  func cancelling() throws {
    var stage = stage()
    stage.type(" <esc>")
    #expect(stage.sent == ["begin i1"])
    try stage.answer("ok begin d1 i1")
    #expect(stage.sent == ["begin i1", "cancel d1"])
    try stage.answer("ok cancel d1 cancelled")
    #expect(stage.view.hand == nil)
    #expect(stage.row(-1).hasPrefix("arrows move"))
  }

  @Test("says who has the item, if it cannot be picked up")
  func refused() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("refused leased i1 d9 ada; ada is dragging i1")
    #expect(stage.row(-1) == "ada is dragging i1")
    #expect(stage.view.hand == nil)
  }

  @Test("takes everything that is selected along")
  func selected() {
    var stage = stage()
    stage.change { $0.selections = ["me": ["i3", "i1"]] }
    stage.type(" ")
    #expect(stage.sent == ["begin i3 i1"])
    #expect(stage.row(-1).hasPrefix("Pears +1"))
  }

  @Test("goes on where it was after the connection broke, if it is still there")
  func reconnecting() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 i1")
    stage.loseConnection()
    stage.type("<down>")
    #expect(stage.errands.isEmpty)
    stage.reconnect()
    #expect(stage.sent.last == "resume d1")
    try stage.answer("ok resume d1 lifted")
    #expect(stage.sent.last == "propose d1 before:i3")
    stage.loseConnection()
    stage.reconnect()
    try stage.answer("refused not-suspended d1; There is nothing to resume.")
    #expect(stage.sent.last == "propose d1 before:i3")
    stage.loseConnection()
    stage.reconnect()
    try stage.answer("refused session-ended d1 shutdown; The drag session has ended.")
    #expect(stage.view.hand == nil)
    #expect(stage.row(-1) == "The drag session has ended.")
  }

  @Test("ends when the server says that it is over")
  func ended() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 i1")
    stage.view.sessionEnded(SessionID(2), saying: "not ours")
    #expect(stage.view.hand != nil)
    stage.view.sessionEnded(SessionID(1), saying: "somebody took what was dragged")
    #expect(stage.view.hand == nil)
    #expect(stage.row(-1) == "somebody took what was dragged")
  }

  @Test("stays between its neighbours while others change the board")
  func moving() throws {
    var stage = stage()
    stage.type(" <down>")
    #expect(stage.view.hand?.gap.anchor == .before("i3"))
    stage.change {
      var content = $0.board.content
      content[0].items.insert(Item(id: "new-1", text: "Rice"), at: 0)
      $0.board = Board(content)
    }
    #expect(
      stage.board()[1...].prefix(4) == [
        "  Rice                  Tea", "> Bread", "  Milk", "-> Bread",
      ])
    stage.change { $0.board = Board([$0.board.sectionContent(at: 0)]) }
    #expect(stage.view.hand?.gap.anchor == .before("i3"))
  }

  @Test("begins with the mouse when it moves, and drops where it is let go")
  func mouse() throws {
    var stage = stage()
    _ = stage.board()
    stage.mouse(.press, 3, 2)
    #expect(stage.sent == [])
    stage.mouse(.drag, 3, 3)
    #expect(stage.sent == ["begin i1"])
    try stage.answer("ok begin d1 i1")
    stage.mouse(.drag, 25, 2)
    stage.mouse(.drag, 25, 6)
    stage.mouse(.release, 25, 6)
    try stage.answer("ok propose d1 move at 0.1 before:i2")
    #expect(stage.sent.last == "propose d1 end:s2")
    try stage.answer("ok propose d1 move at 1.1 end:s2")
    #expect(stage.sent.last == "perform d1")
  }

  @Test("scrolls at the edge when it is by mouse, and is picked up again by a press")
  func edge() throws {
    var stage = ViewStage("A: 1 2 3 4 5 6 7 8 9 | B: x", height: 6)
    _ = stage.board()
    stage.mouse(.press, 3, 2)
    for y in [3, 4, 4, 4, 4] {
      stage.mouse(.drag, 3, y)
      _ = stage.board()
    }
    #expect(stage.board().last?.hasPrefix("  6") == true)
    #expect(stage.view.hand?.gap.anchor == .before("i6"))
    stage.view.press = nil
    stage.mouse(.press, 30, 2)
    stage.mouse(.release, 30, 2)
    #expect(stage.view.hand?.isDropping == true)
    #expect(stage.view.hand?.gap.section == "s2")
  }

  @Test("is none where a button is let go where it was pressed: that chooses")
  func click() {
    var stage = stage()
    _ = stage.board()
    stage.mouse(.press, 3, 3)
    stage.mouse(.drag, 3, 3)
    stage.mouse(.release, 3, 3)
    stage.mouse(.press, 3, 1)
    stage.mouse(.release, 3, 1)
    stage.mouse(.press, 30, 0)
    stage.mouse(.release, 30, 0)
    #expect(stage.sent == ["choose i2"])
  }
}
