import BoardAuthority
import BoardJournal
import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A search")
struct FindTests {
  /// The items that all searches look at in a turn.
  private static let turn = 1_000

  /// A hub with boards of so many items, of which every hundredth is named `Needle`.
  private func scene(_ boards: (name: BoardName, items: Int)...) throws -> HubScene {
    let scene = try HubScene(.fixed(.zero))
    scene.hub.budget.searchStepsPerTurn = Self.turn
    for (name, count) in boards {
      let items = (0..<count).map {
        Item(id: ItemID("i\($0)")!, text: Text($0 % 100 == 7 ? "A Needle \(name)" : "hay"))
      }
      try scene.hub.service.serve(name, content: [Section(id: "s1", title: "needle", items: items)])
    }
    _ = scene.turn()
    return scene
  }

  private func ask(_ line: String, _ scene: HubScene, _ id: ConnectionID) -> [String] {
    scene.say(line, by: id)
    var lines = Sent(scene.turn()).lines(of: id)
    while scene.hub.hasUnread {
      _ = scene.hub.goOn(at: scene.now)
      lines += Sent(scene.turn()).lines(of: id)
    }
    return lines
  }

  @Test("lists items in the order of boards and paths, without regard to case")
  func order() throws {
    let scene = try scene(("b", 150), ("a", 20))
    let id = scene.connect()
    _ = scene.turn()
    expectEqual(
      ask("find needle", scene, id),
      [
        "ok find 3", "a 0.7 i7 rev=0 A Needle a", "b 0.7 i7 rev=0 A Needle b",
        "b 0.107 i107 rev=0 A Needle b",
      ])
    expectEqual(ask("#5 find board=a NEEDLE", scene, id)[0], "#5 ok find 1")
    #expect(
      ask("find board=no x", scene, id)[0].hasPrefix("refused unknown-board board=no") == true)
    expectEqual(ask("find nowhere", scene, id), ["ok find 0"])
  }

  @Test("lists no more than 100 items, and says whether there are more")
  func limit() throws {
    let scene = try scene(("a", 9_950), ("b", 20))
    let id = scene.connect()
    _ = scene.turn()
    let all = ask("find board=a needle", scene, id)
    expectEqual(all.first, "ok find 100")
    expectEqual(all.count, 101)
    let more = ask("find needle", scene, id)
    expectEqual(more.first, "ok find 100 more=yes")
    expectEqual(more.last, "a 0.9907 i9907 rev=0 A Needle a")
  }

  @Test("of a large board takes several turns; only the client's own commands wait for it")
  func turns() throws {
    let scene = try scene(("a", 7 * Self.turn / 2))
    let (id, other) = (scene.connect(), scene.connect())
    _ = scene.turn()
    scene.say("ping 1\n#f find nowhere\nping 2", by: id)
    expectEqual(Sent(scene.turn()).lines(of: id), ["pong 1"])
    scene.say("ping 3", by: id)
    var answers: [[String]] = []
    var turns = 1
    while scene.hub.hasUnread {
      scene.say("ping", by: other)
      let done = scene.hub.goOn(at: scene.now)
      expectEqual(done, (scene.hub.hasUnread ? [] : [id]))
      if answers.isEmpty { turns += 1 }
      let delivery = Sent(scene.turn())
      expectEqual(delivery.lines(of: other), ["pong"])
      if !delivery.lines(of: id).isEmpty { answers.append(delivery.lines(of: id)) }
    }
    expectEqual(
      answers, [["#f ok find 0"], ["pong 2", "pong 3"]], "what follows has a turn of its own")
    #expect((4...5).contains(turns))
  }

  @Test("shares its turns with the searches of others")
  func shared() throws {
    let scene = try scene(("a", 5 * Self.turn / 2))
    let ids = (0..<3).map { _ in scene.connect() }
    _ = scene.turn()
    for id in ids { scene.say("find nowhere", by: id) }
    var finished: [ConnectionID] = []
    for turn in 0..<20 where scene.hub.hasUnread {
      _ = scene.hub.goOn(at: scene.now)
      let delivery = Sent(scene.turn())
      finished += ids.filter { delivery.lines(of: $0) == ["ok find 0"] }
      #expect(finished.count == 3 || turn < 10)
    }
    expectEqual(Set(finished), Set(ids))
  }

  @Test("of a small board waits for one turn of a large search, not for the whole of it")
  func fair() throws {
    let scene = try scene(("big", 10 * Self.turn), ("small", 20))
    let (long, short) = (scene.connect(), scene.connect())
    _ = scene.turn()
    scene.say("find board=big nowhere", by: long)
    scene.say("find board=small nowhere", by: short)
    var lines = Sent(scene.turn()).lines(of: short)
    for _ in 0..<2 where lines.isEmpty {
      _ = scene.hub.goOn(at: scene.now)
      lines = Sent(scene.turn()).lines(of: short)
    }
    expectEqual(lines, ["ok find 0"])
  }

  @Test("does not list matches on a board that is removed before it ends")
  func removed() throws {
    let scene = try scene(("a", 20), ("b", 2 * Self.turn))
    let (id, author) = (scene.connect(), scene.connect())
    scene.say("find needle a", by: id)
    scene.say("remove-board a", by: author)
    _ = scene.turn()
    var lines: [String] = []
    while scene.hub.hasUnread {
      _ = scene.hub.goOn(at: scene.now)
      lines += Sent(scene.turn()).lines(of: id)
    }
    expectEqual(lines, ["ok find 0"])
  }

  @Test("lists the paths of the end of the search, even if a board was renamed to a used name")
  func renamed() throws {
    let scene = try scene(("a", 3 * Self.turn / 2), ("used", 1))
    let (id, author) = (scene.connect(), scene.connect())
    for number in 0..<9 { scene.say("rename-section 0 board=used \(number)", by: author) }
    scene.say("remove-board used", by: author)
    scene.say("open a", by: id)
    scene.hub.setBlocked(id, true)
    scene.say("find needle a", by: id)
    _ = scene.turn()
    for line in ["rename-board a used", "move i7 0.0 board=used", "edit i107 board=used hay"] {
      scene.say(line, by: author)
    }
    _ = scene.turn()
    var lines: [String] = []
    while scene.hub.hasUnread {
      _ = scene.hub.goOn(at: scene.now)
      lines += Sent(scene.turn()).lines(of: id)
    }
    expectEqual(lines.first, "renamed a used")
    let rows = lines.drop { !$0.hasPrefix("ok find ") }
    expectEqual(
      rows.prefix(3),
      [
        "ok find 14", "used 0.0 i7 rev=12 A Needle a", "used 0.207 i207 rev=12 A Needle a",
      ])
  }

  @Test("continues with the remaining boards if boards are removed or renamed meanwhile")
  func changes() throws {
    let many = 6 * Self.turn / 5
    let scene = try scene(("a", many), ("b", 200), ("c", many))
    let (id, author) = (scene.connect(), scene.connect())
    scene.say("find needle c", by: id)
    scene.say("remove-board a", by: author)
    scene.say("rename-board c d", by: author)
    scene.say("delete i7 board=d", by: author)
    _ = scene.turn()
    var lines: [String] = []
    while scene.hub.hasUnread {
      _ = scene.hub.goOn(at: scene.now)
      lines += Sent(scene.turn()).lines(of: id)
    }
    expectEqual(lines.first, "ok find 11")
    expectEqual(lines.dropFirst().first, "d 0.106 i107 rev=1 A Needle c")
    #expect(scene.hub.scheduler.isEmpty)
  }

  @Test(
    "ends with its connection, but is answered first if the client has only ended its input")
  func connections() throws {
    let scene = try scene(("a", 5 * Self.turn / 2))
    let (gone, last) = (scene.connect(), scene.connect())
    for id in [gone, last] { scene.say("find nowhere", by: id) }
    scene.hub.inputEnded(by: last, at: scene.now)
    _ = scene.turn()
    scene.hub.disconnected(gone, at: scene.now)
    expectEqual(scene.hub.scheduler.suspended.count { !$0.isDropped }, 1)
    var delivery = Sent([])
    while scene.hub.hasUnread {
      _ = scene.hub.goOn(at: scene.now)
      delivery = Sent(scene.turn())
    }
    expectEqual(delivery.lines(of: last), ["ok find 0", "bye quit"])
    expectEqual(delivery.closed, [last])
  }

  @Test("does not look at boards on which the client has no role, however large they are")
  func hidden() throws {
    let scene = try scene(("hidden", 50 * Self.turn), ("shown", 20))
    let rules = """
      user ann owner shown
      token ann \(AccessScene.digest("ann"))
      """
    scene.hub.service.setAccess(try AccessFile(text: rules).rules(), at: scene.now)
    let id = scene.connect()
    _ = scene.ask(["hello ann token=\(AccessScene.token("ann"))"], by: id)
    scene.say("find needle", by: id)
    var turns = 1
    while scene.hub.hasUnread {
      _ = scene.hub.goOn(at: scene.now)
      turns += 1
    }
    expectEqual(Sent(scene.turn()).lines(of: id).first, "ok find 1")
    #expect(turns <= 2)
  }

  @Test("is answered after the batch that leads to the revision of its rows")
  func reader() throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (reader, author) = (scene.watcher(), scene.watcher())
    for text in ["first", "second"] {
      scene.say("insert 0.0 \(text)", by: author)
      _ = scene.turn()
    }
    expectEqual(
      ask("find second", scene, reader),
      [
        "batch list 101 102 1", "insert 0.0 i21 second", "ok find 1",
        "list 0.0 i21 rev=102 second",
      ])
  }
}
