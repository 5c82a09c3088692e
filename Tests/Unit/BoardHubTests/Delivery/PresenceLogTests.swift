import BoardAuthority
import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("The changes of drags and selections that watchers have not seen")
struct PresenceLogTests {
  @Test("are at most as many as the limit; those that nobody is owed are removed first")
  func full() throws {
    var scene = try HubScene(.fixed(.zero))
    let (slow, author) = (scene.watcher(), scene.watcher())
    let board = try #require(scene.hub.boards["list"])
    scene.say("begin i1", by: author)
    _ = scene.turn()
    scene.hub.setBlocked(slow, true)
    scene.say("cancel", by: author)
    for _ in 0..<2 * Limits.presenceEvents {
      for line in ["begin i2", "cancel"] { scene.say(line, by: author) }
      scene.goOn()
      _ = scene.turn()
      #expect(board.presence.ends.count <= Limits.presenceEvents)
    }
    expectEqual(board.presence.tail, 0)
    scene.hub.setBlocked(slow, false)
    expectEqual(Sent(scene.turn()).lines(of: slow), ["drag d1 ended cancelled"])
    #expect(board.presence.ends.isEmpty)
  }

  @Test("include the end of a drag that a connection began by itself and another ended")
  func ownBeginning() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (owner, other) = (scene.watcher(), scene.watcher())
    _ = scene.ask(["begin i5"], by: owner)
    _ = scene.ask(["begin i1"], by: owner)
    scene.say("delete i1 force=yes", by: other)
    for _ in 0...Limits.presenceEvents {
      for line in ["begin i2", "cancel"] { scene.say(line, by: other) }
      scene.goOn()
    }
    _ = scene.turn()
    scene.pass(.seconds(1))
    let lines = Sent(scene.turn()).lines(of: owner)
    expectEqual(lines.filter { $0.contains("d2 ") }, ["drag d2 ended gone"])
  }
}
