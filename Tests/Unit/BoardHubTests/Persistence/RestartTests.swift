import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing
import Transcripts

@testable import BoardDelivery
@testable import BoardHub

/// What is the same after a restart as before it.
@Suite("After a restart")
struct RestartTests {
  private var stage = HubStage()

  init() throws {
    try stage.start(holding: [])
    try hello("setup")
    for line in ["create b", "insert-section 0 board=b A", "insert-section 1 board=b B"] {
      _ = try ask(line)
    }
    for name in ["a", "b", "c", "d"] { _ = try ask("insert end:0 board=b \(name)") }
    try stage.cut("setup")
  }

  private mutating func hello(_ name: String, token: String = "a-token-of-its-own") throws {
    _ = try stage.connect(name)
    _ = try ask("hello \(name) token=\(token)", name)
  }

  /// The lines that a client gets for what it says.
  private mutating func ask(_ line: String, _ client: String = "setup") throws -> [String] {
    try stage.send(Array("\(line)\n".utf8), from: client)
    var lines: [String] = []
    while case .value(let line) = try stage.nextLine(of: client) { lines.append(line) }
    return lines
  }

  private mutating func restart(_ clients: String...) throws {
    try stage.crash()
    for client in clients { try hello(client) }
  }

  @Test("a drop has the outcome it had")
  mutating func outcome() throws {
    try hello("ann")
    for line in ["begin i1,i3 board=b", "propose before:i2 drag=d1 board=b", "perform d1"] {
      _ = try ask(line, "ann")
    }
    let before = try ask("resume d1", "ann")
    try restart("ann")
    try expectEqual(ask("resume d1", "ann"), before)
  }

  @Test("a drop on another board has the outcome it had")
  mutating func foreignOutcome() throws {
    try hello("ann")
    for line in [
      "create q", "insert-section 0 board=q Q", "begin i1 board=b",
      "propose end:0 op=copy drag=d1 board=q", "perform d1",
    ] { _ = try ask(line, "ann") }
    let before = try ask("resume d1", "ann")
    try restart("ann")
    try expectEqual(ask("resume d1", "ann"), before)
  }

  @Test("history has the same rows")
  mutating func history() throws {
    try hello("ann")
    _ = try ask("delete i1,i3 board=b", "ann")
    let before = try ask("history b", "ann")
    try restart("ann")
    try expectEqual(ask("history b", "ann"), before)
  }

  @Test("history has no rows for edits that changed nothing")
  mutating func editsWithoutEffect() throws {
    try hello("ann")
    // The item that moves stands where it is to go once the other one is in front of it.
    let rows = ["delete 0.1 i2", "insert 0.0 i2 was=0.1 new", "move 0.0 0.1 i1"]
    let block = (["batch b"] + rows + ["end"]).joined(separator: "\n")
    try expectEqual(ask(block, "ann"), ["ok batch b rev=7"])
    let before = try ask("history b", "ann")
    expectEqual(before.dropFirst().first?.hasSuffix(" ann insert i2 delete i2"), true)
    try restart("ann")
    try expectEqual(ask("history b", "ann"), before)
  }

  @Test("an undo meets the same conflicts")
  mutating func conflict() throws {
    try hello("ann")
    try hello("bea")
    _ = try ask("edit i1 board=b hers", "bea")
    // A section that moves and has a new title is written as one that goes and comes.
    let content = ["section s2 - B", "section s1 - New", "item i1 hers"]
    let items = ["b", "c", "d"].enumerated().map { "item i\($0 + 2) \($1)" }
    _ = try ask((["replace b"] + content + items + ["end"]).joined(separator: "\n"), "ann")
    try restart("ann", "bea")
    try expectEqual(ask("undo b", "bea"), ["ok undo of=7 rev=9"])
  }

  @Test("a name belongs to its token, even if it never used a tag")
  mutating func name() throws {
    try hello("ann")
    _ = try ask("edit i1 board=b hers", "ann")
    try stage.crash()
    _ = try stage.connect("eve")
    #expect(
      try ask("hello ann token=another-token-long-enough", "eve").first?.hasPrefix("refused")
        == true)
  }

  @Test("the stored replies have the same tags")
  mutating func tags() throws {
    try hello("ann")
    _ = try ask("#a edit i1 board=b x", "ann")
    for number in 1...Limits.rememberedReplies {
      _ = try ask("#n\(number) delete no board=b", "ann")
    }
    let before = try ask("#a edit i1 board=b x", "ann")
    expectEqual(before, ["#a ok edit i1 at=0.0 rev=7 replayed=yes"])
    try restart("ann")
    try expectEqual(ask("#a edit i1 board=b x", "ann"), before)
  }

  @Test("a retry of a choose without an effect does not move the item")
  mutating func choosesWithoutEffect() throws {
    try hello("ann")
    _ = try ask("policy * board=b on-choose=move:1", "ann")
    _ = try ask("choose i1 board=b", "ann")
    try expectEqual(ask("#a choose i1 board=b", "ann"), ["#a ok choose i1 moved rev=7 at=1.0"])
    try restart("ann")
    _ = try ask("move i1 0.0 board=b", "ann")
    try expectEqual(
      ask("#a choose i1 board=b", "ann"),
      [
        "#a ok choose i1 moved rev=7 at=1.0 replayed=yes"
      ])
  }

  @Test("a policy that moves items refers to a section by id, even one that was deleted meanwhile")
  mutating func action() throws {
    try hello("ann")
    _ = try ask("policy s1 board=b on-choose=move:1", "ann")
    _ = try ask("delete-section s2 board=b", "ann")
    try restart("ann")
    #expect(
      try ask("choose i1 board=b", "ann").first?.hasPrefix("refused section-gone section=s2")
        == true)
    _ = try ask("undo b", "ann")
    _ = try ask("move-section s2 0 board=b", "ann")
    try expectEqual(ask("choose i1 board=b", "ann"), ["ok choose i1 moved rev=10 at=0.0"])
  }

  @Test("policies that were stored without the newer keys can be read")
  func olderPolicies() throws {
    let store = MemoryStore()
    let journal = MemoryJournal(store)
    let before = try StoredHub(store)
    for line in ["create b", "insert-section 0 board=b A"] { _ = before.say(line) }
    _ = journal.acquire()
    var group = JournalGroup()
    group.append(.policy("b", target: "s1", body: Array("policy s1 limit=3 empty=remove\n".utf8)))
    expectEqual(journal.commit(group), .committed)
    let after = try StoredHub(store)
    expectEqual(after.say("policy s1 board=b").last?.contains(" limit=3 "), true)
    expectEqual(after.say("policy s1 board=b").last?.hasSuffix(" on-choose=none"), true)
  }

  @Test("a block, a clear or an undo that may not fit on the disk is refused")
  func room() throws {
    let life = try StoredHub(MemoryStore())
    let items = (1...50).map { "item i\($0) \(String(repeating: "y", count: 1_000))" }
    let block = (["replace b", "section s1 - A"] + items + ["end"]).joined(separator: "\n")
    _ = life.say("create b")
    life.hub.persistence.setRoom(16_384)
    expectEqual(life.say(block).first?.hasPrefix("refused disk-full"), true)
    life.hub.persistence.setRoom(1 << 20)
    expectEqual(life.say(block), ["ok replace b rev=1"])
    life.hub.persistence.setRoom(16_384)
    expectEqual(life.say("clear 0 board=b").first?.hasPrefix("refused disk-full"), true)
    life.hub.persistence.setRoom(1 << 20)
    expectEqual(life.say("clear 0 board=b"), ["ok clear s1 count=50 rev=2"])
    let before = life.say("show b")
    life.hub.persistence.setRoom(65_536)
    expectEqual(life.say("undo b").first?.hasPrefix("refused disk-full"), true)
    expectEqual(life.say("show b"), before)
    life.hub.persistence.setRoom(1 << 20)
    expectEqual(life.say("undo b"), ["ok undo of=2 rev=3"])
  }

  @Test("names assigned while the disk was full are not assigned again")
  mutating func namesWithoutRoom() throws {
    _ = try stage.connect("g0")
    try expectEqual(ask("begin i2 board=b", "g0"), ["ok begin d1 items=i2"])
    _ = try ask("cancel", "g0")
    try stage.setFull(true)
    for number in 2...100 {
      _ = try stage.connect("g\(number)")
      _ = try ask("begin i1 board=b", "g\(number)")
      if number < 100 { _ = try ask("cancel", "g\(number)") }
    }
    try stage.setFull(false)
    _ = try ask("propose end:1", "g100")
    try expectEqual(ask("perform", "g100").last, "ok perform d100 moved rev=7 at=1.0")
    try restart()
    var undone: [String] = []
    for number in 1...60 {
      _ = try stage.connect("h\(number)")
      undone += try ask("undo b", "h\(number)").filter { $0.hasPrefix("ok") }
    }
    expectEqual(undone, [])
    #expect(try ask("begin i2 board=b", "h1") != ["ok begin d1 items=i2"])
  }

  @Test("no session id is given while the disk is full that would be given again after a crash")
  mutating func sessionsWithoutRoom() throws {
    // Some are reserved with the first change, before any drag.
    try stage.setFull(true)
    _ = try stage.connect("ann")
    try expectEqual(ask("begin i1 board=b", "ann"), ["ok begin d1 items=i1"])
    _ = try ask("cancel", "ann")
    var given: Set<String> = ["d1"]
    for _ in 2...120 {
      let words = try ask("begin i1 board=b", "ann").last?.split(separator: " ")
      guard let id = words?.dropFirst(2).first, id.hasPrefix("d") else { continue }
      given.insert(String(id))
      _ = try ask("cancel", "ann")
    }
    #expect((50...100).contains(given.count))
    for command in ["begin i1 board=b", "begin-external board=b new"] {
      expectEqual(try ask(command, "ann").first?.hasPrefix("refused disk-full"), true)
    }
    try stage.crash()
    _ = try stage.connect("bea")
    let id = try ask("begin i1 board=b", "bea").last?.split(separator: " ")[2]
    expectEqual(id.map { !given.contains(String($0)) }, true)
  }

  @Test("a client does not get the replies of a forgotten client with its name")
  mutating func namesake() throws {
    try hello("ann")
    _ = try ask("#a edit i1 board=b x", "ann")
    try stage.cut("ann")
    try stage.setFull(true)
    try stage.advance(by: Limits.outcomeMemory + .seconds(1))
    try stage.setFull(false)
    try hello("ann", token: "somebody-elses-token")
    _ = try ask("#b edit i1 board=b z", "ann")
    try stage.crash()
    try hello("ann", token: "somebody-elses-token")
    try expectEqual(ask("#a edit i1 board=b x", "ann").last, "#a ok edit i1 at=0.0 rev=9")
  }

  @Test("a revision of more edits than the log holds is persisted")
  func bigRevision() async throws {
    await #expect(processExitsWith: .success) {
      let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
      let id = hub.connect(at: .zero)
      let items = String(repeating: "item - x\n", count: Limits.logEdits + 1)
      let lines = "create b\nreplace b\nsection - - A\n\(items)end\n"
      _ = Array(lines.utf8).withUnsafeBytes { hub.receive($0, from: id, at: .zero) }
      _ = hub.endTurn(at: .zero)
    }
  }

  @Test("a board that was created empty has revisions from before its first snapshot")
  func firstSnapshot() throws {
    let store = MemoryStore()
    let before = try StoredHub(store)
    let text = String(repeating: "y", count: 1_000)
    for line in ["create b", "insert-section 0 board=b A", "insert 0.0 board=b x"] {
      _ = before.say(line)
    }
    for number in 1...4_300 { _ = before.say("edit i1 board=b \(number) \(text)") }
    #expect(before.hub.boards["b"]?.persisted.snapshot != 0)
    let after = try StoredHub(store)
    for line in ["history b from=2 to=5", "show b rev=1", "open b since=0"] {
      expectEqual(after.say(line), before.say(line), "\(line)")
    }
  }

  @Test("the journal of a board is bounded, however often the server starts")
  func bounded() throws {
    let store = MemoryStore()
    for life in 1...6 {
      let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
      let journal = MemoryJournal(store)
      try hub.service.restore(from: journal, at: .zero)
      let id = hub.connect(at: .zero)
      func say(_ line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { hub.receive($0, from: id, at: .zero) }
        let turn = hub.endTurn(at: .zero)
        expectEqual(journal.commit(turn.journal), .committed)
        hub.commitSnapshots(of: turn, to: journal)
      }
      if life == 1 {
        for line in ["create b", "insert-section 0 board=b A", "insert 0.0 board=b x"] { say(line) }
      }
      let text = String(repeating: "y", count: 1_000)
      for number in 1...2_200 { say("edit i1 board=b \(life) \(number) \(text)") }
    }
    let journal = MemoryJournal(store)
    _ = journal.acquire()
    var count = 0
    try journal.replay("b") { _ in count += 1 }
    #expect(count < 3 * 4_300)
  }

  @Test("a change that may not fit on the disk is refused before it is made")
  func roomForBlocks() {
    let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
    let id = hub.connect(at: .zero)
    func ask(_ lines: String) -> [String] {
      _ = Array("\(lines)\n".utf8).withUnsafeBytes { hub.receive($0, from: id, at: .zero) }
      return Sent(hub.endTurn(at: .zero).effects).lines(of: id)
    }
    let items = String(repeating: "item - x\n", count: 1_000)
    _ = ask("create b")
    hub.persistence.setRoom(10_000)
    #expect(
      ask("replace b\nsection - - A\n\(items)end").last?.hasPrefix("refused disk-full") == true)
    expectEqual(hub.service.revisions["b"], 0)
    expectEqual(ask("replace b\nsection - - A\nitem - x\nend").last, "ok replace b rev=1")
    hub.persistence.setRoom(10_000_000)
    expectEqual(ask("replace b\nsection - - A\n\(items)end").last, "ok replace b rev=2")
    hub.persistence.setRoom(10_000)
    expectEqual(ask("clear 0 board=b").last?.hasPrefix("refused disk-full"), true)
  }
}
