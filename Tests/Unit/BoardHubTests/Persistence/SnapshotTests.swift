import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("A snapshot of a board, encoded while the hub goes on")
struct SnapshotTests {
  private let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
  private let store = MemoryStore()
  private let journal: MemoryJournal
  private let client: ConnectionID

  /// A hub that is to commit a snapshot of the board `b`.
  init() throws {
    journal = MemoryJournal(store)
    try hub.service.restore(from: journal, at: .zero)
    client = hub.connect(at: .zero)
    hub.service.historyLimits.keptRevisions = 10
    say("create b\nreplace b\nsection A 1 Fruit\nitem a apple\nend")
    for number in 0..<10 { say("edit a board=b \(number)") }
  }

  private func say(_ lines: String) {
    _ = Array("\(lines)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: .zero) }
    while hub.hasUnread { _ = hub.goOn(at: .zero) }
    #expect(journal.commit(hub.endTurn(at: .zero).journal) == .committed)
  }

  private func steps(of board: BoardName) throws -> [ReplayStep] {
    var steps: [ReplayStep] = []
    try journal.replay(board) { steps.append($0) }
    return steps
  }

  @Test("is committed at its revision, whatever was edited meanwhile")
  func edited() throws {
    let snapshot = try #require(hub.persistence.nextSnapshot())
    #expect(hub.persistence.nextSnapshot() == nil, "there is one at a time")
    say("edit a board=b last")
    #expect(hub.persistence.canCommit(snapshot))
    for group in snapshot.groups() { #expect(journal.commit(group) == .committed) }
    hub.persistence.didCommitSnapshot(true)
    #expect(hub.persistence.nextSnapshot() == nil)
    try expectSameAfterRestart()
  }

  @Test("is in parts of a MiB, between which other groups are committed")
  func parts() throws {
    let text = String(repeating: "y", count: 1_000)
    let items = (0..<2_500).map { "item i\($0) \(text)" }.joined(separator: "\n")
    say("replace b\nsection A 2500 Fruit\n\(items)\nend")
    let snapshot = try #require(hub.persistence.nextSnapshot())
    let groups = snapshot.groups()
    #expect(groups.count == 3)
    for (number, group) in groups.enumerated() {
      say("edit i\(number) board=b new")
      #expect(journal.commit(group) == .committed)
      try expectSameAfterRestart()
    }
    hub.persistence.didCommitSnapshot(true)
    say("delete i0 board=b")
    try expectSameAfterRestart()
  }

  @Test("is committed if its board has its name again, and the revisions behind it leap")
  func renamedBack() throws {
    let snapshot = try #require(hub.persistence.nextSnapshot())
    say("rename-board b c\nrename-board c b\nedit a board=b last")
    try expectSameAfterRestart()
    #expect(hub.persistence.canCommit(snapshot))
    for group in snapshot.groups() { #expect(journal.commit(group) == .committed) }
    hub.persistence.didCommitSnapshot(true)
    try expectSameAfterRestart()
  }

  private func expectSameAfterRestart() throws {
    let restored = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
    // A copy: whoever acquires the store itself fences this hub.
    let copy = MemoryStore(restoring: store, epoch: .test)
    try restored.service.restore(from: MemoryJournal(copy), at: .zero)
    for name: BoardName in ["b", "c"] {
      #expect(restored.sight(of: name)?.board.content == hub.sight(of: name)?.board.content)
    }
    #expect(restored.service.revisions == hub.service.revisions)
  }

  @Test(
    "is not committed once its board is another one",
    arguments: [
      "remove-board b", "rename-board b c", "create c\nremove-board c\nrename-board b c",
      "remove-board b\ncreate b",
    ])
  func replaced(_ lines: String) throws {
    let snapshot = try #require(hub.persistence.nextSnapshot())
    say(lines)
    #expect(!hub.persistence.canCommit(snapshot))
    hub.persistence.didCommitSnapshot(false)
    say("create other")
    try expectSameAfterRestart()
  }
}
