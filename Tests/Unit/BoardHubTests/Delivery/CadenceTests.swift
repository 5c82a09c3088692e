import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

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
    expectEqual(lines, ["batch list 100 101 1", "move 0.0 1.0 i0"])
    expectNil(scene.nextDeadline)
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
      expectNil(Sent(scene.turn()).writes[watcher])
      expectEqual(scene.nextDeadline, flush + .milliseconds(10))
    }
    scene.pass(.milliseconds(1))
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.first, "batch list 101 110 9")
    expectNil(scene.nextDeadline)
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
    expectEqual(batches, Array(stride(from: 0, to: 100, by: 10)))
  }

  @Test(
    "sends each change at once by default as long as that takes less than a quarter of the time",
    arguments: [0, 100, 240])
  func prompt(_ took: Int) throws {
    try expectEqual(flushes(taking: .microseconds(took)), Array(0..<1_000))
  }

  @Test("then waits until sending took a quarter of the time, but no longer than 4 ms")
  func debt() throws {
    let some = try flushes(taking: .microseconds(400))
    expectEqual(Array(some.prefix(100)), Array(0..<100))
    expectEqual(gaps(some).max(), 2)
    #expect((312...313).contains(some.filter { $0 >= 500 }.count), "half of 1,000 · 250 / 400")
    expectEqual(gaps(try flushes(taking: .microseconds(950))).max(), 4)
  }

  /// The milliseconds of a second in which a watcher is sent something, with a change in each, if each flush
  /// takes so long.
  private func flushes(taking length: Duration) throws -> [Int] {
    var scene = try HubScene(.automatic)
    let (author, watcher) = (scene.watcher(), scene.watcher())
    return (0..<1_000).filter { change in
      scene.say("edit i0 \(change)", by: author)
      let isSent = Sent(scene.turn()).writes[watcher] != nil
      scene.hub.sendingTook(length, endingAt: scene.now + length, isOfTurn: true)
      scene.pass(.milliseconds(1))
      return isSent
    }
  }

  private func gaps(_ times: [Int]) -> [Int] { zip(times.dropFirst(), times).map { $0 - $1 } }

  @Test("waits 4 ms behind much sending, and after a fan-out as long as its turn took")
  func rest() throws {
    for (took, window) in [(0, 4_000), (1_000, 4_000), (2_500, 5_000), (20_000, 40_000)] {
      var scene = try HubScene(.automatic)
      let (author, watcher) = (scene.watcher(), scene.watcher())
      scene.hub.sendingTook(.milliseconds(100), endingAt: scene.now, isOfTurn: false)
      scene.say("edit i0 first", by: author)
      expectEqual(Sent(scene.turn()).writes[watcher]?.count, 1)
      let flush = scene.now
      scene.pass(.microseconds(took))
      scene.hub.sendingTook(.microseconds(took), endingAt: scene.now, isOfTurn: true)
      scene.say("edit i0 second", by: author)
      expectNil(Sent(scene.turn()).writes[watcher])
      scene.hub.sendingTook(.seconds(1), endingAt: scene.now, isOfTurn: true)
      expectEqual(scene.nextDeadline, flush + .microseconds(window))
      scene.pass(flush + .microseconds(window - 1) - scene.now)
      expectNil(Sent(scene.turn()).writes[watcher])
      scene.pass(.microseconds(1))
      expectEqual(Sent(scene.turn()).writes[watcher]?.count, 1)
    }
  }

  @Test("forgets much sending a tenth of a second after the last rest")
  func forgetting() throws {
    var scene = try HubScene(.automatic)
    let (author, watcher) = (scene.watcher(), scene.watcher())
    for _ in 0..<100 {
      scene.pass(.seconds(1))
      scene.hub.sendingTook(.seconds(1), endingAt: scene.now, isOfTurn: false)
    }
    scene.pass(.seconds(1) + FlushSchedule.credit)
    for text in ["first", "second"] {
      scene.say("edit i0 \(text)", by: author)
      expectEqual(Sent(scene.turn()).writes[watcher]?.count, 1)
    }
  }

  @Test("lets a flush end that takes many turns, however fast the board changes")
  func cutShort() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let (author, watchers) = (scene.connect(), scene.watchers(10))
    scene.hub.budget.stepsPerTurn = 300
    var served: [ConnectionID: Int] = [:]
    for turn in 0..<40 {
      if turn < 20 { scene.say("edit i0 board=list text \(turn)", by: author) }
      for id in Sent(scene.turn()).writes.keys where id != author { served[id, default: 0] += 1 }
      #expect(turn < 3 || turn >= 20 || watchers.allSatisfy { served[$0] == 1 })
      if turn >= 20 { scene.pass(.milliseconds(1)) }
    }
    #expect(watchers.allSatisfy { served[$0] == 2 }, "all are at the head behind the next window")
  }

  @Test("sends all the same batch in a flush of many turns, and what was changed since in the next")
  func shared() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let (author, watchers) = (scene.connect(), scene.watchers(10))
    scene.hub.budget.stepsPerTurn = 300
    scene.hub.editsOfSlice = 4
    let before = scene.hub.budget.counters.compositions
    var lines: [ConnectionID: [String]] = [:]
    for turn in 0..<40 {
      if turn < 11 { scene.say("edit i\(turn) board=list text", by: author) }
      let sent = Sent(scene.turn())
      for id in watchers { lines[id, default: []] += sent.lines(of: id) }
      if turn >= 11 { scene.pass(.milliseconds(1)) }
    }
    let revision = scene.hub.service.revisions["list"]!
    let heads = lines.mapValues { $0.filter { $0.hasPrefix("batch ") } }
    expectEqual(Set(heads.values).count, 1, "\(heads)")
    expectEqual(
      heads[watchers[0]],
      [
        "batch list 100 101 1", "batch list 101 105 4", "batch list 105 109 4",
        "batch list 109 \(revision) 2",
      ])
    #expect(scene.hub.budget.counters.compositions - before <= 4)
  }

  @Test(
    "brings who waits in a flush to the head by its batch, and by none if what was changed since is undone"
  )
  func undone() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let (author, watchers) = (scene.connect(), scene.watchers(10))
    scene.hub.budget.stepsPerTurn = 300
    scene.say("edit i0 board=list text", by: author)
    let served = Sent(scene.turn()).writes.keys
    let waiting = try #require(watchers.first { !served.contains($0) })
    scene.hub.budget.stepsPerTurn = TurnBudget.turnSteps
    scene.say("move i1 1.0 board=list", by: author)
    scene.say("move i1 0.1 board=list", by: author)
    scene.say("rows 1.0 1", by: waiting)
    let lines = Sent(scene.turn()).lines(of: waiting)
    expectEqual(
      Array(lines.prefix(3)),
      ["batch list 100 101 1", "reload 0.0 i0 text", "batch list 101 103 0"], "\(lines)")
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
    expectEqual(heard[quick], Array(0...10))
    expectEqual(heard[slow], [0, 5, 10])
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
    expectEqual(scene.nextDeadline, start + .milliseconds(300))
    scene.pass(.milliseconds(300))
    expectEqual(Array(Sent(scene.turn()).writes.keys), [slow[1]])
    expectEqual(scene.nextDeadline, start + .seconds(1))
    scene.pass(.milliseconds(700))
    expectEqual(Array(Sent(scene.turn()).writes.keys), [slow[0]])
    expectNil(scene.nextDeadline)
  }

  @Test("wakes the server for the earlier of a flush and the expiry of a drag session")
  func deadlines() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let author = scene.watcher()
    _ = scene.watcher()
    scene.say("begin i1", by: author)
    _ = scene.turn()
    let begin = scene.now
    expectEqual(scene.nextDeadline, begin + Limits.sessionIdle)
    scene.say("edit i0 again", by: author)
    _ = scene.turn()
    expectEqual(scene.nextDeadline, begin + .milliseconds(10))
    scene.pass(.milliseconds(10))
    _ = scene.turn()
    expectEqual(scene.nextDeadline, begin + Limits.sessionIdle)
  }

  @Test("sends nothing to a watcher that has disconnected")
  func gone() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    for _ in 0..<2 { scene.say("edit i0 again", by: author) }
    scene.hub.disconnected(watcher, at: scene.now)
    expectEqual(Sent(scene.turn()).writes.keys.sorted { $0.slot < $1.slot }, [author])
    expectNil(scene.nextDeadline)
  }
}
