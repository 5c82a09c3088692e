import BoardModel
import BoardReplica
import BoardWire
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

/// What was meant for a drag must never choose an item: with `on-choose=delete` that would delete it.
@Suite("After the end of a drag")
struct UnwantedEndTests {
  private func carrying() throws -> ViewStage {
    var stage = ViewStage("To buy: Bread Milk Pears | In the basket: Tea")
    stage.type(" ")
    try stage.answer("ok begin d1 items=i1")
    try stage.answer("ok propose d1 move at=0.0 anchor=before:i2 rev=1")
    return stage
  }

  private var chosen: (ViewStage) -> [String] {
    { stage in stage.sent.filter { $0.hasPrefix("choose") || $0.hasPrefix("begin") } }
  }

  @Test("by Esc, the release of the mouse chooses nothing, and a motion picks nothing up")
  func escapeByMouse() throws {
    var stage = ViewStage("To buy: Bread Milk Pears | In the basket: Tea")
    _ = stage.board()
    stage.mouse(.press, 4, 2)
    stage.mouse(.drag, 30, 2)
    try stage.answer("ok begin d1 items=i1")
    stage.type("<esc>")
    stage.mouse(.drag, 31, 2)
    stage.mouse(.release, 4, 2)
    expectEqual(chosen(stage), ["begin i1"])
    try stage.answer("ok cancel d1 cancelled")
    stage.mouse(.press, 4, 2)
    stage.mouse(.release, 4, 2)
    expectEqual(chosen(stage).last, "choose i1")
  }

  @Test("before the server answered, the release chooses nothing either")
  func escapeAtOnce() {
    var stage = ViewStage("To buy: Bread Milk Pears | In the basket: Tea")
    _ = stage.board()
    stage.mouse(.press, 4, 2)
    stage.mouse(.drag, 30, 2)
    stage.type("<esc>")
    stage.mouse(.release, 30, 2)
    expectEqual(chosen(stage), ["begin i1"])
  }

  @Test("by others, Enter and space do nothing for a second", arguments: ["<enter>", " ", "m"])
  func forced(_ key: String) throws {
    var stage = try carrying()
    stage.view.now = .seconds(10)
    stage.view.sessionEnded(SessionID(1), saying: "somebody ended the drag")
    let before = stage.sent
    stage.type(key)
    stage.view.now += .milliseconds(999)
    stage.type(key)
    expectEqual(stage.sent, before)
    expectEqual(stage.row(-1), "somebody ended the drag")
    stage.view.now += .milliseconds(1)
    stage.type(key)
    expectEqual(stage.sent.count, before.count + 1)
  }

  @Test("by others, the release of the mouse chooses nothing")
  func forcedByMouse() throws {
    var stage = try carrying()
    _ = stage.board()
    stage.mouse(.press, 4, 2)
    stage.view.sessionEnded(SessionID(1), saying: "somebody ended the drag")
    stage.mouse(.release, 4, 2)
    expectEqual(chosen(stage), ["begin i1"])
  }

  @Test("that could not begin, the keys mean what they say at once")
  func notBegun() throws {
    var stage = ViewStage("To buy: Bread Milk Pears | In the basket: Tea")
    stage.type(" ")
    try stage.answer("refused leased item=i1 by=ada drag=d9 for=9s ada is dragging i1")
    stage.type("<down> ")
    expectEqual(stage.sent.last, "begin i2")
  }

  @Test(
    "that the server knows, the last line says how it ended",
    arguments: [
      ("outcome=shutdown", "the server stopped, and the drag ended"),
      ("outcome=expired", "the drag took too long"),
      ("outcome=gone", "somebody took what was dragged"),
      ("outcome=cancelled", "somebody ended the drag"),
      ("outcome=moved rev=7 at=1.0", "the drag was over: it had been dropped"),
    ])
  func outcome(_ facts: String, _ text: String) throws {
    var stage = try carrying()
    stage.loseConnection()
    stage.reconnect()
    try stage.answer(
      "refused session-ended drag=d1 \(facts) The drag is over, and this is how it ended.")
    expectEqual(stage.row(-1), text)
  }
}
