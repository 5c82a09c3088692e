import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

@Suite("The selections of clients")
struct SelectionTests {
  @Test("are encoded once for all watchers, and sent in one write after the batch")
  func shared() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.watcher()
    let watchers = scene.watchers(20)
    scene.say("select i1", by: author)
    scene.say("delete i1", by: author)
    let delivery = Sent(scene.turn())
    expectEqual(delivery.encodings.count, 1)
    for watcher in watchers {
      expectEqual(delivery.writes[watcher]?.count, 1)
      expectEqual(
        delivery.lines(of: watcher),
        [
          "batch list 100 101 1", "delete 0.1 i1", "selected list guest-1",
        ])
    }
  }

  @Test("are not sent to their author, whatever else is unsent")
  func noEcho() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (author, other) = (scene.watcher(), scene.watcher())
    scene.say("select i0", by: other)
    _ = scene.turn()
    for line in ["select i1", "deselect i1", "begin i2"] { scene.say(line, by: other) }
    for line in ["select i3", "choose i4"] { scene.say(line, by: author) }
    expectEqual(
      Sent(scene.turn()).lines(of: author),
      [
        "ok select list items=i3", "selected list guest-1 items=i4", "ok choose i4 selected",
      ])
    scene.pass(.seconds(1))
    let delivery = Sent(scene.turn())
    expectEqual(
      delivery.lines(of: author),
      [
        "drag d1 began list guest-2 items=i2 ops=move,copy", "selected list guest-2",
      ])
    expectEqual(delivery.lines(of: other), ["selected list guest-1 items=i4"])
  }

  @Test("are sent to a client that does not read only as the latest")
  func latest() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    scene.hub.setBlocked(watcher, true)
    for round in 0..<10_000 {
      scene.say("select i\(round % 20)", by: author)
      expectNil(Sent(scene.turn()).writes[watcher])
    }
    scene.hub.setBlocked(watcher, false)
    expectEqual(Sent(scene.turn()).lines(of: watcher), ["selected list guest-1 items=i19"])
  }

  @Test("lead to a snapshot for a client that does not read once too many clients have selected")
  func manyClients() throws {
    var scene = try HubScene(.fixed(.zero))
    let watcher = scene.watcher()
    scene.hub.setBlocked(watcher, true)
    for _ in 0..<2 * Limits.presenceEvents {
      let guest = scene.connect()
      scene.say("select i1 board=list", by: guest)
      _ = scene.turn()
      scene.hub.disconnected(guest, at: scene.now)
    }
    let guest = scene.connect()
    scene.say("select i7 board=list", by: guest)
    _ = scene.turn()
    scene.hub.setBlocked(watcher, false)
    let lines = Sent(scene.turn()).lines(of: watcher)
    expectEqual(lines.first, "board list 100 2 23")
    expectEqual(
      lines.filter { $0.hasPrefix("selected ") },
      [
        "selected list guest-\(2 * Limits.presenceEvents + 2) items=i7"
      ])
  }

  @Test("are sent without deleted items after a snapshot that the author's change causes")
  func behindOwnSnapshot() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, other) = (scene.watcher(), scene.watcher())
    for _ in 0..<200 { scene.say("insert end:s2 more", by: author) }
    scene.say("select i20", by: other)
    _ = scene.turn()
    scene.say("clear s2", by: author)
    let lines = Sent(scene.turn()).lines(of: author)
    expectEqual(lines.first, "board list 301 2 22")
    expectEqual(
      lines.filter { $0.contains("ok") || $0.hasPrefix("selected") },
      [
        "ok clear s2 count=200 rev=301"
      ])
  }

  @Test("need no copy of a large board when a client opens it")
  func arrival() throws {
    let scene = try HubScene(.fixed(.zero))
    let items = (0..<5_000).map { Item(id: ItemID("a\($0)")!, text: Text("the item \($0)")) }
    try scene.hub.service.serve("big", content: [Section(id: "s1", title: "All", items: items)])
    let author = scene.connect()
    var shared: [Encoding] = []
    for round in 0..<5 {
      scene.say("select a\(round) board=big", by: author)
      let id = scene.connect()
      scene.say("open big", by: id)
      let delivery = Sent(scene.turn())
      expectEqual(delivery.lines(of: id).last, "selected big guest-1 items=a\(round)")
      for case .shared(let encoding) in delivery.pieces { shared.append(encoding) }
    }
    expectEqual(shared.count, 5)
    #expect(shared.allSatisfy { $0 === shared[0] })
  }

  @Test("are listed completely by who")
  func who() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.watcher()
    _ = scene.watcher()
    scene.say("policy * selection=multiple", by: author)
    scene.say("select i0,i1,i2", by: author)
    scene.say("who list", by: author)
    expectEqual(
      Sent(scene.turn()).lines(of: author).suffix(3),
      [
        "guest-1 boards=list selected=i0,i1,i2", "guest-2 boards=list",
        "policy list * selection=multiple",
      ])
    scene.say("select \((3..<20).map { "i\($0)" }.joined(separator: ","))", by: author)
    scene.say("who list", by: author)
    expectEqual(
      Sent(scene.turn()).lines(of: author)[2],
      "guest-1 boards=list selected=\((0..<20).map { "i\($0)" }.joined(separator: ","))")
  }
}
