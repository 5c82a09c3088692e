import BoardHub
import BoardModel
import Testing

@Suite("A selection that is told")
struct SelectionTests {
  @Test("is written once for all who watch, in one write with its batch and behind it")
  func shared() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.watcher()
    let watchers = scene.watchers(20)
    scene.say("select i1", by: author)
    scene.say("delete i1", by: author)
    let delivery = Sent(scene.turn())
    #expect(delivery.encodings.count == 1)
    for watcher in watchers {
      #expect(delivery.writes[watcher]?.count == 1)
      #expect(
        delivery.lines(of: watcher) == [
          "batch list 100 101 1", "delete 0.1 i1", "selected list guest-1",
        ])
    }
  }

  @Test("is not told to who made it, whatever else waits to be told")
  func noEcho() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (author, other) = (scene.watcher(), scene.watcher())
    scene.say("select i0", by: other)
    _ = scene.turn()
    for line in ["select i1", "deselect i1", "begin i2"] { scene.say(line, by: other) }
    for line in ["select i3", "choose i4"] { scene.say(line, by: author) }
    #expect(
      Sent(scene.turn()).lines(of: author) == [
        "ok select list items=i3", "selected list guest-1 items=i4", "ok choose i4 selected",
      ])
    scene.pass(.seconds(1))
    let delivery = Sent(scene.turn())
    #expect(
      delivery.lines(of: author) == [
        "selected list guest-2", "drag d1 began list guest-2 items=i2 ops=move,copy",
      ])
    #expect(delivery.lines(of: other) == ["selected list guest-1 items=i4"])
  }

  @Test("is the latest only, for who does not read")
  func latest() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, watcher) = (scene.watcher(), scene.watcher())
    scene.hub.setBlocked(watcher, true)
    for round in 0..<10_000 {
      scene.say("select i\(round % 20)", by: author)
      #expect(Sent(scene.turn()).writes[watcher] == nil)
    }
    scene.hub.setBlocked(watcher, false)
    #expect(Sent(scene.turn()).lines(of: watcher) == ["selected list guest-1 items=i19"])
  }

  @Test("by more clients than are remembered is a snapshot for who does not read")
  func crowd() throws {
    var scene = try HubScene(.fixed(.zero))
    let watcher = scene.watcher()
    scene.hub.setBlocked(watcher, true)
    for _ in 0..<2 * Limits.presenceEvents {
      let guest = scene.hub.connect(at: scene.now)
      scene.say("select i1 board=list", by: guest)
      _ = scene.turn()
      scene.hub.disconnected(guest, at: scene.now)
    }
    let guest = scene.hub.connect(at: scene.now)
    scene.say("select i7 board=list", by: guest)
    _ = scene.turn()
    scene.hub.setBlocked(watcher, false)
    let lines = Sent(scene.turn()).lines(of: watcher)
    #expect(lines.first == "board list 100 2 23")
    #expect(
      lines.filter { $0.hasPrefix("selected ") } == [
        "selected list guest-\(2 * Limits.presenceEvents + 2) items=i7"
      ])
  }

  @Test("is of nothing that the change took away of which a snapshot tells its author")
  func behindOwnSnapshot() throws {
    var scene = try HubScene(.fixed(.zero))
    let (author, other) = (scene.watcher(), scene.watcher())
    for _ in 0..<200 { scene.say("insert end:s2 more", by: author) }
    scene.say("select i20", by: other)
    _ = scene.turn()
    scene.say("clear s2", by: author)
    let lines = Sent(scene.turn()).lines(of: author)
    #expect(lines.first == "board list 301 2 22")
    #expect(
      lines.filter { $0.contains("ok") || $0.hasPrefix("selected") } == [
        "ok clear s2 count=200 rev=301", "selected list guest-2",
      ])
  }

  @Test("costs an arrival at a large board no copy of it")
  func arrival() throws {
    let scene = try HubScene(.fixed(.zero))
    let items = (0..<5_000).map { Item(id: ItemID("a\($0)")!, text: Text("the item \($0)")) }
    try scene.hub.serve("big", content: [Section(id: "s1", title: "All", items: items)])
    let author = scene.hub.connect(at: scene.now)
    var shared: [Encoding] = []
    for round in 0..<5 {
      scene.say("select a\(round) board=big", by: author)
      let id = scene.hub.connect(at: scene.now)
      scene.say("open big", by: id)
      let delivery = Sent(scene.turn())
      #expect(delivery.lines(of: id).last == "selected big guest-1 items=a\(round)")
      for case .shared(let encoding) in delivery.pieces { shared.append(encoding) }
    }
    #expect(shared.count == 5)
    #expect(shared.allSatisfy { $0 === shared[0] })
  }

  @Test("is listed by who, all of it")
  func who() throws {
    var scene = try HubScene(.fixed(.zero))
    let author = scene.watcher()
    _ = scene.watcher()
    scene.say("policy * selection=multiple", by: author)
    scene.say("select i0,i1,i2", by: author)
    scene.say("who list", by: author)
    #expect(
      Sent(scene.turn()).lines(of: author).suffix(2) == [
        "guest-1 boards=list selected=i0,i1,i2", "guest-2 boards=list",
      ])
    scene.say("select \((3..<20).map { "i\($0)" }.joined(separator: ","))", by: author)
    scene.say("who list", by: author)
    #expect(
      Sent(scene.turn()).lines(of: author)[2]
        == "guest-1 boards=list selected=\((0..<20).map { "i\($0)" }.joined(separator: ","))")
  }
}
