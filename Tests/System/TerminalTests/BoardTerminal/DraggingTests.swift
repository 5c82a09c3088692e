import BoardModel
import BoardReplica
import BoardWire
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A drag in the terminal")
struct DraggingTests {
  private func stage() -> ViewStage { ViewStage("To buy: Bread Milk Pears | In the basket: Tea") }

  @Test("begins, proposes the place the arrow keys lead to, and drops")
  func keyboard() throws {
    var stage = stage()
    stage.type("j ")
    expectEqual(stage.sent, ["begin i2"])
    try stage.answer("ok begin d1 items=i2")
    expectEqual(stage.sent.last, "propose before:i3 drag=d1")
    try stage.answer("ok propose d1 move at=0.1 anchor=before:i3 rev=1")
    #expect(stage.row(-1).hasPrefix("move Milk"))
    stage.type("<right>")
    #expect(
      ["propose before:i4 drag=d1", "propose end:s2 drag=d1"].contains(stage.sent.last))
    #expect(stage.board()[1].contains("-> Milk") || stage.board()[2].contains("-> Milk"))
    try stage.answer("ok propose d1 move at=1.0 anchor=before:i4 rev=1")
    stage.type("<enter>")
    expectEqual(stage.sent.last, "perform d1")
    stage.settle(.confirmed(revision: 2))
    expectNil(stage.view.ownDrag)
  }

  @Test("visits every gap, skipping its own items")
  func gaps() throws {
    var stage = stage()
    stage.type("j ")
    var places: [String] = []
    for key in ["", "<down>", "<down>", "<up>", "<up>", "<up>"] {
      stage.type(key)
      places.append("\(stage.view.ownDrag!.point.anchor!)")
    }
    expectEqual(places, ["before:i3", "end:s1", "end:s1", "before:i3", "before:i1", "before:i1"])
  }

  @Test("sends one request at a time, and then one for the current place")
  func latestWins() throws {
    var stage = stage()
    stage.type(" ")
    stage.type("<down><down><right>c")
    expectEqual(stage.sent, ["begin i1"])
    try stage.answer("ok begin d1 items=i1")
    expectEqual(stage.sent.count, 2)
    #expect(stage.sent[1].hasSuffix(" op=copy drag=d1"))
    stage.type("<left><up>")
    expectEqual(stage.sent.count, 2)
    try stage.answer("ok propose d1 copy at=1.1 anchor=end:s2 rev=1")
    expectEqual(stage.sent.count, 3)
    #expect(stage.sent[2].hasPrefix("propose before:"))
    #expect(stage.sent[2].hasSuffix(" op=copy drag=d1"))
    stage.type("c")
    try stage.answer("ok propose d1 copy at=0.1 anchor=before:i3 rev=1")
    #expect(stage.sent[3].hasPrefix("propose before:") && stage.sent[3].hasSuffix(" drag=d1"))
  }

  @Test("drops only when the reply for the current place has arrived")
  func waitsForReply() throws {
    var stage = stage()
    stage.type(" <right><enter>")
    expectEqual(stage.sent, ["begin i1"])
    try stage.answer("ok begin d1 items=i1")
    expectEqual(stage.sent.last?.hasSuffix(" drag=d1"), true)
    try stage.answer("ok propose d1 move at=1.0 anchor=before:i4 rev=1")
    expectEqual(stage.sent.last, "perform d1")
  }

  @Test("frees the keys for other commands as soon as it has dropped")
  func next() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 items=i1")
    try stage.answer("ok propose d1 move at=0.0 anchor=before:i2 rev=1")
    stage.type("<enter>u")
    expectEqual(stage.sent.suffix(2), ["perform d1", "undo"])
    #expect(stage.row(-1).hasPrefix("arrows move"))
    stage.type("j ")
    expectEqual(stage.sent.last, "begin i2")
    stage.settle(.refused(Failure(.diskFull)))
    expectEqual(stage.view.ownDrag?.items, ["i2"])
    #expect(stage.row(-1).hasPrefix("not dropped: There is no room"))
  }

  @Test("shows why a place does not permit it")
  func denied() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 items=i1")
    try stage.answer("ok propose d1 forbidden at=0.0 anchor=before:i2 reason=limit rev=1")
    #expect(stage.row(-1).hasPrefix("Bread: forbidden: limit"))
    #expect(stage.board().joined().contains("-x Bread"))
    stage.type("<enter>")
    stage.settle(.refused(Failure(.sessionEnded(SessionID(1), ending: .forbidden(reason: .limit)))))
    expectEqual(stage.row(-1), "not dropped: forbidden: limit")
    expectNil(stage.view.ownDrag)
  }

  @Test("shows which fields the section of a place asks for")
  func deniedFields() throws {
    var stage = stage()
    stage.change {
      $0.policies.set([.accept(.init("label", values: ["red"]))], for: .section(.id("s1")))
    }
    stage.type(" ")
    try stage.answer("ok begin d1 items=i1")
    try stage.answer("ok propose d1 forbidden at=0.0 anchor=before:i2 reason=field rev=1")
    #expect(stage.row(-1).hasPrefix("Bread: forbidden: field, only label:red"))
  }

  @Test("is cancelled by Esc, even before the reply of the server")
  func cancelling() throws {
    var stage = stage()
    stage.type(" <esc>")
    expectEqual(stage.sent, ["begin i1"])
    try stage.answer("ok begin d1 items=i1")
    expectEqual(stage.sent, ["begin i1", "cancel d1"])
    try stage.answer("ok cancel d1 cancelled")
    expectNil(stage.view.ownDrag)
    #expect(stage.row(-1).hasPrefix("arrows move"))
  }

  @Test("names the owner of the item, if it cannot begin")
  func refused() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("refused leased item=i1 by=ada drag=d9 for=9s ada is dragging i1")
    expectEqual(stage.row(-1), "ada is dragging i1")
    expectNil(stage.view.ownDrag)
  }

  @Test("includes all selected items")
  func selected() {
    var stage = stage()
    stage.change { $0.selections = ["me": ["i3", "i1"]] }
    stage.type(" ")
    expectEqual(stage.sent, ["begin i3,i1"])
    #expect(stage.row(-1).hasPrefix("Pears +1"))
  }

  @Test("continues at its place after a reconnect, if the place still exists")
  func reconnecting() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 items=i1")
    stage.loseConnection()
    stage.type("<down>")
    #expect(stage.unanswered.isEmpty)
    stage.reconnect()
    expectEqual(stage.sent.last, "resume d1")
    try stage.answer("ok resume d1 lifted items=i1")
    expectEqual(stage.sent.last, "propose before:i3 drag=d1")
    stage.loseConnection()
    stage.reconnect()
    try stage.answer("refused not-suspended drag=d1 There is nothing to resume.")
    expectEqual(stage.sent.last, "propose before:i3 drag=d1")
    stage.loseConnection()
    stage.reconnect()
    try stage.answer("refused session-ended drag=d1 outcome=shutdown The drag session has ended.")
    expectNil(stage.view.ownDrag)
    expectEqual(stage.row(-1), "the server stopped, and the drag ended")
  }

  @Test("ends when the server ends it")
  func ended() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 items=i1")
    stage.view.sessionEnded(SessionID(2), saying: "not ours")
    #expect(stage.view.ownDrag != nil)
    stage.view.sessionEnded(SessionID(1), saying: "somebody took what was dragged")
    expectNil(stage.view.ownDrag)
    expectEqual(stage.row(-1), "somebody took what was dragged")
  }

  @Test("has no destination when its place is lost, and proposes again before it drops")
  func lost() throws {
    var stage = stage()
    stage.type(" ")
    try stage.answer("ok begin d1 items=i1")
    try stage.answer("ok propose d1 move at=0.0 anchor=before:i2 rev=1")
    stage.change { $0.drags = [.init(session: SessionID(1), owner: "me", items: ["i1"])] }
    #expect(stage.row(-1).hasPrefix("move Bread"))
    stage.change { $0.drags[0].state = .lost }
    #expect(stage.row(-1).hasPrefix("Bread: the place is gone"))
    #expect(stage.board().joined().contains("-x Bread"))
    stage.type("<enter>")
    expectEqual(stage.sent.last, "propose before:i2 drag=d1")
    try stage.answer("ok propose d1 move at=0.0 anchor=before:i2 rev=2")
    expectEqual(stage.sent.last, "perform d1")
  }

  @Test("continues after a drop with a refusal that does not end the session")
  func survivesRefusal() throws {
    var stage = stage()
    stage.type(" <enter>")
    try stage.answer("ok begin d1 items=i1")
    try stage.answer("ok propose d1 move at=0.0 anchor=before:i2 rev=1")
    stage.settle(.refused(Failure(.itemsGone(["i1"]))))
    expectEqual(stage.view.ownDrag?.session, SessionID(1))
    expectEqual(stage.sent.last, "propose before:i2 drag=d1")
    try stage.answer("ok propose d1 move at=0.0 anchor=before:i2 rev=2")
    stage.type("<enter>")
    expectEqual(stage.sent.last, "perform d1")
    stage.settle(.refused(Failure(.sessionEnded(SessionID(1), ending: .gone))))
    expectNil(stage.view.ownDrag)
  }

  @Test("stays between its neighbours while others change the board")
  func moving() throws {
    var stage = stage()
    stage.type(" <down>")
    expectEqual(stage.view.ownDrag?.point.anchor, .before("i3"))
    stage.change {
      var content = $0.board.content
      content[0].items.insert(Item(id: "new-1", text: "Rice"), at: 0)
      $0.board = Board(content)
    }
    expectEqual(
      stage.board()[1...].prefix(4),
      [
        "  Rice                  Tea", "> Bread", "  Milk", "-> Bread",
      ])
    stage.change { $0.board = Board([$0.board.sectionContent(at: 0)]) }
    expectEqual(stage.view.ownDrag?.point.anchor, .before("i3"))
  }

  @Test("begins when the mouse moves with a button down, and drops where it is released")
  func mouse() throws {
    var stage = stage()
    _ = stage.board()
    stage.mouse(.press, 3, 2)
    expectEqual(stage.sent, [])
    stage.mouse(.drag, 3, 3)
    expectEqual(stage.sent, ["begin i1"])
    try stage.answer("ok begin d1 items=i1")
    stage.mouse(.drag, 25, 2)
    stage.mouse(.drag, 25, 6)
    stage.mouse(.release, 25, 6)
    try stage.answer("ok propose d1 move at=0.1 anchor=before:i2 rev=1")
    expectEqual(stage.sent.last, "propose end:s2 drag=d1")
    try stage.answer("ok propose d1 move at=1.1 anchor=end:s2 rev=1")
    expectEqual(stage.sent.last, "perform d1")
  }

  @Test("scrolls at the edge of the screen by mouse, and continues at the next press")
  func edge() throws {
    var stage = ViewStage("A: 1 2 3 4 5 6 7 8 9 | B: x", height: 6)
    _ = stage.board()
    stage.mouse(.press, 3, 2)
    for y in [3, 4, 4, 4, 4] {
      stage.mouse(.drag, 3, y)
      _ = stage.board()
    }
    expectEqual(stage.board().last?.hasPrefix("  6"), true)
    expectEqual(stage.view.ownDrag?.point.anchor, .before("i6"))
    stage.view.press = nil
    stage.mouse(.press, 30, 2)
    stage.mouse(.release, 30, 2)
    expectEqual(stage.view.ownDrag?.isDropping, true)
    expectEqual(stage.view.ownDrag?.point.section, "s2")
  }

  @Test("does not begin if a button is released where it was pressed: that chooses")
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
    expectEqual(stage.sent, ["choose i2"])
  }
}
