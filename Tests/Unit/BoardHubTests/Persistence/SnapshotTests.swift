import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("A snapshot of a board, written while the hub goes on")
struct SnapshotTests {
  private let hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
  private let store = MemoryStore()
  private let journal: MemoryJournal
  private let client: ConnectionID
  /// What another thread is to write.
  private var jobs: [Job] = []
  /// What may be committed.
  private var part: SnapshotPart?

  /// A hub that is to commit a snapshot of the board `b`.
  init() throws {
    journal = MemoryJournal(store)
    try hub.service.restore(from: journal, at: .zero)
    client = hub.connect(at: .zero)
    hub.service.historyLimits.keptRevisions = 10
    say("create b\nreplace b\nsection A 1 Fruit\nitem a apple\nend")
    for number in 0..<10 { say("edit a board=b \(number)") }
  }

  private mutating func say(_ lines: String) {
    _ = Array("\(lines)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: .zero) }
    while hub.hasUnread { _ = hub.goOn(at: .zero) }
    endTurn()
  }

  private mutating func endTurn() {
    let turn = hub.endTurn(at: .zero)
    expectEqual(journal.commit(turn.journal), .committed)
    jobs += turn.jobs.filter { $0.lane == .snapshots }
    part = turn.snapshot
  }

  /// Lets another thread write the snapshot.
  private mutating func write() throws {
    #expect(jobs.count == 1 && part == nil)
    let job = try #require(jobs.first)
    jobs = []
    job.run()
    hub.finished(job)
    endTurn()
  }

  private mutating func commitPart() throws {
    let part = try #require(part)
    hub.persistence.didCommit(part, journal.commit(part.group) == .committed)
    endTurn()
  }

  @Test("is committed at its revision, whatever was edited meanwhile")
  mutating func edited() throws {
    for number in 0..<9 { say("edit a board=b \(number)") }
    try write()
    say("edit a board=b last")
    try commitPart()
    #expect(part == nil && jobs.isEmpty, "one at a time")
    say("edit a board=b more")
    expectEqual(jobs.count, 1)
    try expectSameAfterRestart()
  }

  @Test("is in parts of a MiB, between which other groups are committed")
  mutating func parts() throws {
    try write()
    try commitPart()
    let text = String(repeating: "y", count: 1_000)
    let items = (0..<2_500).map { "item i\($0) \(text)" }.joined(separator: "\n")
    say("replace b\nsection A 2500 Fruit\n\(items)\nend")
    for number in 0..<9 { say("edit i0 board=b \(number)") }
    try write()
    for number in 0..<3 {
      say("edit i\(number) board=b new")
      try commitPart()
      try expectSameAfterRestart()
    }
    expectNil(part)
    say("delete i0 board=b")
    try expectSameAfterRestart()
  }

  @Test(
    "is there until it is known to be committed, and to nobody's harm if its board went meanwhile")
  mutating func late() throws {
    try write()
    let committed = try #require(part)
    expectEqual(journal.commit(committed.group), .committed)
    say("edit a board=b last")
    expectEqual(part?.group.entries.count, committed.group.entries.count)
    say("remove-board b")
    expectNil(part)
    hub.persistence.didCommit(committed, true)
    say("create b")
    try expectSameAfterRestart()
  }

  @Test("is written anew later if there was no room for it")
  mutating func full() throws {
    try write()
    hub.persistence.didCommit(try #require(part), false)
    endTurn()
    #expect(part == nil && jobs.isEmpty)
    for number in 0..<10 { say("edit a board=b \(number)") }
    try write()
    try commitPart()
    try expectSameAfterRestart()
  }

  @Test("is committed if its board has its name again, and the revisions behind it leap")
  mutating func renamedBack() throws {
    say("rename-board b c\nrename-board c b\nedit a board=b last")
    try expectSameAfterRestart()
    try write()
    try commitPart()
    try expectSameAfterRestart()
  }

  private func expectSameAfterRestart() throws {
    let restored = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
    // A copy: whoever acquires the store itself fences this hub.
    let copy = MemoryStore(restoring: store, epoch: .test)
    try restored.service.restore(from: MemoryJournal(copy), at: .zero)
    for name: BoardName in ["b", "c"] {
      expectEqual(restored.sight(of: name)?.board.content, hub.sight(of: name)?.board.content)
    }
    expectEqual(restored.service.revisions, hub.service.revisions)
  }

  @Test(
    "is not committed once its board is another one",
    arguments: [
      "remove-board b", "rename-board b c", "create c\nremove-board c\nrename-board b c",
      "remove-board b\ncreate b",
    ])
  mutating func replaced(_ lines: String) throws {
    say(lines)
    try write()
    expectNil(part)
    say("create other")
    try expectSameAfterRestart()
  }
}
