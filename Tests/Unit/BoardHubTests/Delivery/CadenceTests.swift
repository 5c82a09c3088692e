import BoardHub
import BoardModel
import Testing

@Suite("The cadence")
struct CadenceTests {
  @Test(
    "sends the first change after an idle time at the end of its turn",
    arguments: [Cadence.automatic, .fixed(.zero), .fixed(.seconds(1))])
  func firstChange(_ cadence: Cadence) throws {
    var scene = try HubScene(cadence)
    let (author, watcher) = (scene.watcher(), scene.watcher())
    scene.say("move i0 1.0", by: author)
    let lines = Sent(scene.turn()).lines(of: watcher)
    #expect(lines == ["batch list 100 101 1", "move 0.0 1.0 i0"])
    #expect(scene.nextDeadline == nil)
  }

  @Test(
    "then sends at most one batch per window, and returns the end of the window as its deadline")
  func window() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    scene.say("edit i0 first", by: author)
    _ = scene.turn()
    let flush = scene.now
    for millisecond in 1..<10 {
      scene.pass(.milliseconds(1))
      scene.say("edit i\(millisecond) again", by: author)
      #expect(Sent(scene.turn()).writes[watcher] == nil)
      #expect(scene.nextDeadline == flush + .milliseconds(10))
    }
    scene.pass(.milliseconds(1))
    let lines = Sent(scene.turn()).lines(of: watcher)
    #expect(lines.first == "batch list 101 110 9")
    #expect(scene.nextDeadline == nil)
  }

  @Test("counts windows from one flush to the next, not from a change")
  func windows() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    var batches: [Int] = []
    for millisecond in 0..<100 {
      scene.say("edit i0 \(millisecond)", by: author)
      if Sent(scene.turn()).writes[watcher] != nil { batches.append(millisecond) }
      scene.pass(.milliseconds(1))
    }
    #expect(batches == Array(stride(from: 0, to: 100, by: 10)))
  }

  @Test("waits 4 ms by default, and after a fan-out as long as its turn took")
  func automatic() throws {
    for (took, window) in [(0, 4_000), (1_000, 4_000), (2_500, 5_000), (20_000, 40_000)] {
      var scene = try HubScene(.automatic)
      let (author, watcher) = (scene.watcher(), scene.watcher())
      scene.say("edit i0 first", by: author)
      #expect(Sent(scene.turn()).writes[watcher]?.count == 1)
      let flush = scene.now
      scene.pass(.microseconds(took))
      scene.hub.turnTook(.microseconds(took), endingAt: scene.now)
      scene.say("edit i0 second", by: author)
      #expect(Sent(scene.turn()).writes[watcher] == nil)
      scene.hub.turnTook(.seconds(1), endingAt: scene.now)
      #expect(scene.nextDeadline == flush + .microseconds(window))
      scene.pass(flush + .microseconds(window - 1) - scene.now)
      #expect(Sent(scene.turn()).writes[watcher] == nil)
      scene.pass(.microseconds(1))
      #expect(Sent(scene.turn()).writes[watcher]?.count == 1)
    }
  }

  @Test("is slower for a watcher that asks for it with every=, and not for others")
  func every() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, quick) = (scene.watcher(), scene.watcher())
    let slow = scene.watcher("every=250ms")
    var heard: [ConnectionID: [Int]] = [:]
    for step in 0...10 {
      scene.say("edit i0 \(step)", by: author)
      for id in Sent(scene.turn()).writes.keys { heard[id, default: []].append(step) }
      if step < 10 { scene.pass(.milliseconds(50)) }
    }
    #expect(heard[quick] == Array(0...10))
    #expect(heard[slow] == [0, 5, 10])
  }

  @Test("wakes the server for a watcher with an unsent batch under every=")
  func everyDeadline() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.watcher()
    let slow = [scene.watcher("every=1s"), scene.watcher("every=300ms")]
    scene.say("edit i0 first", by: author)
    _ = scene.turn()
    let start = scene.now
    scene.say("edit i0 second", by: author)
    _ = scene.turn()
    #expect(scene.nextDeadline == start + .milliseconds(300))
    scene.pass(.milliseconds(300))
    #expect(Array(Sent(scene.turn()).writes.keys) == [slow[1]])
    #expect(scene.nextDeadline == start + .seconds(1))
    scene.pass(.milliseconds(700))
    #expect(Array(Sent(scene.turn()).writes.keys) == [slow[0]])
    #expect(scene.nextDeadline == nil)
  }

  @Test("wakes the server for the earlier of a flush and the expiry of a drag session")
  func deadlines() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let author = scene.watcher()
    _ = scene.watcher()
    scene.say("begin i1", by: author)
    _ = scene.turn()
    let begin = scene.now
    #expect(scene.nextDeadline == begin + Limits.sessionIdle)
    scene.say("edit i0 again", by: author)
    _ = scene.turn()
    #expect(scene.nextDeadline == begin + .milliseconds(10))
    scene.pass(.milliseconds(10))
    _ = scene.turn()
    #expect(scene.nextDeadline == begin + Limits.sessionIdle)
  }

  @Test("sends nothing to a watcher that has disconnected")
  func gone() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    for _ in 0..<2 { scene.say("edit i0 again", by: author) }
    scene.hub.disconnected(watcher, at: scene.now)
    #expect(Sent(scene.turn()).writes.keys.sorted { $0.slot < $1.slot } == [author])
    #expect(scene.nextDeadline == nil)
  }
}
