import BoardJournal
import SQLiteJournal
import SystemTestKit
import TestKit
import Testing

extension HelperProgram.Report {
  /// Opens the journal of a killed process and compares it with the outcomes that the process
  /// received.
  ///
  /// - Parameters:
  ///   - begun: The number of groups before, if the process could not read it.
  ///   - restored: The number of groups after which the directory was restored from a backup.
  func examine(_ directory: String, begun: Int = 0, restoredAfter restored: Int = 0) throws {
    let found = try JournalContents(of: SQLiteJournal(directory, .trial))
    let least = fault == nil ? committed : max(committed, begun)
    let most = isEnded && !isUnknown ? least : least + 1
    let comment = "\(lines.suffix(2)), found \(found.count)"
    #expect((least...most).contains(found.count), "\(comment)")
    let expected = try found.expected(restoredAfter: restored)
    expectEqual(found, expected, "\(comment)")
    #expect(epoch == nil || epoch == found.epoch, "\(comment)")
  }
}

@Suite("A killed process")
struct KillTests {
  static let points: [Failpoint] = [
    .beforeBegin, .afterBegin, .afterEntries, .afterCommit, .beforeSnapshot, .afterSnapshot,
    .beforeCheckpoint, .afterCheckpoint,
  ]

  @Test("leaves all groups that were reported as committed", arguments: points)
  func failpoints(_ point: Failpoint) throws {
    let scratch = try Scratch()
    var kills = 0
    for passage in 1... {
      let directory = scratch.at("\(passage)")
      let report = try HelperProgram.run(
        directory, count: 8, "DROPLINE_FAILPOINT=\(point.rawValue):\(passage)")
      try report.examine(directory)
      if report.isEnded { break }
      kills += 1
    }
    #expect(kills > 0, "\(point.rawValue) was never passed")
  }

  @Test("can be killed at every start")
  func again() throws {
    let scratch = try Scratch()
    for passage in 1...24 {
      let point = Self.points[passage % 4].rawValue
      let report = try HelperProgram.run(
        scratch.at("data"), count: 100, "DROPLINE_FAILPOINT=\(point):3")
      #expect(!report.isEnded)
      try report.examine(scratch.at("data"))
    }
  }

  @Test("is killed only at failpoints that exist")
  func names() {
    expectEqual(Failpoint.all.count, 11)
    #expect(Set(Failpoint.all).isSuperset(of: Self.points.map(\.rawValue)))
  }
}
