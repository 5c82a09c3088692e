import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

@Suite("A fan-out")
struct FanOutTests {
  @Test("gives the dropping client the batch, the end of the drag and the reply in one write")
  func performer() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let author = scene.watcher()
    _ = scene.watchers(3)
    scene.say("begin i0,i1", by: author)
    scene.say("propose 1.0", by: author)
    _ = scene.turn()
    scene.say("perform", by: author)
    let effects = scene.turn()
    guard case .send(let pieces, let id) = effects[0], case .own? = pieces.first else {
      Issue.record("the reply comes first, as bytes of its own")
      return
    }
    expectEqual(id, author)
    expectEqual(pieces.count, 1)
    expectEqual(
      Sent(effects).lines(of: author),
      [
        "batch list 100 101 2", "move 0.0 1.0 i0", "move 0.1 1.1 i1",
        "drag d1 ended moved rev=101", "ok perform d1 moved rev=101 at=1.0",
      ])
  }

  @Test("gives an author the batch and the reply in the turn of the change, within any window")
  func author() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    for round in 1...5 {
      scene.say("move i\(round) 1.0", by: author)
      let delivery = Sent(scene.turn())
      expectEqual(delivery.writes[author]?.count, 1)
      expectEqual(delivery.lines(of: author).first?.hasPrefix("batch list \(99 + round) "), true)
      expectEqual(delivery.lines(of: author).last, "ok move count=1 at=1.0 rev=\(100 + round)")
      expectEqual((delivery.writes[watcher] != nil), (round == 1))
    }
  }

  @Test("encodes once for all watchers at one revision, and writes to each of them once")
  func sharing() throws {
    var scene = try HubScene()
    let author = scene.watcher()
    let watchers = scene.watchers(100)
    for round in 0..<10 { scene.say("move i\(round) 1.0", by: author) }
    let effects = scene.turn()
    expectEqual(effects.count, 2)
    guard case .broadcast(_, let ids) = effects.last else {
      Issue.record("what goes to many comes last")
      return
    }
    expectEqual(Set(ids), Set(watchers))
    expectEqual(ids.count, watchers.count)
  }

  @Test("begins with another watcher each time, so that none is always last")
  func turns() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.watcher()
    let watchers = scene.watchers(7)
    var last: [ConnectionID: Int] = [:]
    for round in 0..<80 {
      scene.say("edit i0 \(round)", by: author)
      guard case .broadcast(_, let ids)? = scene.turn().last else { continue }
      expectEqual(Set(ids), Set(watchers))
      last[ids[6], default: 0] += 1
    }
    // The one in front of the author's place is the last of eight twice as often.
    expectEqual(last.count, 7)
    #expect(last.values.allSatisfy { (8...22).contains($0) })
  }

  @Test("composes once for each revision that watchers are at")
  func positions() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.watcher()
    let watchers = scene.watchers(30)
    for round in 0..<3 {
      for watcher in watchers[(round * 10)..<(round * 10 + 10)] {
        scene.hub.setBlocked(watcher, true)
      }
      scene.say("edit i\(round) again", by: author)
      _ = scene.turn()
    }
    for watcher in watchers { scene.hub.setBlocked(watcher, false) }
    let delivery = Sent(scene.turn())
    expectEqual(Set(delivery.encodings.map(ObjectIdentifier.init)).count, 3)
    expectEqual(delivery.encodings.count, 3)
    for (index, watcher) in watchers.enumerated() {
      let from = 100 + index / 10
      expectEqual(delivery.writes[watcher]?.count, 1)
      expectEqual(delivery.lines(of: watcher).first, "batch list \(from) 103 \(103 - from)")
    }
  }

  @Test("sends nothing to a blocked watcher, and then one batch up to the present")
  func blocked() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    scene.hub.setBlocked(watcher, true)
    for round in 0..<1_000 {
      scene.say("edit i\(round % 3) \(round)", by: author)
      expectNil(Sent(scene.turn()).writes[watcher])
    }
    expectNil(scene.nextDeadline)
    scene.hub.setBlocked(watcher, false)
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.first, "batch list 100 1100 3")
    expectEqual(lines.count, 4)
  }

  @Test("sends a snapshot if the batch from an old revision would be larger")
  func longAgo() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    for round in 0..<200 { scene.say("insert 1.0 number \(round)", by: author) }
    _ = scene.turn()
    scene.hub.setBlocked(watcher, true)
    for _ in 0..<20 { scene.say("delete 1.0", by: author) }
    _ = scene.turn()
    scene.hub.setBlocked(watcher, false)
    expectEqual(Sent(scene.turn()).lines(of: watcher).first, "batch list 300 320 20")
    scene.hub.setBlocked(watcher, true)
    for _ in 0..<180 { scene.say("delete 1.0", by: author) }
    _ = scene.turn()
    scene.hub.setBlocked(watcher, false)
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.first?.hasPrefix("board list 500 2 "), true)
  }

  @Test("sends a plain move as a row of at most 24 bytes, and a drop in at most 68 bytes")
  func budgets() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    scene.say("move i12 0.19", by: author)
    let row = Sent(scene.turn()).lines(of: watcher)[1]
    expectEqual(row, "move 0.12 0.19 i12")
    #expect(row.utf8.count + 1 <= 24)
    scene.say("begin i12", by: author)
    scene.say("propose 1.0", by: author)
    _ = scene.turn()
    scene.say("perform", by: author)
    let drop = Sent(scene.turn()).writes[watcher]?.joined() ?? ""
    expectEqual(drop, "batch list 101 102 1\nmove 0.19 1.0 i12\ndrag d1 ended moved rev=102\n")
    #expect(drop.utf8.count <= 68)
  }

  @Test("sends nothing for changes that cancel out")
  func nothing() throws {
    var scene = try HubScene(.fixed(.milliseconds(10)))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    scene.say("edit i0 first", by: author)
    _ = scene.turn()
    scene.say("move i1 1.0", by: author)
    scene.say("move i1 0.1", by: author)
    _ = scene.turn()
    scene.pass(.milliseconds(10))
    expectNil(Sent(scene.turn()).writes[watcher])
    scene.say("edit i2 again", by: author)
    scene.pass(.milliseconds(10))
    expectEqual(Sent(scene.turn()).lines(of: watcher).first, "batch list 101 104 1")
  }
}
