import BoardJournal
import BoardModel
import Foundation
import SQLiteJournal
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("A backup")
struct BackupTests {
  private let scratch: Scratch
  private let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
  }

  private func opened() throws -> SQLiteJournal {
    let journal = try SQLiteJournal(data, .trial)
    _ = try journal.acquire()
    return journal
  }

  /// Restores a backup to a directory of its own.
  private func restore(_ backup: String, to name: String) throws -> String {
    try SQLiteJournal.restore(backup, to: scratch.at(name))
    return scratch.at(name)
  }

  /// Makes and restores a backup, and compares it with its group count.
  ///
  /// - Returns: The number of groups.
  private func examine(_ number: Int) throws -> Int {
    let path = scratch.at("backup-\(number)")
    try SQLiteJournal.backup(of: data, to: path)
    let restored = try restore(path, to: "restored-\(number)")
    let found = try JournalContents(of: SQLiteJournal(restored, .trial))
    let expected = try found.expected(restoredAfter: found.count)
    expectEqual(found, expected)
    return found.count
  }

  @Test("between two groups has exactly what was committed before")
  func moment() throws {
    let journal = try opened()
    for number in 0..<20 {
      expectEqual(journal.commit(SampleGroups.group(number)), .committed)
      try expectEqual(examine(number), number + 1)
    }
  }

  @Test("during commits has the state between two groups")
  func underLoad() async throws {
    let journal = try opened()
    let writer = Task {
      for number in 0..<1_000 where !Task.isCancelled {
        guard journal.commit(SampleGroups.group(number)) == .committed else { return false }
        try journal.checkpoint()
        await Task.yield()
      }
      return true
    }
    for number in 0..<20 { _ = try examine(number) }
    writer.cancel()
    #expect(try await writer.value)
  }

  @Test("has its boards under the names of that moment, while their names change")
  func names() throws {
    let journal = try opened()
    for number in 0..<2 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    try SQLiteJournal.backup(of: data, to: scratch.at("before"))
    expectEqual(journal.commit([.removed("c"), .renamed("a", to: "c")]), .committed)
    try SQLiteJournal.backup(of: data, to: scratch.at("after"))
    expectEqual(journal.commit([.removed("c")]), .committed)
    try examine("before", boards: ["a", "b", "c"], revisionsOf: "a")
    try examine("after", boards: ["b", "c"], revisionsOf: "c")
  }

  /// Restores a backup and compares its boards, one of which has the revisions of the board `a`.
  private func examine(
    _ backup: String, boards: [BoardName], revisionsOf board: BoardName
  ) throws {
    try expectEqual(JournalReader(file: scratch.at(backup)).boards.map(\.name), boards)
    let restored = try restore(scratch.at(backup), to: "restored-\(backup)")
    let found = try JournalContents(of: SQLiteJournal(restored, .trial))
    expectEqual(found.server.boards.map(\.name), boards)
    let expected = try found.expected.steps["a"]?.map { $0.renamed(board) }
    #expect(found.steps[board] == expected && expected?.count == 4)
  }

  @Test("continues at its revisions in a new epoch, which it keeps")
  func epoch() throws {
    let epoch = try SQLiteJournal(data, .trial).acquire().epoch
    try expectEqual(opened().commit(SampleGroups.group(0)), .committed)
    try SQLiteJournal.backup(of: data, to: scratch.at("backup"))
    let restored = try restore(scratch.at("backup"), to: "restored")
    let stored = try SQLiteJournal(restored, .trial).acquire()
    #expect(stored.epoch != epoch)
    expectEqual(stored.boards.map(\.head), [2, 4])
    for _ in 0..<2 { try expectEqual(SQLiteJournal(restored, .trial).acquire(), stored) }
    try expectEqual(SQLiteJournal(data, .trial).acquire().epoch, epoch)
    let twin = try restore(scratch.at("backup"), to: "twin")
    #expect(![epoch, stored.epoch].contains(try SQLiteJournal(twin, .trial).acquire().epoch))
  }

  @Test("of a restored journal can be restored again, and has another epoch each time")
  func twice() throws {
    try expectEqual(opened().commit(SampleGroups.group(0)), .committed)
    var directory = data
    var epochs = [try SQLiteJournal(data, .trial).acquire().epoch]
    for number in 1...3 {
      try SQLiteJournal.backup(of: directory, to: scratch.at("backup-\(number)"))
      directory = try restore(scratch.at("backup-\(number)"), to: "restored-\(number)")
      let journal = try SQLiteJournal(directory, .trial)
      epochs.append(try journal.acquire().epoch)
      expectEqual(journal.commit(SampleGroups.group(number)), .committed)
    }
    expectEqual(Set(epochs).count, 4)
    let found = try JournalContents(of: SQLiteJournal(directory, .trial))
    let expected = try found.expected(restoredAfter: 3)
    expectEqual(found.server.clients.flatMap(\.replies).map(\.tag), ["t3"])
    #expect(found.count == 4 && found == expected && found.epoch == epochs.last)
  }

  @Test("that is copied into a directory by hand has a new epoch as well")
  func byHand() throws {
    try expectEqual(opened().commit(SampleGroups.group(0)), .committed)
    let epoch = try SQLiteJournal(data, .trial).acquire().epoch
    try SQLiteJournal.backup(of: data, to: scratch.at("backup"))
    try FileManager.default.createDirectory(
      atPath: scratch.at("new"), withIntermediateDirectories: true)
    _ = try scratch.copy(scratch.at("backup"), to: "new/journal.db")
    let found = try JournalContents(of: SQLiteJournal(scratch.at("new"), .trial))
    let expected = try found.expected(restoredAfter: 1)
    #expect(found == expected && found.epoch != epoch)
  }

  @Test(
    "has one epoch from its first acquisition, even if the process is killed during it",
    arguments: [Failpoint.beforeBegin, .afterBegin, .afterEntries, .afterCommit])
  func killed(_ point: Failpoint) throws {
    try expectEqual(opened().commit(SampleGroups.group(0)), .committed)
    let epoch = try SQLiteJournal(data, .trial).acquire().epoch
    try SQLiteJournal.backup(of: data, to: scratch.at("backup"))
    let restored = try restore(scratch.at("backup"), to: "restored")
    let killed = try HelperProgram.run(restored, count: 2, "DROPLINE_FAILPOINT=\(point.rawValue):1")
    #expect(!killed.isEnded && killed.epoch == nil)
    let report = try HelperProgram.run(restored, count: 2)
    #expect(report.isEnded && report.epoch != nil && report.epoch != epoch)
    try report.examine(restored, restoredAfter: 1)
  }

  @Test("replaces no file, and leaves none if it fails")
  func failures() throws {
    try write([1], toFile: scratch.at("there"))
    #expect(throws: JournalFault.self) {
      try SQLiteJournal.backup(of: data, to: scratch.at("nothing"))
    }
    for _ in 0..<1 { _ = try SQLiteJournal(data, .trial) }
    #expect(throws: JournalFault.self) {
      try SQLiteJournal.backup(of: data, to: scratch.at("there"))
    }
    try expectEqual(contents(ofFile: scratch.at("there")), [1])
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    expectEqual(names.sorted(), ["data", "there"])
  }
}

extension ReplayStep {
  /// The step after a rename of its board.
  fileprivate func renamed(_ board: BoardName) -> ReplayStep {
    switch self {
    case .snapshot, .policy: return self
    case .revision(var revision):
      revision.board = board
      return .revision(revision)
    }
  }
}
