import BoardJournal
import BoardModel
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import SQLiteJournal

@Suite("A large journal")
struct CheckTests {
  private let scratch: Scratch
  private let data: String

  /// A journal of many pages, all of them in its file.
  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
    let journal = try SQLiteJournal(data, .trial)
    _ = try journal.acquire()
    for number in 0..<100 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
  }

  /// Every journal counts as large.
  private func opened() throws(JournalFault) -> SQLiteJournal {
    try SQLiteJournal(data, settings)
  }

  private var settings: SQLiteJournal.Settings {
    var settings = SQLiteJournal.Settings.trial
    settings.checkedPages = 0
    return settings
  }

  private var file: [UInt8] { get throws { try contents(ofFile: "\(data)/journal.db") } }

  @Test("is opened without being read, and can be checked beside its holder")
  func intact() throws {
    let journal = try opened()
    _ = try journal.acquire()
    let source = journal.source
    #expect(!journal.isChecked)
    expectEqual(journal.commit(SampleGroups.group(100)), .committed)
    // No check is running that it could end.
    source.stopCheck()
    try source.check()
    journal.didCheck()
    for number in 101..<400 {
      expectEqual(journal.commit(SampleGroups.group(number)), .committed)
      try journal.checkpoint()
    }
    #expect(try file.count > 100_000)
    let found = try JournalContents(of: journal)
    let expected = try found.expected
    #expect(found.count == 400 && found == expected)
  }

  @Test("is not overwritten before it is checked, not even at its end")
  func untouched() throws {
    let before = try file
    for _ in 0..<1 {
      let journal = try opened()
      _ = try journal.acquire()
      for number in 100..<300 {
        expectEqual(journal.commit(SampleGroups.group(number)), .committed)
        try journal.checkpoint()
      }
    }
    try expectEqual(file, before)
    let found = try JournalContents(of: opened())
    let expected = try found.expected
    #expect(found.count == 300 && found == expected)
  }

  @Test("with a damaged byte is right, or found to be damaged by the check or by loading a board")
  func damaged() throws {
    let whole = try file
    var finds = 0
    for seed in 0..<60 {
      let copy = try scratch.copy(data, to: "copy")
      var random = SeededRandom(seed: seed)
      var bytes = whole
      // The first page is read whenever the file is opened.
      let place = 4_096 + random.below(bytes.count - 4_096)
      bytes[place] ^= UInt8(1 << random.below(8))
      try write(bytes, toFile: "\(copy)/journal.db")
      if isDamaged(copy) {
        finds += 1
      } else {
        let found = try JournalContents(of: SQLiteJournal(copy, settings))
        let expected = try found.expected
        #expect(found.count == 100 && found == expected, "byte \(place)")
      }
      try scratch.remove("copy")
    }
    #expect(finds > 10, "\(finds)")
  }

  private func isDamaged(_ directory: String) -> Bool {
    do throws(JournalFault) {
      let journal = try SQLiteJournal(directory, settings)
      let boards = try journal.acquire().boards
      try journal.source.check()
      for board in boards { try journal.source.replay(board.name) { _ in } }
      return false
    } catch {
      return true
    }
  }

  @Test("lets boards be read while others are committed")
  func beside() throws {
    let journal = try opened()
    _ = try journal.acquire()
    let expected = try JournalContents(of: journal).steps["b"]
    let source = journal.source
    for number in 0..<50 {
      expectEqual(journal.commit([.created(BoardName("x\(number)")!, revision: 0)]), .committed)
      var steps: [ReplayStep] = []
      try source.replay("b") { step throws(JournalFault) in steps.append(step) }
      expectEqual(steps, expected)
    }
    #expect(throws: JournalFault.damaged("stop")) {
      try source.replay("b") { _ throws(JournalFault) in throw .damaged("stop") }
    }
    var count = 0
    try source.replay("b") { _ in count += 1 }
    expectEqual(count, expected?.count)
    try source.replay("x1") { _ in count += 1 }
    expectEqual(count, expected?.count)
  }
}
