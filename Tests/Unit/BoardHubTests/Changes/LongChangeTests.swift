import BoardAuthority
import BoardDelivery
import BoardModel
import TestKit
import Testing

@testable import BoardHub

@Suite("A long change")
struct LongChangeTests {
  /// A hub whose changes by `clear`, `delete`, `undo`, `redo` and blocks are all long.
  private func scene() throws -> HubScene {
    let scene = try HubScene(.fixed(.zero))
    scene.hub.stepsOfLongChange = 0
    try scene.hub.service.serve("other", content: [Section(id: "o1", title: "Other")], revision: 5)
    return scene
  }

  /// Lets the other thread make one change, and the hub go on.
  private func makeNext(_ scene: HubScene) throws {
    let change = try #require(scene.nextJob())
    expectNil(scene.nextJob(), "one is made at a time")
    scene.finish(change)
  }

  @Test("leaves its board as it was for those who read it, until it is made")
  func reading() throws {
    let scene = try scene()
    let (author, reader) = (scene.connect(), scene.connect())
    _ = scene.turn()
    expectEqual(scene.ask(["clear s1 board=list"], by: author), [])
    let asked = scene.ask(["ping", "boards", "history list", "open list"], by: reader)
    #expect(asked.contains("pong"), "\(asked)")
    #expect(asked.contains("list rev=100 sections=2 items=20 watchers=0"), "\(asked)")
    #expect(asked.contains { $0.hasPrefix("board list 100 2 22") })
    try makeNext(scene)
    let effects = Sent(scene.turn())
    expectEqual(effects.lines(of: author), ["ok clear s1 count=20 rev=101"])
    expectEqual(effects.lines(of: reader).first, "batch list 100 101 20")
  }

  @Test(
    "brings no item with the id of one from outside that is dragged",
    arguments: [
      "batch list\ninsert 0.0 i20 new\nend", "replace list\nsection s1 1 T\nitem i20 new\nend",
    ])
  func reservedID(_ block: String) throws {
    let scene = try scene()
    let (author, owner) = (scene.connect(), scene.connect())
    _ = scene.turn()
    expectEqual(
      scene.ask(["begin-external board=list new"], by: owner), ["ok begin-external d1 items=i20"])
    for answer in ["refused id-taken id=i20", "ok "] {
      expectEqual(scene.ask(block.split(separator: "\n").map(String.init), by: author), [])
      try makeNext(scene)
      expectEqual(scene.lines(of: author).first?.hasPrefix(answer), true)
      _ = scene.ask(["cancel"], by: owner)
    }
  }

  @Test(
    "lets what may change the board, or drag its items, wait behind it",
    arguments: [
      "insert end:s1 board=list new", "delete i2 board=list", "move i2 end:s2 board=list",
      "edit i2 board=list new", "undo list", "policy board=list max-items=7",
      "select i2 board=list", "begin i2 board=list", "begin-external board=list new",
      "dryrun end:s2 items=i2 board=list", "remove-board list force=yes", "rename-board list new",
      "batch list\ndelete 0.1 i1\nend", "replace list\nsection s1 0 T\nend",
    ])
  func waiting(_ command: String) throws {
    let scene = try scene()
    let (author, other) = (scene.connect(), scene.connect())
    _ = scene.turn()
    _ = scene.ask(["delete i5,i6 board=list"], by: author)
    expectEqual(
      scene.ask([command, "ping"], by: other), [], "nor is what comes behind it executed")
    #expect(
      scene.ask(["ping", "insert end:o1 board=other new"], by: scene.connect()).contains("pong"))
    try makeNext(scene)
    if scene.hub.jobs.isChanging { try makeNext(scene) }
    expectEqual(scene.lines(of: other).last, "pong")
  }

  @Test("lets a drop wait that would change its board, and a proposal go on")
  func drops() throws {
    let scene = try scene()
    let (author, dragger) = (scene.connect(), scene.connect())
    _ = scene.ask(["begin i9 board=list", "propose end:s2 drag=d1"], by: dragger)
    _ = scene.ask(["delete i5,i6 board=list"], by: author)
    let proposed = scene.ask(["propose 0.0 drag=d1"], by: dragger)
    expectEqual(proposed.first?.hasPrefix("ok propose d1 move"), true, "\(proposed)")
    expectEqual(scene.ask(["perform d1"], by: dragger), [])
    try makeNext(scene)
    expectEqual(scene.lines(of: dragger).first?.hasPrefix("ok perform d1 moved"), true)
  }

  @Test("lets those who wait go before the next long change of its author")
  func order() throws {
    let scene = try scene()
    let (greedy, other) = (scene.connect(), scene.connect())
    _ = scene.turn()
    scene.say("clear s1 board=list\nundo list\nredo list", by: greedy)
    scene.say("rename-section s2 board=list Now", by: other)
    scene.goOn()
    try makeNext(scene)
    let effects = Sent(scene.turn())
    expectEqual(effects.lines(of: greedy), ["ok clear s1 count=20 rev=101"])
    expectEqual(effects.lines(of: other), ["ok rename-section s2 at=1 rev=102"])
    try makeNext(scene)
    expectEqual(scene.lines(of: greedy), ["ok undo of=101 rev=103"])
  }

  @Test("is not made if its author is gone before")
  func gone() throws {
    let scene = try scene()
    let (author, other) = (scene.connect(), scene.connect())
    _ = scene.turn()
    _ = scene.ask(["clear s1 board=list"], by: author)
    scene.hub.disconnected(author, at: scene.now)
    _ = scene.ask(["insert end:s2 board=list new"], by: other)
    try makeNext(scene)
    expectEqual(scene.lines(of: other), ["ok insert i20 at=1.0 rev=101"])
    expectEqual(scene.hub.sight(of: "list")?.board.itemCount, 21)
  }

  @Test("is answered before a connection ends whose input has ended")
  func ended() throws {
    let scene = try scene()
    let author = scene.connect()
    _ = scene.turn()
    scene.say("clear s1 board=list", by: author)
    scene.hub.inputEnded(by: author, at: scene.now)
    expectEqual(Sent(scene.turn()).closed, [])
    try makeNext(scene)
    let effects = Sent(scene.turn())
    expectEqual(effects.lines(of: author), ["ok clear s1 count=20 rev=101", "bye quit"])
    expectEqual(effects.closed, [author])
  }

  @Test("is refused if others drag an item of it, and leaves the board free")
  func leased() throws {
    let scene = try scene()
    let (author, dragger) = (scene.connect(), scene.connect())
    _ = scene.ask(["begin i9 board=list"], by: dragger)
    _ = scene.ask(["clear s1 board=list"], by: author)
    try makeNext(scene)
    expectEqual(scene.lines(of: author).first?.hasPrefix("refused leased"), true)
    expectEqual(
      scene.ask(["insert end:s2 board=list new"], by: dragger), ["ok insert i20 at=1.0 rev=101"])
    _ = scene.ask(["clear s1 board=list force=yes"], by: author)
    try makeNext(scene)
    let effects = Sent(scene.turn())
    expectEqual(effects.lines(of: author), ["ok clear s1 count=20 rev=102"])
    expectEqual(effects.lines(of: dragger), ["drag d1 ended gone"])
  }

  @Test("is refused if there is no room for it any more when it is made")
  func full() throws {
    let scene = try scene()
    let author = scene.connect()
    _ = scene.turn()
    _ = scene.ask(["clear s1 board=list"], by: author)
    scene.hub.persistence.setFull(true)
    try makeNext(scene)
    expectEqual(scene.lines(of: author), ["refused disk-full"])
    scene.hub.persistence.setFull(false)
    expectEqual(
      scene.ask(["insert end:s2 board=list new"], by: author), ["ok insert i20 at=1.0 rev=101"])
  }

  @Test("of a whole section ends the drags and selections of its items, if it is forced")
  func section() throws {
    let scene = try scene()
    let (author, dragger) = (scene.connect(), scene.connect())
    let dragged = ["begin i9 board=list", "propose 0.0 drag=d1", "select i5 board=list"]
    _ = scene.ask(dragged, by: dragger)
    _ = scene.ask(["delete-section s1 board=list"], by: author)
    try makeNext(scene)
    expectEqual(scene.lines(of: author).first?.hasPrefix("refused leased item=i9"), true)
    _ = scene.ask(["delete-section s1 board=list force=yes"], by: author)
    try makeNext(scene)
    let effects = Sent(scene.turn())
    expectEqual(effects.lines(of: author), ["ok delete-section s1 rev=101"])
    #expect(effects.lines(of: dragger).contains("drag d1 ended gone"))
    expectEqual(scene.hub.sight(of: "list")?.selections, [:])
    expectNil(scene.hub.inconsistency)
  }

  @Test("is made once, however often its client asks with the same tag")
  func retry() throws {
    let scene = try scene()
    let (one, two) = (scene.connect(), scene.connect())
    for client in [one, two] { scene.say("hello ann token=the-token-of-ann", by: client) }
    _ = scene.turn()
    for client in [one, two] { _ = scene.ask(["#t clear s1 board=list"], by: client) }
    try makeNext(scene)
    let effects = Sent(scene.turn())
    expectEqual(effects.lines(of: one), ["#t ok clear s1 count=20 rev=101"])
    expectEqual(effects.lines(of: two), ["#t ok clear s1 count=20 rev=101 replayed=yes"])
    expectNil(scene.nextJob())
  }

  @Test("leaves nothing of the board before, once that is released")
  func memory() throws {
    let scene = try scene()
    let author = scene.connect()
    _ = scene.ask(["clear s1 board=list"], by: author)
    weak var draft: VersionedBoard?
    do {
      let job = try #require(scene.nextJob())
      job.run()
      scene.hub.finished(job)
      draft = (job.work as? LongChange)?.draft.versions
    }
    #expect(!scene.releaseMemory(), "the change is not part of the board yet")
    scene.goOn()
    #expect(draft != nil)
    #expect(scene.releaseMemory())
    expectNil(draft)
    #expect(!scene.releaseMemory())
  }

  @Test("leaves a board that is removed to the other thread, too")
  func removedBoard() throws {
    let scene = try scene()
    let author = scene.connect()
    weak let versions = scene.hub.boards["list"]?.versions
    _ = scene.ask(["open list", "remove-board list", "create list"], by: author)
    #expect(versions != nil)
    #expect(scene.releaseMemory())
    expectNil(versions)
  }
}
