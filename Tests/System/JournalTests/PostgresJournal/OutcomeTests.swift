import BoardJournal
import BoardModel
import Foundation
import KillTrial
import LocalNodes
import PostgresJournal
import Synchronization
import SystemTestKit
import TestKit
import Testing

/// The connection fails while a group is committed, at each place where that matters.
@Suite("A group on PostgreSQL whose connection is lost")
struct OutcomeTests {
  private let server: PostgresServer
  private let space: SpaceName
  private let proxy: PostgresProxy
  private let journal: PostgresJournal

  init() throws {
    server = try PostgresServer.shared.get()
    space = try server.space()
    proxy = try PostgresProxy(before: server.socket)
    journal = try server.journal(
      in: space, through: proxy.port, answer: .milliseconds(500), outage: .seconds(20))
    _ = try journal.acquire()
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
  }

  private func requireGroups(_ count: Int) throws {
    let other = try server.journal(in: space)
    let found = try JournalContents(of: other)
    let expected = try found.expected
    #expect(found.count == count && found == expected)
  }

  @Test(
    "is stored once, and the outcome known",
    arguments: [
      PostgresProxy.Fault.lostBeforeCommit, .lostAfterCommit, .answerHeld,
      .late(commits: 0, isBegun: false), .late(commits: 1, isBegun: false),
      .late(commits: 0, isBegun: true), .late(commits: 1, isBegun: true),
    ])
  func once(_ fault: PostgresProxy.Fault) throws {
    for number in 1..<5 {
      proxy.spoil(fault)
      expectEqual(journal.commit(SampleGroups.group(number)), .committed)
    }
    try requireGroups(5)
    proxy.close()
  }

  @Test("is not sent again while the database has no room to confirm that it is stored")
  func full() throws {
    let own = try PostgresServer()
    let space = try own.space()
    let proxy = try PostgresProxy(before: own.socket)
    let journal = try own.journal(
      in: space, through: proxy.port, answer: .milliseconds(500), outage: .milliseconds(300))
    _ = try journal.acquire()
    try own.execute(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON dropline.space
      FOR EACH ROW WHEN (NEW.groups = OLD.groups) EXECUTE FUNCTION refuse();
      """)
    proxy.spoil(.lostAfterCommit)
    guard case .unknown = journal.commit(SampleGroups.group(0)) else {
      Issue.record("Its outcome is said to be known.")
      return
    }
    try own.execute("DROP TRIGGER refuse ON dropline.space")
    try expectEqual(JournalContents(of: own.journal(in: space)).count, 1)
    proxy.close()
  }

  @Test("is fenced if somebody has taken the space meanwhile")
  func fenced() throws {
    let other = try server.journal(in: space)
    _ = try other.acquire()
    proxy.spoil(.lostBeforeCommit)
    guard case .fenced = journal.commit(SampleGroups.group(1)) else {
      Issue.record("It has the space still.")
      return
    }
    expectEqual(other.commit(SampleGroups.group(1)), .committed)
    try requireGroups(2)
    proxy.close()
  }

  @Test("is unknown if the database does not come back in time")
  func unknown() throws {
    proxy.close()
    let own = try PostgresServer()
    let space = try own.space()
    let journal = try own.journal(in: space, outage: .milliseconds(300))
    _ = try journal.acquire()
    try own.crash()
    guard case .unknown = journal.commit(SampleGroups.group(0)) else {
      Issue.record("It is known.")
      return
    }
    #expect(journal.commit([]) != .committed)
  }

  @Test("is not acknowledged while its standby has not confirmed it, though the wait is cancelled")
  func cancelledWait() throws {
    proxy.close()
    let own = try PostgresServer()
    let journal = try own.journal(in: try own.space())
    _ = try journal.acquire()
    try own.setStandby("missing")
    let outcome = Mutex<CommitOutcome?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let found = journal.commit(SampleGroups.group(0))
      outcome.withLock { $0 = found }
      isDone.signal()
    }
    try own.awaitCount(Self.waiting)
    try own.execute("SELECT pg_cancel_backend(pid) \(Self.waiting)")
    // Its successors write the row of the space again, to be confirmed with all before it.
    let confirming = "\(Self.waiting) AND query LIKE '%groups = groups%'"
    try own.awaitCount(confirming)
    let first = try own.execute("SELECT pid, pg_cancel_backend(pid) \(confirming)")
    let next = "SELECT count(*) \(confirming) AND pid <> \(first.prefix { $0 != "|" })"
    while try outcome.withLock({ $0 }) == nil && own.execute(next).hasPrefix("0") {}
    expectNil(outcome.withLock { $0 })
    try own.setStandby("")
    isDone.wait()
    expectEqual(outcome.withLock { $0 }, .committed)
    expectEqual(journal.commit(SampleGroups.group(1)), .committed)
  }

  /// The connections that wait for a standby.
  private static let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

  @Test("waits until the database is there again (slow: a database of its own)")
  func outage() throws {
    proxy.close()
    // It has no other trouble to tell of.
    let own = try PostgresServer(["fsync=on"])
    let space = try own.space()
    let restarted = Restart(of: own)
    let journal = try own.journal(in: space) { restarted.hear($0) }
    _ = try journal.acquire()
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    try own.crash()
    expectEqual(journal.commit(SampleGroups.group(1)), .committed)
    #expect(restarted.sentences.count == 2 && restarted.sentences[1].contains("again"))
  }

  /// Starts a server when its journal says that it is gone.
  private final class Restart: @unchecked Sendable {
    private let server: PostgresServer
    private(set) var sentences: [String] = []

    init(of server: PostgresServer) { self.server = server }

    func hear(_ sentence: String) {
      sentences.append(sentence)
      if sentences.count == 1 { try? server.start() }
    }
  }
}
