import BoardDelivery
import BoardHub
import TestKit
import Testing

@Suite("What a watcher is sent")
struct OrderTests {
  @Test("excludes the end of a drag after a snapshot without it that its own command causes")
  func endBehindSnapshot() throws {
    var scene = try HubScene()
    let watcher = scene.watcher("every=10s")
    let dragger = scene.watcher()
    scene.say("begin i1", by: dragger)
    expectEqual(
      Sent(scene.turn()).lines(of: watcher),
      [
        "drag d1 began list guest-2 items=i1 ops=move,copy"
      ])
    scene.pass(.seconds(1))
    scene.say("cancel", by: dragger)
    expectEqual(Sent(scene.turn()).lines(of: watcher), [])
    scene.say("replace list", by: watcher)
    scene.say("section s1 - To buy", by: watcher)
    for number in 0..<80 { scene.say("item new-\(number) something else", by: watcher) }
    scene.say("end", by: watcher)
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.first?.hasPrefix("board list 101 1 81"), true)
    expectEqual(lines.last, "ok replace list rev=101")
    #expect(!lines.contains { $0.hasPrefix("drag ") })
  }

  @Test("excludes drags that it knows from its own replies, and includes the drags of others")
  func ownView() throws {
    var scene = try HubScene()
    let watcher = scene.watcher()
    let dragger = scene.watcher()
    let other = scene.watcher()
    scene.say("begin i2", by: other)
    scene.say("begin i1", by: dragger)
    let delivery = Sent(scene.turn())
    let began = [
      "drag d1 began list guest-3 items=i2 ops=move,copy",
      "drag d2 began list guest-2 items=i1 ops=move,copy",
    ]
    expectEqual(delivery.lines(of: watcher), began)
    expectEqual(delivery.lines(of: dragger), ["ok begin d2 items=i1", began[0]])
    expectEqual(delivery.lines(of: other), ["ok begin d1 items=i2", began[1]])
  }

  @Test("is a batch, however many drags began and ended meanwhile, and the current drags")
  func presenceOverflow() throws {
    var scene = try HubScene(.fixed(.zero))
    let slow = scene.watcher()
    let dragger = scene.watcher()
    scene.hub.setBlocked(slow, true)
    scene.say("edit i0 edited", by: dragger)
    for _ in 0..<5_000 {
      scene.say("begin i1", by: dragger)
      scene.say("cancel", by: dragger)
      scene.goOn()
      _ = scene.turn()
    }
    scene.say("begin i3", by: dragger)
    _ = scene.turn()
    scene.hub.setBlocked(slow, false)
    let lines = Sent(scene.turn()).lines(of: slow)
    expectEqual(
      lines,
      [
        "batch list 100 101 1", "reload 0.0 i0 edited",
        "drag d5001 began list guest-2 items=i3 ops=move,copy",
      ])
  }

  @Test("is one composed batch after it was blocked, however many changes there were")
  func blocked() throws {
    var scene = try HubScene(.fixed(.zero))
    let slow = scene.watcher()
    let editor = scene.watcher()
    scene.hub.setBlocked(slow, true)
    for _ in 0..<100 {
      scene.say("move 0.0 0.5", by: editor)
      expectEqual(Sent(scene.turn()).lines(of: slow), [])
    }
    scene.hub.setBlocked(slow, false)
    let lines = Sent(scene.turn()).lines(of: slow)
    expectEqual(lines.count { $0.hasPrefix("batch ") }, 1)
    expectEqual(lines.first?.hasPrefix("batch list 100 200 "), true)
  }

  /// Two connections of one client that watch the board, of which the first has begun a drag.
  private func connectionsOfOne(in scene: inout HubScene) -> (
    first: ConnectionID, second: ConnectionID
  ) {
    let (first, second) = (scene.connect(), scene.connect())
    for connection in [first, second] {
      _ = scene.ask(["hello ann token=a-long-token-of-ann", "open list"], by: connection)
    }
    _ = scene.ask(["begin i1"], by: first)
    scene.rest()
    return (first, second)
  }

  @Test(
    "is, in front of the reply that counts them, the items that another connection of its client added"
  )
  func addedItems() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (first, second) = connectionsOfOne(in: &scene)
    scene.say("add i2", by: first)
    scene.say("propose 0.9 drag=d1", by: second)
    expectEqual(
      scene.lines(of: second).map { $0.prefix(20) },
      [
        "drag d1 items items=", "ok propose d1 move a",
      ])
    scene.rest()
    expectEqual(scene.ask(["propose 0.8 drag=d1"], by: second).count, 1)
  }

  @Test(
    "excludes the state that the reply to its own command says, whichever connection of its client made it so"
  )
  func leftTwice() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (first, second) = connectionsOfOne(in: &scene)
    scene.say("propose 1.0 drag=d1", by: second)
    scene.say("exit d1", by: first)
    scene.say("exit d1", by: second)
    let lines = scene.lines(of: second)
    #expect(lines.count == 2 && lines.last == "ok exit d1")
    scene.rest()
    expectEqual(scene.lines(of: second), [])
  }
}
