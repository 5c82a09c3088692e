import BoardJournal
import BoardModel
import Foundation
import KillTrial
import LocalNodes
import Synchronization
import SystemTestKit
import TestKit
import Testing

@testable import PostgresJournal

/// Groups of several spaces in one transaction, and what becomes of each of them if it fails.
@Suite("A lane")
struct LaneTests {
  private let server: PostgresServer
  private let proxy: PostgresProxy
  private let lease: NodeLease
  private let lane: PostgresLane
  private let spaces: [SpaceName]
  private let journals: [PostgresJournal]

  init() throws {
    let server = try PostgresServer.shared.get()
    let proxy = try PostgresProxy(before: server.socket)
    let lease = server.lease("p\(UInt64.random(in: 0...(.max)))", through: proxy.port)
    _ = try lease.renew()
    var timeouts = DatabaseTimeouts()
    timeouts.answer = .milliseconds(500)
    timeouts.outage = .seconds(20)
    let lane = PostgresLane(lease, timeouts: timeouts)
    (self.server, self.proxy, self.lease, self.lane) = (server, proxy, lease, lane)
    spaces = try (0..<3).map { _ in try server.space() }
    journals = try spaces.map { try PostgresJournal($0, of: lease, on: lane) { _ in } }
    for journal in journals { _ = try journal.acquire() }
  }

  private func commit(_ number: Int) -> [CommitOutcome?] {
    lane.commit(journals.map { LaneGroup(journal: $0, group: SampleGroups.group(number)) })
  }

  /// Checks what is stored of each space, as another process finds it.
  private func requireGroups(_ counts: [Int]) throws {
    lease.leave()
    for (space, count) in zip(spaces, counts) {
      let found = try JournalContents(of: try server.journal(in: space))
      let expected = try found.expected
      #expect(found.count == count && found == expected)
    }
    proxy.close()
  }

  private func transactions() throws -> Int {
    let rows = try server.execute(
      "SELECT count(DISTINCT xmin::text) FROM dropline.space WHERE name IN (\(names))")
    return try #require(Int(rows.prefix { $0.isNumber }))
  }

  private var names: String { spaces.map { "'\($0)'" }.joined(separator: ", ") }

  @Test("commits the groups of several spaces in one transaction, again and again")
  func joint() throws {
    for number in 0..<5 {
      expectEqual(commit(number), [.committed, .committed, .committed])
      try expectEqual(transactions(), 1)
    }
    expectEqual(journals[0].commit(SampleGroups.group(5)), .committed)
    try expectEqual(transactions(), 2)
    try requireGroups([6, 5, 5])
  }

  @Test("commits a single group, and nothing if there is none")
  func few() throws {
    expectEqual(lane.commit([]), [])
    expectEqual(
      lane.commit([LaneGroup(journal: journals[1], group: SampleGroups.group(0))]), [.committed])
    expectEqual(lane.commit(journals.map { LaneGroup(journal: $0, group: []) }).count, 3)
    try requireGroups([0, 1, 0])
  }

  @Test("ends only the space that another process has taken")
  func fenced() throws {
    expectEqual(commit(0), [.committed, .committed, .committed])
    try server.execute("UPDATE dropline.space SET owner = NULL WHERE name = '\(spaces[1])'")
    let other = try server.journal(in: spaces[1])
    _ = try other.acquire()
    expectEqual(commit(1), [.committed, .fenced("a"), .committed])
    expectEqual(other.commit(SampleGroups.group(1)), .committed)
    expectEqual(commit(2), [.committed, .fenced("a"), .committed])
    try expectEqual(transactions(), 2)
    try requireGroups([3, 2, 3])
  }

  @Test("ends only the space whose group does not continue it, and the one that has lost groups")
  func guilty() throws {
    let groups = [0, 1, 0].map { SampleGroups.group($0) }
    let parts = zip(journals, groups).map { LaneGroup(journal: $0, group: $1) }
    guard case .fenced = lane.commit(parts)[1] else {
      Issue.record("It was committed.")
      return
    }
    try server.execute("UPDATE dropline.space SET groups = groups - 1 WHERE name = '\(spaces[2])'")
    let outcomes = commit(1)
    expectEqual(outcomes[0], .committed)
    guard case .unknown = outcomes[2] else {
      Issue.record("It goes on.")
      return
    }
    proxy.close()
  }

  @Test(
    "whose connection is lost has each group stored once, and its outcome known",
    arguments: [PostgresProxy.Fault.lostBeforeCommit, .lostAfterCommit, .answerHeld])
  func once(_ fault: PostgresProxy.Fault) throws {
    for number in 0..<4 {
      proxy.spoil(fault)
      expectEqual(commit(number), [.committed, .committed, .committed])
    }
    try requireGroups([4, 4, 4])
  }

  @Test(
    "whose connection is lost ends only the space that another process has taken",
    arguments: [PostgresProxy.Fault.lostBeforeCommit, .lostAfterCommit, .answerHeld])
  func lostAndFenced(_ fault: PostgresProxy.Fault) throws {
    try server.execute("UPDATE dropline.space SET owner = NULL WHERE name = '\(spaces[0])'")
    let other = try server.journal(in: spaces[0])
    _ = try other.acquire()
    proxy.spoil(fault)
    expectEqual(commit(0), [.fenced("a"), .committed, .committed])
    expectEqual(other.commit(SampleGroups.group(0)), .committed)
    try requireGroups([1, 1, 1])
  }

  @Test(
    "whose first copy comes late stores each group once: before, between or after those that are sent singly",
    arguments: 0...3)
  func late(commits: Int) throws {
    proxy.spoil(.late(commits: commits, isBegun: false))
    for number in 0..<3 { expectEqual(commit(number), [.committed, .committed, .committed]) }
    expectEqual(proxy.lateCount, 1)
    try requireGroups([3, 3, 3])
  }

  @Test("whose first copy comes late overwrites nothing")
  func overwrites() throws {
    // Before the third transaction: three groups are sent singly, and the second one is joint.
    proxy.spoil(.late(commits: 4, isBegun: false))
    for group: JournalGroup in [[.number("n", 0)], [.number("n", 1)], [.number("m", 2)]] {
      let outcomes = lane.commit(journals.map { LaneGroup(journal: $0, group: group) })
      expectEqual(outcomes, [.committed, .committed, .committed])
    }
    expectEqual(proxy.lateCount, 1)
    lease.leave()
    for space in spaces {
      try expectEqual(server.journal(in: space).acquire().numbers, ["n": 1, "m": 2])
    }
    proxy.close()
  }

  @Test(
    "whose first copy is half done waits for it, and stores each group once", arguments: 0...2)
  func halfDone(tries: Int) throws {
    proxy.spoil(.late(commits: tries, isBegun: true))
    for number in 0..<3 { expectEqual(commit(number), [.committed, .committed, .committed]) }
    expectEqual(proxy.lateCount, 1)
    try requireGroups([3, 3, 3])
  }

  @Test("goes on with the other spaces while there is no room for the groups of some")
  func full() throws {
    let plan = try RefusingDatabase(of: "53100")
    try plan.refuse(spaces: [0, 2])
    expectEqual(plan.commit(0), [.full, .committed, .full, .committed])
    expectEqual(plan.journals.map(\.isDiskFull), [true, false, true, false])
    try plan.refuse(spaces: [2])
    expectEqual(plan.commit(0, of: [0, 2]), [.committed, .full])
    try plan.refuse(spaces: [])
    #expect(plan.journals[2].makeRoom())
    expectEqual(plan.commit(0, of: [2]), [.committed])
    expectEqual(plan.commit(1), Array(repeating: .committed, count: 4))
    proxy.close()
  }

  @Test(
    "goes on without the space whose row somebody has locked, which is committed beside it (slow: waits for the lock)"
  )
  func locked() throws {
    let locked = journals[1]
    let other = PostgresConnector(server.url(), named: "other")
    try other.run([Statement.begin(), look(at: locked)], within: .seconds(10))
    expectEqual(commit(0), [.committed, nil, .committed])
    let outcome = Mutex<CommitOutcome?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [lane] in
      let found = lane.commitAside(LaneGroup(journal: locked, group: SampleGroups.group(0)))
      outcome.withLock { $0 = found }
      isDone.signal()
    }
    let others = [journals[0], journals[2]]
    let parts = others.map { LaneGroup(journal: $0, group: SampleGroups.group(1)) }
    expectEqual(lane.commit(parts), [.committed, .committed])
    try other.run([Statement.rollback()], within: .seconds(10))
    isDone.wait()
    expectEqual(outcome.withLock { $0 }, .committed)
    try requireGroups([2, 1, 2])
  }

  @Test("leaves a space out whose row is locked for more than a moment, and takes it in again")
  func lockedRows() throws {
    let other = PostgresConnector(server.url(), named: "other")
    try other.run([Statement.begin(), look(at: journals[1])], within: .seconds(10))
    expectEqual(lane.commit(numbers(0)), [.committed, nil, .committed])
    try other.run([Statement.rollback()], within: .seconds(10))
    expectEqual(lane.commitAside(numbers(0)[1]), .committed)
    expectEqual(lane.commit(numbers(1)), [.committed, .committed, .committed])
    try expectEqual(transactions(), 1)
    lease.leave()
    for space in spaces { try expectEqual(server.journal(in: space).acquire().numbers, ["n": 1]) }
    proxy.close()
  }

  @Test(
    "reads a row again that it has waited for: another process has taken its space, or only looked at it"
  )
  func waited() throws {
    // They wait as long as it lasts.
    let lane = PostgresLane(lease, timeouts: DatabaseTimeouts()) { statement in
      let sql = statement.sql.replacing(
        "AS is_confirmed)", with: "AS is_confirmed FROM set_config('lock_timeout', '0', true))")
      return Statement(statement.name, statement.parameters, sql)
    }
    let journals = try (0..<3).map { _ in
      try PostgresJournal(server.space(), of: lease, on: lane) { _ in }
    }
    for journal in journals { _ = try journal.acquire() }
    let other = PostgresConnector(server.url(), named: "other")
    let take = Statement(
      "take_it", [.int], "UPDATE dropline.space SET term = term + 1 WHERE id = $1")
    try other.run(
      [Statement.begin(), take(.int(journals[1].space.id)), look(at: journals[2])],
      within: .seconds(10))
    let outcomes = Mutex<[CommitOutcome?]>([])
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let found = lane.commit(numbers(0, in: journals))
      outcomes.withLock { $0 = found }
      isDone.signal()
    }
    while try server.execute("SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1").isEmpty {}
    try other.run([Statement.commit()], within: .seconds(10))
    isDone.wait()
    expectEqual(outcomes.withLock { $0 }, [.committed, nil, .committed])
    expectEqual(lane.commitAside(numbers(0, in: journals)[1]), .fenced(nil))
    proxy.close()
  }

  /// Groups that are but rows.
  private func numbers(_ number: Int, in journals: [PostgresJournal]? = nil) -> [LaneGroup] {
    (journals ?? self.journals).map { LaneGroup(journal: $0, group: [.number("n", number)]) }
  }

  /// What locks the row of a space.
  private func look(at journal: PostgresJournal) -> StatementCall {
    Statement.confirm(.int(journal.space.id), .int(journal.fence.term))
  }

  @Test(
    "sends a group again whose refusal passes, as when a statement is cancelled or takes too long (slow: a database of its own)",
    arguments: ["57014", "40001", "40P01", "53200", "53300", "58030"])
  func passing(state: String) throws {
    let plan = try RefusingDatabase(of: state)
    try plan.refuse(spaces: [1])
    expectEqual(plan.commit(0), Array(repeating: .committed, count: 4))
    let sentences = plan.sentences
    #expect(sentences.count == 2 && sentences[0].contains("refuses a change for now"))
    #expect(sentences[0].contains("no (\(state))") && sentences[1].contains("takes changes again"))
    expectEqual(plan.commit(1), Array(repeating: .committed, count: 4))
    proxy.close()
  }

  @Test("ends only the space whose group the database refuses")
  func refused() throws {
    let plan = try RefusingDatabase(of: "P0001")
    try plan.refuse(spaces: [1])
    let outcomes = plan.commit(0)
    expectEqual(outcomes, [.committed, .unknown("no (P0001)"), .committed, .committed])
    expectEqual(plan.commit(1), outcomes)
    proxy.close()
  }
}

/// A database of its own that refuses groups of some of its spaces.
private final class RefusingDatabase {
  private let server: PostgresServer
  private let spaces: [SpaceName]
  private let lane: PostgresLane
  let journals: [PostgresJournal]
  private let heard: Heard
  /// What the operator was told.
  var sentences: [String] { heard.sentences.withLock { $0 } }

  /// What journals say. It ends the refusals.
  private final class Heard: Sendable {
    let sentences = Mutex<[String]>([])
    private let server: PostgresServer

    init(_ server: PostgresServer) { self.server = server }

    func hear(_ sentence: String) {
      sentences.withLock { $0.append(sentence) }
      guard sentence.contains("for now") else { return }
      _ = try? server.execute("DELETE FROM refused")
    }
  }

  /// - Parameter state: The code of the refusal.
  init(of state: String) throws {
    let server = try PostgresServer()
    try server.execute(
      """
      CREATE TABLE refused (name text);
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM refused JOIN dropline.space USING (name) WHERE id = NEW.space) THEN
          RAISE EXCEPTION 'no' USING ERRCODE = '\(state)';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON dropline.reply FOR EACH ROW EXECUTE FUNCTION refuse();
      """)
    let lease = server.lease("p")
    _ = try lease.renew()
    let lane = PostgresLane(lease)
    let spaces = try (0..<4).map { _ in try server.space() }
    let heard = Heard(server)
    journals = try spaces.map {
      try PostgresJournal($0, of: lease, on: lane) { heard.hear($0) }
    }
    for journal in journals { _ = try journal.acquire() }
    (self.server, self.spaces, self.lane, self.heard) = (server, spaces, lane, heard)
  }

  func refuse(spaces numbers: [Int]) throws {
    try server.execute("DELETE FROM refused")
    for number in numbers {
      try server.execute("INSERT INTO refused VALUES ('\(spaces[number])')")
    }
  }

  /// Commits a sample group of some spaces together; of all by default.
  func commit(_ number: Int, of numbers: [Int] = [0, 1, 2, 3]) -> [CommitOutcome?] {
    lane.commit(
      numbers.map { LaneGroup(journal: journals[$0], group: SampleGroups.group(number)) })
  }
}
