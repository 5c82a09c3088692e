import BoardJournal
import BoardModel
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("A faulty journal")
struct FaultyJournalTests {
  static let kinds: [JournalKind] = [.faultyMemory, .faultySQLite]

  private func opened(_ kind: JournalKind) throws -> (JournalPlace, FaultyJournal) {
    let place = try JournalPlace(kind)
    let journal = try #require(try place.open() as? FaultyJournal)
    _ = try journal.acquire()
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    return (place, journal)
  }

  private func count(_ place: JournalPlace) throws -> Int {
    let contents = try JournalContents(of: place.open())
    let expected = try contents.expected
    expectEqual(contents, expected)
    return contents.count
  }

  @Test("may have committed a group with an unknown outcome", arguments: kinds)
  func unknownButCommitted(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.unknownButCommitted)
    guard case .unknown = journal.commit(SampleGroups.group(1)) else {
      Issue.record("It is known.")
      return
    }
    try expectEqual(count(place), 2)
  }

  @Test("may have lost a group with an unknown outcome", arguments: kinds)
  func unknownAndLost(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.unknownAndLost, at: 1)
    expectEqual(journal.commit(SampleGroups.group(1)), .committed)
    guard case .unknown = journal.commit(SampleGroups.group(2)) else {
      Issue.record("It is known.")
      return
    }
    try expectEqual(count(place), 2)
  }

  @Test("remains fenced", arguments: kinds)
  func fenced(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.fenced)
    expectEqual(journal.commit(SampleGroups.group(1)), .fenced("a"))
    try expectEqual(count(place), 1)
    guard case .fenced = journal.commit(SampleGroups.group(1)) else {
      Issue.record("It holds its boards again.")
      return
    }
  }

  @Test("that is full has not committed the group, and commits it again later", arguments: kinds)
  func full(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.full)
    expectEqual(journal.commit(SampleGroups.group(1)), .full)
    #expect(journal.isDiskFull)
    #expect(journal.makeRoom())
    expectEqual(journal.commit(SampleGroups.group(1)), .committed)
    try expectEqual(count(place), 2)
  }

  @Test("that used its reserve is full until there is room", arguments: kinds)
  func lastRoom(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.lastRoom)
    journal.hasRoom = false
    expectEqual(journal.commit(SampleGroups.group(1)), .committed)
    #expect(!journal.makeRoom() && journal.isDiskFull)
    journal.hasRoom = true
    #expect(journal.makeRoom() && !journal.isDiskFull)
    try expectEqual(count(place), 2)
  }

  @Test(
    "that is slow answers after a number of polls, and commits nothing before", arguments: kinds)
  func delay(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.delay(polls: 2))
    expectNil(journal.poll())
    journal.submit(SampleGroups.group(1))
    #expect(journal.poll() == nil && journal.poll() == nil)
    expectEqual(journal.poll(), .committed)
    expectNil(journal.poll())
    try expectEqual(count(place), 2)
  }

  @Test("that is released while it is slow has lost the group", arguments: kinds)
  func dropped(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.delay(polls: 1))
    journal.submit(SampleGroups.group(1))
    expectNil(journal.poll())
    try expectEqual(count(place), 1)
  }
}
