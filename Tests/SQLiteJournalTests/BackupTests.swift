import BoardCore
import BoardJournal
import Foundation
import JournalSupport
import SQLiteJournal
import Testing

@Suite("A backup")
struct BackupTests {
  private let scratch: Scratch
  private let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
  }

  /// Puts a backup where it can be served.
  private func restore(_ backup: String, to name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: scratch.at(name), withIntermediateDirectories: true)
    return try scratch.copy(backup, to: "\(name)/journal.db").replacing("/journal.db", with: "")
  }

  /// Serves a backup and compares it with the groups that it says it holds.
  ///
  /// - Returns: How many groups those are.
  private func examine(_ number: Int) throws -> Int {
    let path = scratch.at("backup-\(number)")
    try SQLiteJournal.backup(of: data, to: path)
    let restored = try restore(path, to: "restored-\(number)")
    let found = try JournalContents(of: SQLiteJournal(restored, .trial))
    let expected = try JournalGroup.contents(after: SampleGroups.first(found.count))
    #expect(found.server.clients == expected.server.clients)
    #expect(found.server.numbers == expected.server.numbers)
    for board in expected.server.boards {
      let leap = ReplayStep.leap(to: board.head + Leap.length)
      #expect(found.steps[board.name] == expected.steps[board.name]! + [leap])
    }
    return found.count
  }

  @Test("made between two groups is what was there between them")
  func moment() throws {
    let journal = try SQLiteJournal(data, .trial)
    _ = try journal.acquire()
    for number in 0..<20 {
      #expect(journal.commit(SampleGroups.group(number)) == .committed)
      #expect(try examine(number) == number + 1)
    }
  }

  @Test("made while groups are committed is one moment between them")
  func underLoad() async throws {
    let journal = try SQLiteJournal(data, .trial)
    _ = try journal.acquire()
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

  @Test("makes every board leap once when it is served, and remembers from where")
  func leap() throws {
    for _ in 0..<1 {
      let journal = try SQLiteJournal(data, .trial)
      _ = try journal.acquire()
      #expect(journal.commit(SampleGroups.group(0)) == .committed)
    }
    try SQLiteJournal.backup(of: data, to: scratch.at("backup"))
    let restored = try restore(scratch.at("backup"), to: "restored")
    for _ in 0..<2 {
      let boards = try SQLiteJournal(restored, .trial).acquire().boards
      #expect(boards.map(\.head) == [2 + Leap.length, 4 + Leap.length])
      #expect(boards.map(\.base) == [2, 4])
    }
  }

  @Test("of a restored journal goes on after the leap, also when it is restored again")
  func twice() throws {
    for _ in 0..<1 {
      let journal = try SQLiteJournal(data, .trial)
      _ = try journal.acquire()
      #expect(journal.commit(SampleGroups.group(0)) == .committed)
    }
    var directory = data
    var expected: [ReplayStep] = [.revision(Self.sample(0)), .revision(Self.sample(1))]
    for round in 1...3 {
      try SQLiteJournal.backup(of: directory, to: scratch.at("backup-\(round)"))
      directory = try restore(scratch.at("backup-\(round)"), to: "restored-\(round)")
      let journal = try SQLiteJournal(directory, .trial)
      let head = try #require(try journal.acquire().boards.first).head
      var revision = Self.sample(1)
      (revision.from, revision.to) = (head, head + 1)
      #expect(journal.commit([.revision(revision)]) == .committed)
      expected += [.leap(to: head), .revision(revision)]
    }
    #expect(try JournalContents(of: SQLiteJournal(directory, .trial)).steps["a"] == expected)
  }

  /// The revisions of board `a` in the first group.
  private static func sample(_ from: Int) -> JournalRevision {
    let revisions = SampleGroups.group(0).entries.compactMap { entry -> JournalRevision? in
      if case .revision(let revision) = entry, revision.board == "a" { revision } else { nil }
    }
    return revisions[from]
  }

  @Test("replaces no file, and leaves none where it fails")
  func failures() throws {
    try write([1], toFile: scratch.at("there"))
    #expect(throws: JournalFault.self) {
      try SQLiteJournal.backup(of: data, to: scratch.at("nothing"))
    }
    for _ in 0..<1 { _ = try SQLiteJournal(data, .trial) }
    #expect(throws: JournalFault.self) {
      try SQLiteJournal.backup(of: data, to: scratch.at("there"))
    }
    #expect(try contents(ofFile: scratch.at("there")) == [1])
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(names.sorted() == ["data", "there"])
  }
}
