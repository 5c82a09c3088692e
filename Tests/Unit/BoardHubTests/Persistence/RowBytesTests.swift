import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

/// What commands write to the journal, in bytes.
@Suite("A row of the journal")
struct RowBytesTests {
  private let store = MemoryStore()
  private let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
  private let journal: MemoryJournal
  private let client: ConnectionID

  init() throws {
    journal = MemoryJournal(store)
    try hub.service.restore(from: journal, at: .zero)
    client = hub.connect(at: .zero)
    _ = commit()
  }

  /// Commits what the turn has changed.
  private func commit() -> JournalGroup {
    let turn = hub.endTurn(at: .zero)
    expectEqual(journal.commit(turn.journal), .committed)
    hub.commitSnapshots(of: turn, to: journal)
    return turn.journal
  }

  private static let keptRevisions = 40

  /// Lets somebody else edit so much that a snapshot is committed.
  private func editMuch() {
    let other = hub.connect(at: .zero)
    for number in 0..<Self.keptRevisions {
      _ = Array("edit j board=b \(number)\n".utf8).withUnsafeBytes {
        hub.receive($0, from: other, at: .zero)
      }
      _ = commit()
    }
  }

  /// Lets the client say lines in a turn.
  ///
  /// - Returns: The bytes of the bodies that the turn writes.
  private func say(_ lines: String) -> Int {
    _ = Array("\(lines)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: .zero) }
    while hub.hasUnread { _ = hub.goOn(at: .zero) }
    return commit().entries.reduce(0) { $0 + $1.bodyBytes }
  }

  private func expectSameAfterRestart(_ lines: String...) throws {
    let (before, after) = (try StoredHub(store), try StoredHub(store))
    expectEqual(before.hub.sight(of: "b")?.board.content, hub.sight(of: "b")?.board.content)
    for line in lines { expectEqual(before.say(line), after.say(line)) }
  }

  @Test("of a policy has what that target has, however many sections have policies of their own")
  func policies() throws {
    let rows = (0..<2_000).map { "section t\($0) 0" }.joined(separator: "\n")
    _ = say("create b\nreplace b\n\(rows)\nend")
    for number in 0..<2_000 { _ = say("policy t\(number) board=b limit=10 max-items=20") }
    expectEqual(say("policy t7 board=b limit=11"), "policy t7 max-items=20 limit=11\n".utf8.count)
    expectEqual(say("policy * board=b paused=yes"), "policy * paused=yes\n".utf8.count)
    expectEqual(say("policy t7 board=b limit=inherit max-items=inherit"), 0)
    expectEqual(say("delete-section t8 board=b"), "delete-section 8 t8\n".utf8.count)
    let after = try StoredHub(store)
    let lines = after.say("policy t6 board=b", "policy t7 board=b")
    #expect(
      lines[1].hasPrefix("t6 ") && lines[1].contains(" limit=10 ")
        && lines[1].contains(" paused=yes "))
    #expect(lines[3].contains(" max-items=none ") && lines[3].contains(" limit=none "))
  }

  @Test("of a clear, an undo or a redo of many items is short")
  func revert() throws {
    let items = (0..<3_000).map { "item i\($0) text of item \($0)" }.joined(separator: "\n")
    _ = say("create b\nreplace b\nsection s1 3000 A\n\(items)\nsection s2 0 B\nend")
    expectEqual(say("clear 0 board=b"), "delete-items 0.0 3000\n".utf8.count)
    expectEqual(say("undo b"), "revert 2\n".utf8.count)
    expectEqual(say("redo b"), "revert 3\n".utf8.count)
    #expect(say("insert 1.0 board=b x") < 40)
    #expect(say("undo b\nundo b") < 60)
    #expect(say("delete-section 0 board=b") < 40)
    expectEqual(say("undo b"), "revert 8\n".utf8.count)
    try expectSameAfterRestart(
      "show b rev=2", "show b rev=4", "history b", "undo b", "show b rev=7")
  }

  @Test("of a rename to a used name is empty, however much is on the board")
  func rename() throws {
    let items = (0..<3_000).map { "item i\($0) text of item \($0)" }.joined(separator: "\n")
    _ = say("create b\nreplace b\nsection s1 3000 A\n\(items)\nend")
    _ = say("create c\nreplace c\nsection s1 0 A\nend\nclear s1 board=c\nremove-board c")
    for (old, new) in [("b", "c"), ("c", "b"), ("b", "c"), ("c", "b")] {
      expectEqual(say("rename-board \(old) \(new)"), 0)
    }
    #expect(say("insert 0.0 board=b x") < 40)
    let revision = try #require(hub.service.revisions["b"])
    try expectSameAfterRestart(
      "open b since=\(revision - 1)", "close b", "open b since=\(revision - 2)", "history b",
      "show b rev=\(revision - 2)", "undo b", "create c")
  }

  @Test("of an undo has all edits if they are few")
  func edits() throws {
    let items = (0..<40).map { "item i\($0) x" }.joined(separator: "\n")
    _ = say("create b\nreplace b\nsection s1 40 A\n\(items)\nend")
    _ = say("delete i0,i1,i2 board=b")
    expectEqual(say("undo b"), "insert 0.0 i0 x\ninsert 0.1 i1 x\ninsert 0.2 i2 x\n".utf8.count)
    try expectSameAfterRestart("show b rev=2", "history b", "undo b")
  }

  @Test("never refers to a revision that may be deleted before it")
  func references() throws {
    hub.service.historyLimits.keptRevisions = Self.keptRevisions
    let items = (0..<20).map { "item i\($0) x" }.joined(separator: "\n")
    _ = say("create b\nreplace b\nsection s1 20 A\n\(items)\nsection s2 1 B\nitem j x\nend")
    _ = say("clear 0 board=b")
    editMuch()
    #expect(say("undo b") > 20 * 14)
    editMuch()
    try expectEqual(StoredHub(store).say("history b from=1 to=2")[0], "ok history b 0")
    try expectSameAfterRestart("show b", "history b")
  }

  @Test(
    "that stands for edits that are not possible is refused",
    arguments: [
      "revert 0\n", "revert 2\n", "revert 9\n", "revert 4294967296\n", "revert -1\n", "revert 1",
      "delete-items 0.0 3\n", "delete-items 1.0 1\n", "delete-items 0.2 1\n",
      "delete-items 0.0 9223372036854775807\n", "delete-items 0.0\n",
    ])
  func impossible(_ body: String) throws {
    let life = try StoredHub(store)
    _ = life.say(
      "create b", "insert-section 0 board=b A", "insert 0.0 board=b x", "insert 0.0 board=b y")
    _ = journal.acquire()
    let revision = JournalRevision(
      board: "b", from: 3, to: 4, at: 0, client: "ann", origin: nil, body: Array(body.utf8))
    expectEqual(journal.commit([.revision(revision)]), .committed)
    #expect(throws: JournalFault.self) { try StoredHub(store) }
  }
}

extension JournalEntry {
  fileprivate var bodyBytes: Int {
    switch self {
    case .revision(let revision): revision.body.count
    case .policy(_, _, let body), .snapshot(_, _, _, let body), .snapshotPart(_, _, _, let body):
      body.count
    case .reply(_, let reply): reply.body.count
    case .drag(let drag): drag.body.count
    case .created, .removed, .renamed, .trim, .boardNumber, .client, .forgotten, .number: 0
    }
  }
}
