import BoardDelivery
import TestKit
import Testing

@Suite("A client that closes a board")
struct ClosingTests {
  @Test("first gets what is still unsent, such as the end of its own drag")
  func unsentLines() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (owner, author) = (scene.watcher(), scene.watcher())
    scene.say("begin i1", by: owner)
    _ = scene.turn()
    scene.say("delete i1 force=yes", by: author)
    scene.say("close", by: owner)
    let lines = Sent(scene.turn()).lines(of: owner)
    expectEqual(
      lines,
      [
        "batch list 100 101 1", "delete 0.1 i1", "drag d1 ended gone", "ok close list",
      ])
  }

  @Test("gets no line about the board afterwards")
  func silence() throws {
    var scene = try HubScene(.fixed(.zero))
    let (watcher, author) = (scene.watcher(), scene.watcher())
    scene.say("close list", by: watcher)
    _ = scene.turn()
    scene.say("begin i1", by: author)
    scene.say("edit i1 again", by: author)
    expectNil(Sent(scene.turn()).writes[watcher])
  }
}
