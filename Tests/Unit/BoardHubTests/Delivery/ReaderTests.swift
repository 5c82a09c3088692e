import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

/// A window of a second, in which somebody else changes the board before a client says something.
@Suite("A reply that names a revision")
struct ReaderTests {
  private var scene: HubScene
  private let reader: ConnectionID
  private let author: ConnectionID

  init() throws {
    scene = try HubScene(.fixed(.seconds(1)))
    reader = scene.watcher()
    author = scene.watcher()
  }

  /// What the reader gets in the turn in which it says a line, just after the board has changed.
  private mutating func ask(_ line: String, after lines: [String] = []) -> [String] {
    for line in lines { scene.say(line, by: reader) }
    _ = scene.turn()
    scene.settle()
    scene.say("edit i0 first", by: author)
    _ = scene.turn()
    scene.say("insert 0.0 new", by: author)
    _ = scene.turn()
    scene.say(line, by: reader)
    return Sent(scene.turn()).lines(of: reader)
  }

  @Test(
    "is sent after the batch that leads to this revision",
    arguments: [
      ("edit i1 item 1", ""), ("move i1 after:i0", ""), ("move-section s2 1", ""),
      ("rename-section s2 Bought", ""), ("clear s2", ""), ("propose 1.0", "begin i1"),
      ("perform", "begin i1,propose before:i2"), ("dryrun 1.0 items=i1", ""), ("begin 0.0", ""),
      ("choose i1", "policy * on-choose=move:s1"), ("find item board=list", ""), ("find new", ""),
      ("show", ""), ("history", ""), ("drags", "begin i1,propose 1.0"), ("batch list\nend", ""),
      ("replace list rev=100\nend", ""), ("undo", "edit i5 mine"), ("undo", "edit i0 mine"),
      ("batch list rev=100\nend", ""), ("select 0.0", ""), ("open list", ""),
    ])
  mutating func order(_ line: String, _ before: String) {
    let lines = ask(line, after: before.split(separator: ",").map(String.init))
    let rows = lines.prefix { !$0.hasPrefix("ok") && !$0.hasPrefix("refused") }
    #expect(rows.count < lines.count)
    #expect(rows.contains { $0.hasPrefix("batch list ") }, "\(lines)")
    #expect(rows.contains("insert 0.0 i20 new"), "\(lines)")
  }

  @Test("is sent at once and causes no early batch if it names no revision")
  mutating func others() {
    for line in ["ping", "who", "boards", "help open", "policy", "delete nothing"] {
      expectEqual(ask(line).first?.hasPrefix("batch"), false, "\(line)")
    }
  }

  @Test("is sent after the batch if it is repeated")
  mutating func replayed() {
    scene.say("hello ann token=secret-long-enough", by: reader)
    scene.say("#1 edit i5 of mine", by: reader)
    let lines = ask("#1 edit i5 of mine")
    expectEqual(
      lines,
      [
        "batch list 102 103 1", "insert 0.0 i20 new",
        "#1 ok edit i5 at=0.5 rev=101 replayed=yes",
      ])
  }

  @Test("to resume is sent after the batch, and has the revision of its place and short=yes")
  mutating func resumed() {
    scene.say("hello ann token=secret-long-enough", by: reader)
    for line in ["begin i1,i2", "propose 1.0"] { scene.say(line, by: reader) }
    _ = scene.turn()
    scene.hub.disconnected(reader, at: scene.now)
    let again = scene.connect()
    scene.say("hello ann token=secret-long-enough", by: again)
    scene.say("open list every=10s", by: again)
    _ = scene.turn()
    scene.say("delete i1 force=yes", by: author)
    scene.say("resume d1", by: again)
    expectEqual(
      Sent(scene.turn()).lines(of: again),
      [
        "batch list 100 101 1", "delete 0.1 i1",
        "ok resume d1 move at=1.0 anchor=start:s2 rev=101 items=i2 short=yes",
      ])
    scene.say("drags", by: again)
    expectEqual(
      Sent(scene.turn()).lines(of: again).last,
      "d1 list ann move items=i2 ops=move,copy at=1.0 anchor=start:s2 short=yes")
  }

  @Test("says in resume and in drags that the place of a drag is lost")
  mutating func lost() {
    scene.say("hello ann token=secret-long-enough", by: reader)
    for line in ["begin i1", "propose 1.0"] { scene.say(line, by: reader) }
    scene.say("delete-section s2", by: author)
    _ = scene.turn()
    scene.hub.disconnected(reader, at: scene.now)
    scene.say("drags", by: author)
    let row = "d1 list ann lost items=i1 ops=move,copy suspended=yes"
    expectEqual(Sent(scene.turn()).lines(of: author).last, row)
    let again = scene.connect()
    scene.say("hello ann token=secret-long-enough", by: again)
    scene.say("resume d1", by: again)
    expectEqual(Sent(scene.turn()).lines(of: again).last, "ok resume d1 lost items=i1")
  }
}

@Suite("Opening a board that the client watches already")
struct ReopenTests {
  @Test("sends the unsent batch, then the reply, and nothing twice", arguments: ["", " since=100"])
  func owed(_ since: String) throws {
    var scene = try HubScene(.fixed(.seconds(1)))
    let (reader, author) = (scene.watcher(), scene.watcher())
    scene.say("begin i1", by: author)
    _ = scene.turn()
    scene.say("edit i0 first", by: author)
    scene.say("cancel", by: author)
    scene.say("open list\(since)", by: reader)
    expectEqual(
      Sent(scene.turn()).lines(of: reader),
      [
        "batch list 100 101 1", "reload 0.0 i0 first", "drag d1 ended cancelled",
        "ok open list 101",
      ])
    scene.say("open list\(since)", by: reader)
    expectEqual(Sent(scene.turn()).lines(of: reader), ["ok open list 101"])
    scene.pass(.seconds(2))
    expectEqual(Sent(scene.turn()).lines(of: reader), [])
  }

  @Test("changes the cadence to a slower one and back")
  func cadence() throws {
    var scene = try HubScene(.fixed(.zero))
    let (reader, author) = (scene.watcher(), scene.watcher())
    for (options, isSlow) in [
      ("", false), (" every=10s", true), ("", false), (" every=0ms", false),
    ] {
      scene.say("open list\(options)", by: reader)
      _ = scene.turn()
      scene.say("move 0.0 0.1", by: author)
      let isSent = Sent(scene.turn()).writes[reader] != nil
      expectEqual(isSent, !isSlow, "\(options)")
      scene.rest()
    }
  }

  @Test("makes it the current board, and counts it once")
  func current() throws {
    var scene = try HubScene(.fixed(.zero))
    let reader = scene.watcher()
    scene.say("create other", by: reader)
    for board in ["other", "list", "list"] { scene.say("open \(board)", by: reader) }
    _ = scene.turn()
    scene.say("close", by: reader)
    scene.say("who", by: reader)
    expectEqual(
      Sent(scene.turn()).lines(of: reader),
      [
        "ok close list", "ok who 1", "guest-1 boards=other",
      ])
  }
}
