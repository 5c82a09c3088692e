import BoardDelivery
import BoardModel
import BoardWire
import TestKit
import Testing

@Suite("An external item")
struct ExternalItemTests {
  private var scene: HubScene
  private let author: ConnectionID

  init() throws {
    scene = try HubScene(.fixed(.seconds(1)))
    author = scene.watcher()
  }

  private let began = "drag d1 began list guest-1 items=i20 ops=copy external=text/plain milk\\n2"

  @Test("is sent with its type and text, also in a composed update")
  mutating func announced() {
    let watcher = scene.watcher()
    scene.say("begin-external milk\\n2", by: author)
    expectEqual(Sent(scene.turn()).lines(of: author), ["ok begin-external d1 items=i20"])
    for text in ["bread", "tea"] { scene.say("add-external type=note \(text)", by: author) }
    for line in ["propose 1.0", "remove i20", "propose 0.0", "exit"] { scene.say(line, by: author) }
    _ = scene.turn()
    scene.pass(.seconds(1))
    // Both texts are sent, and not that it is lifted, as it was.
    expectEqual(
      Sent(scene.turn()).lines(of: watcher),
      [
        "drag d1 items items=i21 external=note bread",
        "drag d1 items items=i21,i22 external=note tea",
      ])
  }

  @Test("is sent at once to watchers when its drag begins")
  mutating func begins() {
    let watcher = scene.watcher()
    scene.say("begin-external milk\\n2", by: author)
    expectEqual(Sent(scene.turn()).lines(of: watcher), [began])
  }

  @Test("is sent to later watchers with its text")
  mutating func late() {
    scene.say("begin-external milk\\n2", by: author)
    for text in ["bread", ""] { scene.say("add-external type=note \(text)", by: author) }
    scene.say("propose 1.0", by: author)
    _ = scene.turn()
    let late = scene.connect()
    scene.say("open list", by: late)
    let lines = Sent(scene.turn()).lines(of: late)
    expectEqual(
      lines.suffix(4),
      [
        began, "drag d1 items items=i20,i21 external=note bread",
        "drag d1 items items=i20,i21,i22 external=note",
        "drag d1 over copy at=1.0 anchor=start:s2",
      ])
    scene.say("drags", by: late)
    expectEqual(
      Sent(scene.turn()).lines(of: late).last,
      "d1 list guest-1 copy items=i20,i21,i22 ops=copy external=text/plain at=1.0 "
        + "anchor=start:s2")
  }

  @Test("is never a deleted item of the board")
  mutating func deleted() throws {
    let slow = scene.watcher("every=10s")
    scene.say("insert 0.0 new", by: author)
    _ = scene.turn()
    scene.say("begin i20,i1", by: author)
    scene.say("delete i20 force=yes", by: author)
    scene.pass(.seconds(10))
    let lines = Sent(scene.turn()).lines(of: slow)
    expectEqual(
      lines.filter { $0.hasPrefix("drag") },
      [
        "drag d1 began list guest-1 items=i1 ops=move,copy"
      ])
  }
}

@Suite("A guest")
struct GuestTests {
  @Test(
    "that names itself keeps its drags and selections, and no event announces the change of owner")
  func name() throws {
    var scene = try HubScene(.fixed(.zero))
    let (guest, watcher) = (scene.watcher(), scene.watcher())
    for line in ["begin i1", "select i2"] { scene.say(line, by: guest) }
    _ = scene.turn()
    scene.say("hello ann", by: guest)
    expectEqual(
      Sent(scene.turn()).lines(of: watcher),
      [
        "selected list guest-1", "selected list ann items=i2",
      ])
    scene.say("propose 1.0", by: guest)
    expectEqual(
      Sent(scene.turn()).lines(of: watcher),
      [
        "drag d1 over move at=1.0 anchor=start:s2"
      ])
    let late = scene.connect()
    scene.say("open list", by: late)
    let lines = Sent(scene.turn()).lines(of: late)
    #expect(lines.contains("drag d1 began list ann items=i1 ops=move,copy"))
  }

  @Test("that is refused a name keeps its state")
  func refused() throws {
    let scene = try HubScene(.fixed(.zero))
    let (ann, guest) = (scene.connect(), scene.connect())
    scene.say("hello ann token=secret-long-enough", by: ann)
    _ = scene.turn()
    scene.say("hello ann form=json heartbeat=1s", by: guest)
    let lines = Sent(scene.turn()).lines(of: guest)
    expectEqual(lines.map(\.withoutSentence), ["refused name-taken client=ann"])
    expectNil(scene.nextDeadline)
  }

  @Test("that tries five wrong tokens gets an error and is closed")
  func tokens() throws {
    let scene = try HubScene(.fixed(.zero))
    let (ann, guest) = (scene.connect(), scene.connect())
    scene.say("hello ann token=secret-long-enough", by: ann)
    _ = scene.turn()
    for _ in 1..<Limits.wrongTokens { scene.say("hello ann token=wrong-long-enough", by: guest) }
    expectEqual(Sent(scene.turn()).closed, [])
    scene.say("hello ann token=wrong-long-enough", by: guest)
    let delivery = Sent(scene.turn())
    expectEqual(delivery.lines(of: guest).last?.hasPrefix("bye too-many-tokens"), true)
    expectEqual(delivery.closed, [guest])
  }
}
