import BoardAuthority
import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("The snapshot of a large board")
struct LargeContentTests {
  /// A hub all of whose boards are large.
  private func scene() throws -> HubScene {
    let scene = try HubScene(.fixed(.zero))
    scene.hub.stepsOfLongContent = 0
    return scene
  }

  /// Lets the other thread write what is asked for.
  private func write(_ scene: HubScene, meanwhile body: () -> Void = {}) throws {
    let job = try #require(scene.nextJob(in: .contents))
    body()
    scene.finish(job)
  }

  /// Makes more edits than a batch behind a snapshot may have.
  private func editOften(by author: ConnectionID, in scene: HubScene) {
    for number in 0...VersionedBoard.composedEdits {
      scene.say("edit i1 board=list \(number)", by: author)
    }
    scene.goOn()
  }

  /// Lets a reader take nothing for so long that it is to be sent a snapshot.
  private func letFallBehind(
    _ reader: ConnectionID, by author: ConnectionID, in scene: HubScene
  ) {
    scene.hub.setBlocked(reader, true)
    editOften(by: author, in: scene)
    _ = scene.turn()
    scene.hub.setBlocked(reader, false)
  }

  /// Without the rows of sections and items.
  private func heads(_ lines: [String]) -> [String] {
    lines.filter { !$0.hasPrefix("item ") && !$0.hasPrefix("section ") }
  }

  @Test("is written by another thread: others are answered meanwhile, and what is behind it waits")
  func others() throws {
    let scene = try scene()
    let (reader, author) = (scene.connect(), scene.connect())
    _ = scene.turn()
    expectEqual(scene.ask(["open list", "ping"], by: reader), [])
    #expect(!scene.hub.hasUnread)
    expectEqual(scene.ask(["edit i1 board=list new"], by: author), ["ok edit i1 at=0.1 rev=101"])
    try write(scene)
    let told = scene.lines(of: reader)
    expectEqual(
      heads(told),
      [
        "ok open list 101", "board list 100 2 22", "batch list 100 101 1", "reload 0.1 i1 new",
        "pong",
      ])
    expectEqual(told.count, heads(told).count + 22)
  }

  @Test("has the sessions, selections and policies within, or behind it if the board has changed")
  func presence() throws {
    for isChanged in [false, true] {
      let scene = try scene()
      let (owner, reader) = (scene.connect(), scene.connect())
      _ = scene.ask(
        ["begin i3 board=list", "select i4 board=list", "policy s2 limit=3 board=list"], by: owner)
      expectEqual(scene.ask(["open list"], by: reader), [])
      try write(scene) { if isChanged { scene.say("edit i1 board=list new", by: owner) } }
      let events = [
        "drag d1 began list guest-1 items=i3 ops=move,copy", "drag d1 lifted",
        "selected list guest-1 items=i4",
      ]
      let told = heads(scene.lines(of: reader))
      expectEqual(
        told,
        (isChanged
          ? [
            "ok open list 101", "board list 100 2 23", "policy list s2 limit=3",
            "batch list 100 101 1", "reload 0.1 i1 new",
          ] : ["ok open list 100", "board list 100 2 26", "policy list s2 limit=3"]) + events)
    }
  }

  @Test(
    "has the policies as they were, and those that are others since behind it, also of a section that came back"
  )
  func policies() throws {
    let scene = try scene()
    let (owner, reader) = (scene.connect(), scene.connect())
    _ = scene.ask(
      [
        "policy board=list limit=9", "policy s1 limit=2 board=list", "policy s2 limit=3 board=list",
      ],
      by: owner)
    expectEqual(scene.ask(["open list"], by: reader), [])
    try write(scene) {
      scene.say(
        "policy s2 limit=4 board=list\ndelete-section s1 board=list\nundo list", by: owner)
    }
    expectEqual(
      heads(scene.lines(of: reader)),
      [
        "ok open list 102", "board list 100 2 25", "policy list * limit=9",
        "policy list s1 limit=2", "policy list s2 limit=3", "batch list 100 102 0",
        "policy list s1", "policy list s2 limit=4",
      ])
  }

  @Test("is written anew for whoever comes behind another policy, even if no edit was made")
  func newPolicy() throws {
    let scene = try scene()
    let (owner, reader) = (scene.connect(), scene.connect())
    _ = scene.ask(["open list"], by: reader)
    try write(scene)
    _ = scene.turn()
    expectEqual(scene.ask(["policy s2 limit=3 board=list"], by: owner).count, 2)
    expectEqual(scene.ask(["open list"], by: owner), [])
    try write(scene)
    expectEqual(
      heads(scene.lines(of: owner)),
      [
        "ok open list 100", "board list 100 2 23", "policy list s2 limit=3",
      ])
  }

  @Test("is followed by a batch without rows if the changes since cancel out")
  func cancelled() throws {
    let scene = try scene()
    let (reader, author) = (scene.connect(), scene.connect())
    _ = scene.ask(["open list"], by: reader)
    try write(scene) { scene.say("move i1 0.5 board=list\nmove i1 0.1 board=list", by: author) }
    expectEqual(
      heads(scene.lines(of: reader)),
      [
        "ok open list 102", "board list 100 2 22", "batch list 100 102 0",
      ])
  }

  @Test("is shared by all who come before the next edit")
  func shared() throws {
    let scene = try scene()
    let (first, second) = (scene.connect(), scene.connect())
    _ = scene.ask(["open list"], by: first)
    try write(scene)
    let before = Sent(scene.turn())
    scene.say("open list", by: second)
    expectNil(scene.nextJob())
    expectEqual(heads(scene.lines(of: second)), ["ok open list 100", "board list 100 2 22"])
    let content = try #require(scene.hub.boards["list"]?.written?.text)
    #expect(before.lines(of: first).joined(separator: "\n").contains(content.text.dropLast()))
  }

  @Test("has each edit that was made before `open` came, whoever wrote it for whom before")
  func fresh() throws {
    let scene = try scene()
    let (first, second, third, author) = (
      scene.connect(), scene.connect(), scene.connect(), scene.connect()
    )
    _ = scene.ask(["open list"], by: first)
    try write(scene) {
      // It is not what the second waits for, since it is of before this edit.
      scene.say("edit i1 board=list new", by: author)
      scene.say("open list", by: second)
    }
    expectEqual(
      heads(scene.lines(of: first)).prefix(2), ["ok open list 101", "board list 100 2 22"])
    try write(scene) { scene.say("edit i1 board=list newer", by: author) }
    expectEqual(
      heads(scene.lines(of: second)),
      [
        "ok open list 102", "board list 101 2 22", "batch list 101 102 1", "reload 0.1 i1 newer",
      ])
    expectEqual(scene.ask(["open list"], by: third), [])
    try write(scene)
    expectEqual(heads(scene.lines(of: third)), ["ok open list 102", "board list 102 2 22"])
  }

  @Test("of an earlier revision, with a batch behind it, is for readers that have fallen behind")
  func earlier() throws {
    let scene = try scene()
    let (reader, other, author) = (scene.connect(), scene.connect(), scene.connect())
    _ = scene.ask(["open list since=100"], by: reader)
    letFallBehind(reader, by: author, in: scene)
    _ = scene.ask(["open list"], by: other)
    try write(scene) { scene.say("edit i1 board=list newest", by: author) }
    expectEqual(
      heads(scene.lines(of: reader)),
      [
        "board list 1125 2 22", "batch list 1125 1126 1", "reload 0.1 i1 newest",
      ])
  }

  @Test(
    "is written anew if too much changes meanwhile, and at once after that happened three times")
  func vain() throws {
    let scene = try scene()
    let (reader, author) = (scene.connect(), scene.connect())
    _ = scene.ask(["open list"], by: reader)
    for _ in 0..<ContentWriter.mostInVain {
      try write(scene) {
        editOften(by: author, in: scene)
      }
    }
    expectNil(scene.nextJob())
    expectEqual(
      heads(scene.lines(of: reader)).prefix(2), ["ok open list 3175", "board list 3175 2 22"])
  }

  @Test("is what a reader is sent that has been away for too long, in its form")
  func lagging() throws {
    for form in ["text", "json"] {
      let scene = try scene()
      let (reader, author) = (scene.connect(), scene.connect())
      _ = scene.ask(["hello form=\(form)", "open list since=100"], by: reader)
      letFallBehind(reader, by: author, in: scene)
      expectEqual(scene.lines(of: reader), [])
      try write(scene)
      let told = scene.lines(of: reader)
      #expect(told.first?.contains("1125") == true && told.count == (form == "json" ? 1 : 23))
    }
  }

  @Test("waits for no edit: an own command of a reader that is behind is executed behind it")
  func behind() throws {
    let scene = try scene()
    let (reader, author) = (scene.connect(), scene.connect())
    _ = scene.ask(["open list since=100"], by: reader)
    letFallBehind(reader, by: author, in: scene)
    expectEqual(scene.ask(["insert 0.0 x"], by: reader), [])
    expectEqual(scene.ask(["ping"], by: author), ["pong"])
    try write(scene)
    let told = heads(scene.lines(of: reader))
    expectEqual(
      told,
      [
        "board list 1125 2 22", "batch list 1125 1126 1", "insert 0.0 i20 x",
        "ok insert i20 at=0.0 rev=1126",
      ])
  }

  @Test("is sent to nobody who is gone, has lost its role, or whose board was removed")
  func gone() throws {
    let scene = try scene()
    let (reader, other, author) = (scene.connect(), scene.connect(), scene.connect())
    _ = scene.ask(["open list"], by: reader)
    try write(scene) { scene.hub.disconnected(reader, at: scene.now) }
    expectEqual(scene.lines(of: reader), [])
    editOften(by: author, in: scene)
    _ = scene.ask(["open list"], by: other)
    try write(scene) { scene.say("remove-board list", by: author) }
    expectEqual(scene.lines(of: other), ["refused unknown-board board=list"])
    #expect(!scene.hub.hasUnread && scene.nextJob(in: .contents) == nil)
  }

  @Test("comes with the change that makes it due: nobody waits for it once more")
  func ofChange() throws {
    let scene = try scene()
    scene.hub.stepsOfLongChange = 0
    scene.hub.service.historyLimits.logEdits = 10
    try scene.hub.service.serve("short", content: [Section(id: "s1", title: "T")], revision: 1)
    let (reader, author) = (scene.connect(), scene.connect())
    for client in [reader, author] { _ = scene.ask(["open short since=1"], by: client) }
    let rows = (0..<20).map { "item x\($0) text" }.joined(separator: "\n")
    scene.say("replace short\nsection s1 20 T\n\(rows)\nend", by: author)
    let job = try #require(scene.nextJob())
    scene.finish(job)
    let sent = Sent(scene.turn())
    expectEqual(heads(sent.lines(of: author)), ["board short 2 1 21", "ok replace short rev=2"])
    expectEqual(heads(sent.lines(of: reader)), ["board short 2 1 21"])
    expectNil(scene.nextJob())
  }
}
