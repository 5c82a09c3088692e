import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A heartbeat")
struct HeartbeatTests {
  private var scene: HubScene
  private let id: ConnectionID

  init() throws {
    scene = try HubScene(.fixed(.zero))
    id = scene.watcher()
  }

  /// What the client gets after so much time.
  private mutating func wait(_ milliseconds: Int) -> [String] {
    scene.pass(.milliseconds(milliseconds))
    return Sent(scene.turn()).lines(of: id)
  }

  @Test("is sent after the requested silence, and wakes the server for it")
  mutating func silence() {
    scene.say("hello heartbeat=10s", by: id)
    expectEqual(wait(0), ["ok hello guest-1"])
    expectEqual(scene.nextDeadline, scene.now + .seconds(10))
    expectEqual(wait(9_999), [])
    expectEqual(wait(1), ["ping"])
    expectEqual(scene.nextDeadline, scene.now + .seconds(10))
    expectEqual(wait(10_000), ["ping"])
  }

  @Test("is postponed by whatever is sent: a reply, a batch alone or with others")
  mutating func putOff() {
    let (author, other) = (scene.watcher(), scene.watcher())
    scene.say("hello heartbeat=10s", by: id)
    _ = wait(0)
    for line in ["ping", "edit i1 a"] {
      expectEqual(wait(9_000), [])
      scene.say(line, by: id)
      expectEqual(wait(0).isEmpty, false)
    }
    expectEqual(wait(9_000), [])
    scene.say("edit i1 b", by: author)
    expectEqual(wait(0), ["batch list 101 102 1", "reload 0.1 i1 b"])
    expectEqual(wait(9_999), [])
    expectEqual(wait(1), ["ping"])
    scene.say("ping", by: other)
    expectEqual(wait(10_000), ["ping"])
  }

  @Test("is not sent if something else is sent in the same turn")
  mutating func sameTurn() {
    scene.say("hello heartbeat=10s", by: id)
    _ = wait(0)
    scene.pass(.seconds(10))
    scene.say("ping", by: id)
    expectEqual(wait(0), ["pong"])
    expectEqual(wait(10_000), ["ping"])
  }

  @Test("takes the latest interval that the client requests")
  mutating func changed() {
    for (time, wait) in [("10s", 10_000), ("2s", 2_000), ("250ms", 250), ("5s", 5_000)] {
      scene.say("hello heartbeat=\(time)", by: id)
      _ = self.wait(0)
      expectEqual(self.wait(wait - 1), [], "\(time)")
      expectEqual(self.wait(1), ["ping"], "\(time)")
    }
    scene.say("hello heartbeat=0s", by: id)
    _ = wait(0)
    expectNil(scene.nextDeadline)
    expectEqual(wait(100_000), [])
  }

  @Test("is not sent to a blocked connection, and again once it is unblocked")
  mutating func blocked() {
    scene.say("hello heartbeat=10s", by: id)
    _ = wait(0)
    scene.hub.setBlocked(id, true)
    for _ in 0..<5 { expectEqual(wait(10_000), []) }
    scene.hub.setBlocked(id, false)
    expectEqual(wait(10_000), ["ping"])
  }

  @Test("is in the form of the connection, and ends with it")
  mutating func form() {
    scene.say("hello form=json heartbeat=1s", by: id)
    _ = wait(0)
    expectEqual(wait(1_000), [#"{"kind":"ping"}"#])
    scene.hub.disconnected(id, at: scene.now)
    _ = scene.turn()
    expectNil(scene.nextDeadline)
  }

  @Test("needs as many entries as there are connections, however often it is requested")
  mutating func bounded() {
    for number in 0..<10_000 {
      scene.say("hello heartbeat=\(1 + number % 60)s", by: id)
      if number % 100 == 0 { _ = wait(0) }
      scene.goOn()
    }
    #expect(scene.hub.delivery.heartbeats.entryCount <= 70)
  }
}
