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
    #expect(journal.commit(SampleGroups.group(0)) == .committed)
    return (place, journal)
  }

  private func count(_ place: JournalPlace) throws -> Int {
    let contents = try JournalContents(of: place.open())
    let expected = try contents.expected
    #expect(contents == expected)
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
    #expect(try count(place) == 2)
  }

  @Test("may have lost a group with an unknown outcome", arguments: kinds)
  func unknownAndLost(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.unknownAndLost, at: 1)
    #expect(journal.commit(SampleGroups.group(1)) == .committed)
    guard case .unknown = journal.commit(SampleGroups.group(2)) else {
      Issue.record("It is known.")
      return
    }
    #expect(try count(place) == 2)
  }

  @Test("remains fenced", arguments: kinds)
  func fenced(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.fenced)
    #expect(journal.commit(SampleGroups.group(1)) == .fenced("a"))
    #expect(try count(place) == 1)
    guard case .fenced = journal.commit(SampleGroups.group(1)) else {
      Issue.record("It holds its boards again.")
      return
    }
  }

  @Test("that is full has not committed the group, and commits it again later", arguments: kinds)
  func full(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.full)
    #expect(journal.commit(SampleGroups.group(1)) == .full)
    #expect(journal.isDiskFull)
    #expect(journal.makeRoom())
    #expect(journal.commit(SampleGroups.group(1)) == .committed)
    #expect(try count(place) == 2)
  }

  @Test("that used its reserve is full until there is room", arguments: kinds)
  func lastRoom(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.lastRoom)
    journal.hasRoom = false
    #expect(journal.commit(SampleGroups.group(1)) == .committed)
    #expect(!journal.makeRoom() && journal.isDiskFull)
    journal.hasRoom = true
    #expect(journal.makeRoom() && !journal.isDiskFull)
    #expect(try count(place) == 2)
  }

  @Test(
    "that is slow answers after a number of polls, and commits nothing before", arguments: kinds)
  func delay(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.delay(polls: 2))
    #expect(journal.poll() == nil)
    journal.submit(SampleGroups.group(1))
    #expect(journal.poll() == nil && journal.poll() == nil)
    #expect(journal.poll() == .committed)
    #expect(journal.poll() == nil)
    #expect(try count(place) == 2)
  }

  @Test("that is released while it is slow has lost the group", arguments: kinds)
  func dropped(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    journal.fail(.delay(polls: 1))
    journal.submit(SampleGroups.group(1))
    #expect(journal.poll() == nil)
    #expect(try count(place) == 1)
  }
}
