import BoardAuthority
import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

/// A hub that begins with what a store holds, and loads a board only when the test says so.
private final class LazyHub {
  let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
  let journal: MemoryJournal
  private var now = Duration.zero
  /// The boards that are to be loaded.
  private(set) var loads: [Job] = []
  private var heard: [ConnectionID: [String]] = [:]

  init(_ store: MemoryStore) throws {
    journal = MemoryJournal(store)
    try hub.service.restoreLazily(from: journal, at: .zero)
    endTurn()
  }

  func connect() -> ConnectionID {
    let id = hub.connect(at: now)
    endTurn()
    heard[id] = []
    return id
  }

  func say(_ lines: String, by client: ConnectionID) {
    _ = Array("\(lines)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: now) }
    endTurn()
  }

  func advance(by time: Duration) {
    now += time
    endTurn()
  }

  /// What a client was sent since the last call, without the sentences for people.
  func lines(of client: ConnectionID) -> [String] {
    defer { heard[client] = [] }
    return (heard[client] ?? []).map(\.withoutSentence)
  }

  func ask(_ lines: String, by client: ConnectionID) -> [String] {
    say(lines, by: client)
    return self.lines(of: client)
  }

  /// Loads the boards that commands wait for.
  ///
  /// - Returns: Their names, in order.
  @discardableResult
  func load() -> [BoardName] {
    var names: [BoardName] = []
    while let job = loads.popLast(), let load = job.work as? BoardLoad {
      #expect(loads.isEmpty, "one is loaded at a time")
      names.append(load.name)
      job.run()
      hub.finished(job)
      endTurn()
    }
    return names
  }

  func cut(_ client: ConnectionID) {
    hub.disconnected(client, at: now)
    endTurn()
  }

  private func endTurn() {
    while true {
      _ = hub.goOn(at: now)
      let turn = hub.endTurn(at: now)
      loads += turn.jobs
      // It is fenced once a later hub has taken over, which is asked the same questions.
      _ = journal.commit(turn.journal)
      for client in heard.keys { heard[client]! += Sent(turn.effects).lines(of: client) }
      if turn.isEmpty && !hub.hasUnread { return }
    }
  }
}

@Suite("A stored board")
struct LoadingTests {
  private let store = MemoryStore()

  /// Boards `a`, `b` and `c`, each with a section and an item.
  init() throws {
    let before = try StoredHub(store)
    _ = before.say("hello ann token=token-of-ann-and-more")
    for name in ["a", "b", "c"] {
      _ = before.say(
        "create \(name)", "insert-section 0 board=\(name) A",
        "#\(name) insert 0.0 board=\(name) text of \(name)")
    }
    _ = before.say("policy 0 limit=3 board=a", "create gone", "remove-board gone")
  }

  @Test("is not loaded for what is known without it")
  func unneeded() throws {
    let life = try LazyHub(store)
    let ann = life.connect()
    expectEqual(life.hub.service.revisions, ["a": 2, "b": 2, "c": 2])
    expectEqual(
      life.ask("boards", by: ann),
      ["ok boards 3"]
        + ["a", "b", "c"].map { "\($0) rev=2 sections=1 items=1 watchers=0" })
    expectEqual(life.ask("create b", by: ann), ["refused board-exists board=b"])
    expectEqual(life.ask("create gone", by: ann), ["ok create gone rev=1"])
    expectEqual(life.ask("rename-board gone a", by: ann), ["refused board-exists board=a"])
    expectEqual(life.ask("open x", by: ann), ["refused unknown-board board=x"])
    #expect(life.ask("who\nhelp ping\ndrags", by: ann).count > 3)
    #expect(life.loads.isEmpty)
    #expect(throws: Refusal.boardExists("c")) { try life.hub.service.serve("c") }
  }

  @Test(
    "is loaded when a command needs it, and no other is",
    arguments: [
      "open b", "open b since=1", "show b", "history b", "undo b", "redo b", "policy board=b",
      "policy * board=b limit=4", "insert 0.0 board=b x", "delete i1 board=b", "clear 0 board=b",
      "move i1 0.0 board=b", "edit i1 board=b x", "insert-section 0 board=b x",
      "delete-section 0 board=b", "move-section 0 0 board=b", "rename-section 0 board=b x",
      "begin i1 board=b", "begin-external board=b x", "dryrun 0.0 items=0.0 board=b", "drags b",
      "propose 0.0 board=b", "select i1 board=b", "deselect board=b", "choose i1 board=b",
      "find board=b text", "who b", "close b", "remove-board b", "rename-board b d",
      "replace b\nend", "batch b\ndelete 0.0 i1\nend",
      #"{"kind":"show","board":"b"}"#, #"{"kind":"replace","board":"b","rows":[]}"#,
      #"{"kind":"batch","board":"b","rows":[{"kind":"delete","path":"0.0","item":"i1"}]}"#,
    ])
  func needed(_ line: String) throws {
    let (life, other) = (try LazyHub(store), try StoredHub(store))
    let ann = life.connect()
    expectEqual(life.ask(line, by: ann), [])
    expectEqual(life.load(), ["b"])
    let answers = life.lines(of: ann)
    #expect(answers == other.say(line).map(\.withoutSentence) && !answers.isEmpty)
    #expect(!answers[0].contains("unknown-board"))
    expectEqual(life.ask("ping", by: ann), ["pong"])
  }

  @Test(
    "is not loaded for a client without a role on it",
    arguments: [
      "find text", "boards", "who", "drags", "open b", "find board=b text", "show b", "history b",
      "insert 0.0 board=b x", "replace b\nend", "batch b\nend", "rename-board b a", "who b",
    ])
  func hidden(_ line: String) throws {
    let life = try LazyHub(store)
    life.hub.service.setAccess(try AccessFile(text: "guest viewer c").rules(), at: .zero)
    let guest = life.connect()
    life.say(line, by: guest)
    expectEqual(life.load(), (line == "find text" ? ["c"] : []))
    let answers = life.lines(of: guest)
    #expect(!answers.isEmpty && !answers.joined().contains("text of b"))
  }

  @Test(
    "is not loaded for a block that is refused by the role of its client, or has a row that is wrong",
    arguments: [
      ("batch b\ndelete 0.0 i1\nend", "refused access-denied role=editor board=b"),
      ("replace b\nend", "refused access-denied role=owner board=b"),
      ("batch c\nend", "refused unknown-board board=c"), ("batch b\nx\nend", "error bad-row row=1"),
    ])
  func refusedBlocks(_ lines: String, _ answer: String) throws {
    let life = try LazyHub(store)
    life.hub.service.setAccess(try AccessFile(text: "guest viewer b\n").rules(), at: .zero)
    expectEqual(life.ask(lines, by: life.connect()), [answer])
    #expect(life.loads.isEmpty)
  }

  @Test("holds up those who need it, and nobody else")
  func others() throws {
    let life = try LazyHub(store)
    let (ann, bob, cyn) = (life.connect(), life.connect(), life.connect())
    life.say("open b\nping 1\ninsert 0.0 x\nping 2", by: ann)
    life.say("find text", by: cyn)
    expectEqual(life.ask("ping\ncreate d\nopen d\ninsert-section 0 A", by: bob).count, 7)
    life.say("open a\nping", by: bob)
    expectEqual(life.lines(of: ann), [])
    // Those who need one board go first.
    expectEqual(life.load(), ["b", "a", "c"])
    expectEqual(
      life.lines(of: ann),
      [
        "ok open b 2", "board b 2 1 2", "section s1 1 A", "item i1 text of b", "pong 1",
        "batch b 2 3 1", "insert 0.0 i2 x", "ok insert i2 at=0.0 rev=3", "pong 2",
      ])
    expectEqual(life.lines(of: bob).last, "pong")
    expectEqual(life.lines(of: cyn)[0], "ok find 3")
    #expect(life.loads.isEmpty)
  }

  @Test("is loaded once, whoever waits for it")
  func once() throws {
    let life = try LazyHub(store)
    let clients = (0..<20).map { _ in life.connect() }
    for client in clients { life.say("open b\nopen b since=2", by: client) }
    life.cut(clients[3])
    expectEqual(life.load(), ["b"])
    for (number, client) in clients.enumerated() where number != 3 {
      expectEqual(life.lines(of: client).last, "ok open b 2", "\(number)")
    }
  }

  @Test("is not loaded for those who have gone")
  func gone() throws {
    let life = try LazyHub(store)
    let ann = life.connect()
    life.say("find text", by: ann)
    life.cut(ann)
    expectEqual(life.load(), ["a"], "the others are not begun any more")
  }

  @Test("has its policies, its past and the replies of its clients once it is loaded")
  func past() throws {
    let life = try LazyHub(store)
    let ann = life.connect()
    life.say("hello ann token=token-of-ann-and-more\n#a insert 0.0 board=a text of a", by: ann)
    life.load()
    expectEqual(life.lines(of: ann).last, "#a ok insert i1 at=0.0 rev=2 replayed=yes")
    #expect(life.ask("policy 0 board=a", by: ann)[1].contains(" limit=3 "))
    expectEqual(life.ask("undo a\nundo a", by: ann).last, "ok undo of=1 rev=4")
  }

  @Test("is listed without being loaded, also after it has changed")
  func counts() throws {
    let life = try LazyHub(store)
    let ann = life.connect()
    life.say("batch a\ninsert 0.0 - x\ninsert 0.1 - y\nend\ninsert-section 0 board=a B", by: ann)
    life.load()
    life.say("clear 0 board=b\ndelete-section 0 board=b", by: ann)
    life.load()
    life.say("create new", by: ann)
    _ = life.lines(of: ann)
    let rows = life.ask("boards", by: ann)
    expectEqual(rows[1], "a rev=4 sections=2 items=3 watchers=0")
    let later = try LazyHub(store)
    expectEqual(later.ask("boards", by: later.connect()), rows)
    #expect(later.loads.isEmpty)
  }

  @Test("of a version that did not write down what is on it is loaded to be listed, once")
  func earlier() throws {
    let journal = MemoryJournal(store)
    _ = journal.acquire()
    expectEqual(journal.commit([.created("old", revision: 0)]), .committed)
    for loads: [BoardName] in [["old"], []] {
      let life = try LazyHub(store)
      let ann = life.connect()
      life.say("boards", by: ann)
      expectEqual(life.load(), loads)
      expectEqual(life.lines(of: ann).last, "old rev=0 sections=0 items=0 watchers=0")
    }
  }

  @Test(
    "with a policy that cannot be read is damaged: what it forbids must not be allowed",
    arguments: [
      "policy * limit=x", "policy * paused=perhaps", "policy 0 limit=3", "ping",
      "policy * limit=3\npolicy s1 lim", "policy * accept=\u{1}", "fields due=day",
      "policy * key-of-a-later-version=yes",
    ])
  func damagedPolicy(_ body: String) throws {
    var replay = BoardReplay(of: StoredBoard(name: "b", head: 0))
    try replay.apply(.policy(body: Array("policy * limit=3\npolicy gone limit=4".utf8)))
    try replay.apply(.policy(body: []))
    try replay.apply(.policy(body: Array("fields due=date\n".utf8)))
    #expect(throws: JournalFault.damaged("board b, policies: a line that is no policy")) {
      try replay.apply(.policy(body: Array(body.utf8)))
    }
  }

  @Test(
    "that cannot be read just now is no damaged one: it is waited for or refused, and tried again",
    arguments: [
      JournalFault.failed("no answer"), .unusable("no permission"), .inUse("taken"),
    ])
  func unreadable(_ fault: JournalFault) throws {
    let life = try LazyHub(store)
    let (ann, bob) = (life.connect(), life.connect())
    life.journal.readFault = fault
    life.say("open b\nping", by: ann)
    life.say("show b", by: bob)
    expectEqual(life.load(), ["b"])
    let refused = "refused unavailable retry=1s"
    expectEqual(life.lines(of: bob), [refused])
    for line in ["insert 0.0 board=b x", "find text", "rename-board b d", "replace b\nend"] {
      expectEqual(life.ask(line, by: bob), [refused], "\(line)")
    }
    expectEqual(life.ask("boards\nshow x\nping", by: bob).count, 6)
    #expect(life.lines(of: ann).isEmpty && life.loads.isEmpty)
    #expect(try #require(life.hub.endTurn(at: .zero).nextDeadline) <= .seconds(1))
    life.advance(by: .seconds(1))
    expectEqual(life.load(), ["b"])
    life.journal.readFault = nil
    life.advance(by: .milliseconds(999))
    #expect(life.lines(of: ann).isEmpty && life.loads.isEmpty)
    life.advance(by: .milliseconds(1))
    expectEqual(life.load(), ["b"])
    expectEqual(life.lines(of: ann).first, "ok open b 2")
    #expect(life.ask("show b", by: bob).contains("|   0.0 i1 text of b"))
  }

  @Test("that cannot be read is refused by name, and is never replaced")
  func damaged() throws {
    // A board whose policies cannot be read is as damaged as one whose rows cannot.
    let journal = MemoryJournal(store)
    _ = journal.acquire()
    for name in ["a", "b", "c"].compactMap(BoardName.init) {
      let outcome = journal.commit([.policy(name, target: "x", body: Array("nothing".utf8))])
      expectEqual(outcome, .committed)
    }
    let life = try LazyHub(store)
    let ann = life.connect()
    life.say("find text\nping", by: ann)
    life.say("ping", by: ann)
    expectEqual(life.load(), ["a", "b", "c"])
    expectEqual(life.lines(of: ann), ["ok find 0", "pong", "pong"])
    for line in [
      "open b", "insert 0.0 board=b x", "remove-board b force=yes", "rename-board b d", "who b",
      "replace b\nend", "undo b",
    ] {
      expectEqual(life.ask(line, by: ann), ["refused board-damaged board=b"], "\(line)")
    }
    expectEqual(life.ask("create b", by: ann), ["refused board-exists board=b"])
    expectEqual(life.ask("boards", by: ann).last, "c rev=2 sections=1 items=1 watchers=0")
    expectEqual(life.ask("create d", by: ann), ["ok create d rev=0"])
    #expect(life.loads.isEmpty)
    let journalOfLater = MemoryJournal(store)
    _ = journalOfLater.acquire()
    for name in ["a", "b", "c"].compactMap(BoardName.init) {
      expectEqual(journalOfLater.commit([.policy(name, target: "x", body: [])]), .committed)
    }
    let later = try StoredHub(store)
    #expect(later.say("show b").contains("|   0.0 i1 text of b"))
    expectEqual(later.hub.service.revisions, ["a": 2, "b": 2, "c": 2, "d": 0])
  }
}
