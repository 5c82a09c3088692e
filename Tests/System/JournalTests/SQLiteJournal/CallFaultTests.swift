import BoardJournal
import SQLiteJournal
import Simulation
import SystemTestKit
import TestKit
import Testing

/// Every system call of a commit fails once, or from then on.
///
/// The C library's calls are replaced in a separate program, `JournalHelper`, so that SQLite's real
/// file system layer and error handling are under test.
@Suite("A failing system call")
struct CallFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let kind: String
    let error: Int32
    let mode: String
    var testDescription: String { "\(kind), error \(error), \(mode)" }
  }

  static let inputOutput: Int32 = 5
  static let noSpace: Int32 = 28
  static let faults = ["once", "ever"].flatMap { mode in
    [
      Fault(kind: "sync", error: inputOutput, mode: mode),
      Fault(kind: "write", error: noSpace, mode: mode),
      Fault(kind: "write", error: inputOutput, mode: mode),
      Fault(kind: "read", error: inputOutput, mode: mode),
    ]
  }

  @Test(
    "never makes an outcome wrong, whichever call it is (slow: a journal for each call)",
    arguments: faults
  )
  func sweep(_ fault: Fault) throws {
    let scratch = try Scratch()
    let start = try unfinished(in: scratch)
    var tally = (unknown: 0, full: 0, faults: 0)
    let helper = try HelperProgram.Loaded()
    for number in 1... {
      let directory = try scratch.copy(start, to: "\(number)")
      let report = helper.run(
        directory, count: 9, "\(fault.kind):\(fault.error):\(number):\(fault.mode)")
      if report.isUnknown { tally.unknown += 1 }
      if report.isDiskFull { tally.full += 1 }
      if report.fault != nil { tally.faults += 1 }
      try report.examine(directory, begun: 4)
      try scratch.remove("\(number)")
      if try #require(report.calls) < number { break }
    }
    #expect(tally.unknown + tally.full + tally.faults > 0)
    if fault.kind == "sync" { #expect(tally.unknown > 4) }
    if fault.error == Self.noSpace && fault.mode == "ever" { #expect(tally.full > 4) }
  }

  /// A directory with four groups, three of them only in the write-ahead log.
  private func unfinished(in scratch: Scratch) throws -> String {
    for _ in 0..<1 {
      let journal = try SQLiteJournal(scratch.at("first"), .trial)
      _ = try journal.acquire()
      expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    }
    let journal = try SQLiteJournal(scratch.at("first"), .trial)
    _ = try journal.acquire()
    for number in 1..<4 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    return try scratch.copy(scratch.at("first"), to: "start")
  }

  @Test("during the creation of a journal leaves a directory that can be opened", arguments: faults)
  func making(_ fault: Fault) throws {
    let scratch = try Scratch()
    let helper = try HelperProgram.Loaded()
    for number in 1... {
      let directory = scratch.at("\(number)")
      let report = helper.run(
        directory, count: 1, "\(fault.kind):\(fault.error):\(number):\(fault.mode)")
      try report.examine(directory)
      try scratch.remove("\(number)")
      if try #require(report.calls) < number { break }
    }
  }
}
