import BoardJournal
import BoardModel
import SQLiteJournal
import Simulation
import SystemTestKit
import TestKit
import Testing

/// Damaged files.
@Suite("A damaged journal")
struct DamageTests {
  /// The damaged file of a directory with `count` groups.
  enum Victim: String, CaseIterable {
    /// The file of a journal that was closed.
    case file
    /// The file of a journal whose process was killed, its latest groups in the write-ahead log.
    case fileWithLog
    /// The write-ahead log of such a journal.
    case log

    var name: String { self == .log ? "journal.db-wal" : "journal.db" }
  }

  private static let count = 40
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A directory after its process, and its content.
  private func leave(_ victim: Victim) throws -> (String, JournalContents) {
    let data = scratch.at("data")
    try commit(0..<20, in: data)
    let journal = try SQLiteJournal(data, .trial)
    let epoch = try journal.acquire().epoch
    for number in 20..<Self.count {
      expectEqual(journal.commit(SampleGroups.group(number)), .committed)
    }
    let contents = try JournalGroup.contents(
      after: SampleGroups.first(Self.count), epoch: epoch)
    return (victim == .file ? data : try scratch.copy(data, to: "killed"), contents)
  }

  private func commit(_ numbers: Range<Int>, in directory: String) throws {
    let journal = try SQLiteJournal(directory, .trial)
    _ = try journal.acquire()
    for number in numbers { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
  }

  /// Checks that the journal has the right contents or refuses to open.
  ///
  /// - Returns: Whether it was refused.
  private func isRefused(
    _ directory: String, _ expected: JournalContents, _ comment: String
  ) throws -> Bool {
    do {
      let found = try JournalContents(of: SQLiteJournal(directory, .trial))
      expectEqual(found, expected, "\(comment)")
      return false
    } catch let fault as JournalFault {
      #expect(fault.description.count > 20, "\(comment)")
      return true
    }
  }

  /// Damages a copy in many ways, one at a time.
  private func damage(
    _ victim: Victim, times: Int, _ change: (inout [UInt8], inout SeededRandom) -> String
  ) throws -> Int {
    let (whole, expected) = try leave(victim)
    let bytes = try contents(ofFile: "\(whole)/\(victim.name)")
    var refusals = 0
    for seed in 0..<times {
      let copy = try scratch.copy(whole, to: "copy")
      var random = SeededRandom(seed: seed)
      var changed = bytes
      let comment = change(&changed, &random)
      try write(changed, toFile: "\(copy)/\(victim.name)")
      if try isRefused(copy, expected, "\(victim), \(comment)") { refusals += 1 }
      try scratch.remove("copy")
    }
    return refusals
  }

  @Test("in one byte is right or refused", arguments: Victim.allCases)
  func flips(_ victim: Victim) throws {
    var step = 0
    let refusals = try damage(victim, times: 150) { bytes, random in
      // The first places are in the header, the others all over the file.
      let place = step < 50 ? step * 2 : random.below(bytes.count)
      step += 1
      let change = UInt8(1 << random.below(8))
      bytes[place] ^= change
      return "byte \(place) of \(bytes.count) changed by \(change)"
    }
    expectSome(refusals, of: victim)
  }

  @Test("that was truncated is right or refused", arguments: Victim.allCases)
  func cuts(_ victim: Victim) throws {
    let refusals = try damage(victim, times: 40) { bytes, random in
      let length = random.percent(5) ? 0 : random.below(bytes.count)
      bytes.removeSubrange(length...)
      return "cut to \(length)"
    }
    expectSome(refusals, of: victim)
  }

  /// The log of a killed process has every page, and repairs nearly all damage of the file.
  private func expectSome(_ refusals: Int, of victim: Victim) {
    #expect(refusals > 30 || victim == .fileWithLog, "\(victim): \(refusals) refused")
  }

  @Test("without one of its files is refused")
  func lostFile() throws {
    for victim in [Victim.file, .log] {
      let (whole, expected) = try leave(victim)
      let copy = try scratch.copy(whole, to: "copy")
      try scratch.remove("copy/\(victim.name)")
      #expect(try isRefused(copy, expected, "\(victim)"))
      for name in ["copy", "data"] { try scratch.remove(name) }
    }
  }

  @Test("that was replaced by an older file is refused")
  func olderFile() throws {
    try commit(0..<2, in: scratch.at("data"))
    let older = try contents(ofFile: scratch.at("data/journal.db"))
    try commit(2..<4, in: scratch.at("data"))
    try write(older, toFile: scratch.at("data/journal.db"))
    #expect(throws: JournalFault.self) { try SQLiteJournal(scratch.at("data"), .trial) }
  }
}
