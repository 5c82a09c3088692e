import BoardDelivery
import BoardHub
import TestKit
import Testing

@Suite("A hub that stops")
struct ShutdownTests {
  @Test("sends each watcher the last batch and the end of each drag, then bye")
  func order() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let watchers = scene.watchers(3)
    scene.say("begin i1", by: watchers[0])
    _ = scene.turn()
    scene.say("move i0 1.0", by: watchers[0])
    _ = scene.turn()
    scene.hub.drain.stop(at: scene.now)
    let delivery = Sent(scene.turn())
    let batch = ["batch list 100 101 1", "move 0.0 1.0 i0"]
    let end = ["drag d1 ended shutdown", "bye shutdown"]
    expectEqual(delivery.lines(of: watchers[0]), end)
    expectEqual(delivery.lines(of: watchers[1]), batch + end)
    expectEqual(delivery.lines(of: watchers[2]), batch + end)
    expectEqual(delivery.closed, watchers)
  }

  @Test("sends each client one write")
  func writes() throws {
    var scene = try HubScene()
    let watchers = scene.watchers(3)
    scene.say("begin i1", by: watchers[0])
    scene.hub.drain.stop(at: scene.now)
    let delivery = Sent(scene.turn())
    for watcher in watchers { expectEqual(delivery.writes[watcher]?.count, 1) }
  }
}
