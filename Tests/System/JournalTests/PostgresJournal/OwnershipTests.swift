import BoardJournal
import BoardModel
import Cluster
import Foundation
import KillTrial
import LocalNodes
import SystemTestKit
import TestKit
import Testing

@testable import PostgresJournal

@Suite("A space")
struct OwnershipTests {
  private let server: PostgresServer
  private let space: SpaceName
  private let prefix = "o\(UInt64.random(in: 0...(.max)))"

  init() throws {
    server = try PostgresServer.shared.get()
    space = try server.space()
  }

  @Test(
    "has a new epoch if a standby may have been promoted that lacks its last groups, and else not (slow: a database of its own)"
  )
  func promoted() throws {
    let own = try PostgresServer()
    let space = try own.space()
    func acquired() throws -> Epoch { try own.journal(in: space).acquire().epoch }
    let first = try acquired()
    try expectEqual(acquired(), first)
    // Recovery that has nothing to recover begins a new history, as a promotion does.
    try own.execute("ALTER SYSTEM SET restore_command = '/bin/false'")
    try own.crash()
    #expect(
      FileManager.default.createFile(atPath: "\(own.directory)/data/recovery.signal", contents: nil)
    )
    try own.start()
    while try own.execute("SELECT pg_is_in_recovery()").hasPrefix("t") {}
    let promoted = try acquired()
    #expect(promoted != first)
    try expectEqual(acquired(), promoted)
    try own.execute("UPDATE dropline.space SET timeline = 99, is_confirmed = true")
    try expectEqual(acquired(), promoted)
    try own.execute("UPDATE dropline.space SET system = 1")
    #expect(try acquired() != promoted)
  }

  /// As it is when a standby was promoted, and no commit waited for it.
  private func promote() throws {
    try server.execute(
      "UPDATE dropline.space SET timeline = 99, is_confirmed = false WHERE name = '\(space)'")
  }

  @Test(
    "is given up by an owner that may have been passed by before a promotion",
    arguments: [false, true])
  func passedBy(_ isOnLane: Bool) throws {
    let lease = try lease(1)
    let lane = isOnLane ? PostgresLane(lease) : nil
    let journal = try PostgresJournal(space, of: lease, on: lane) { _ in }
    let epoch = try journal.acquire().epoch
    func commit(_ number: Int) -> CommitOutcome {
      let group = SampleGroups.group(number)
      guard let lane else { return journal.commit(group) }
      let part = LaneGroup(journal: journal, group: group)
      return lane.commit([part])[0] ?? lane.commitAside(part)
    }
    expectEqual(commit(0), .committed)
    try promote()
    #expect(try lease.renew().owned.isEmpty)
    expectEqual(commit(1), .unknown(PostgresJournal.promotion))
    let next = try PostgresJournal(space, of: lease) { _ in }
    #expect(try next.acquire().epoch != epoch)
    expectEqual(next.commit(SampleGroups.group(1)), .committed)
    try expectEqual(lease.renew().owned.map(\.name), [space])
    lease.leave()
  }

  @Test("has a term after a promotion that no owner can have whose take was lost")
  func lostTake() throws {
    let (owner, other) = (try lease(1), try lease(2))
    let lost = try owned(by: owner)
    try server.execute(
      "UPDATE dropline.space SET term = term - 1, groups = groups - 1, owner = NULL WHERE name = '\(space)'"
    )
    try promote()
    let next = try owned(by: other)
    expectEqual(next.fence.groups, lost.fence.groups)
    #expect(next.fence.term > lost.fence.term)
    expectEqual(lost.commit(SampleGroups.group(0)), .fenced("a"))
    expectEqual(next.commit(SampleGroups.group(0)), .committed)
    for lease in [owner, other] { lease.leave() }
  }

  @Test("is given up by a server that is alone, too, which is told so by its renewal")
  func passedByAlone() throws {
    let journal = try PostgresJournal(
      space, of: server.lease("\(prefix)-alone"), renewsLease: true, timeouts: DatabaseTimeouts())
    _ = try journal.acquire()
    try promote()
    expectEqual(journal.renew(), .ended(.failed(PostgresJournal.promotion)))
  }

  /// Who wants the space that another process has owned.
  enum Taker: CaseIterable {
    case node, server
  }

  /// What has become of the owner.
  enum Owner: CaseIterable {
    case none, alive, silent, dead, left, gone
  }

  private func lease(
    _ number: Int, _ kind: Taker = .node, lasting duration: Duration = .seconds(600)
  ) throws -> NodeLease {
    let lease = server.lease(
      "\(prefix)-p\(number)", at: kind == .node ? "\(prefix):\(number)" : nil, lasting: duration)
    _ = try lease.renew()
    return lease
  }

  private func owned(by lease: NodeLease) throws -> PostgresJournal {
    let journal = try PostgresJournal(space, of: lease) { _ in }
    _ = try journal.acquire()
    return journal
  }

  private func change(_ owner: NodeLease, to fate: Owner) throws {
    let id = try #require(owner.id)
    switch fate {
    case .none: try server.execute("UPDATE dropline.space SET owner = NULL WHERE owner = \(id)")
    case .alive: break
    case .silent:
      try server.execute(
        "UPDATE dropline.node SET lease = 0 WHERE id = \(id)")
    case .dead, .left:
      try server.execute("UPDATE dropline.node SET state = '\(fate)' WHERE id = \(id)")
    case .gone: try server.execute("DELETE FROM dropline.node WHERE id = \(id)")
    }
  }

  @Test(
    "can be taken if no live process owns it; a server that is no node takes it from a silent one, too",
    arguments: Owner.allCases, Taker.allCases)
  func taken(_ fate: Owner, _ taker: Taker) throws {
    let owner = try lease(1)
    let first = try owned(by: owner)
    let id = try #require(owner.id)
    try change(owner, to: fate)
    let other = try lease(2, taker)
    let second = try PostgresJournal(space, of: other) { _ in }
    let isTaken = (try? second.acquire()) != nil
    switch (fate, taker) {
    case (.alive, _), (.silent, .node): #expect(!isTaken)
    case (.none, _), (.dead, _), (.left, _), (.gone, _), (.silent, .server): #expect(isTaken)
    }
    let location = SpaceLocation.found(owner: isTaken ? other.id : id, pinned: nil)
    try expectEqual(other.locate(space), location)
    expectEqual((first.commit(SampleGroups.group(0)) == .committed), !isTaken)
    if fate == .silent { #expect(try other.declareDead(id, after: 1)) }
    for lease in [owner, other] { lease.leave() }
  }

  @Test("is taken again by its owner")
  func again() throws {
    let lease = try lease(1)
    let journals = [try owned(by: lease), try owned(by: lease)]
    expectEqual(journals[0].commit(SampleGroups.group(0)), .fenced("a"))
    expectEqual(journals[1].commit(SampleGroups.group(0)), .committed)
    lease.leave()
  }

  @Test("is not taken by a process that was declared dead itself")
  func takerDead() throws {
    let lease = try lease(1)
    try change(lease, to: .dead)
    #expect(throws: JournalFault.self) { _ = try owned(by: lease) }
    _ = try lease.renew()
    _ = try owned(by: lease)
    lease.leave()
  }

  @Test("is released with its journal, unless another one has taken it")
  func released() throws {
    let lease = try lease(1)
    var first: PostgresJournal? = try owned(by: lease)
    try expectEqual(lease.renew().owned.map(\.term), [1])
    let second = try owned(by: lease)
    expectEqual(first?.commit([]), .committed)
    first = nil
    try expectEqual(lease.renew().owned.map(\.term), [2])
    expectEqual(second.commit(SampleGroups.group(0)), .committed)
    lease.leave()
  }

  @Test("is released by a journal that goes on living, which commits nothing any more")
  func releasedAlive() throws {
    let lease = try lease(1)
    let journal = try owned(by: lease)
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    try journal.release()
    try expectEqual(lease.locate(space), .found(owner: nil, pinned: nil))
    expectEqual(journal.commit(SampleGroups.group(1)), .fenced("a"))
    try expectEqual(JournalContents(of: owned(by: lease)).count, 1)
    lease.leave()
  }

  @Test("is had back from a dead process that stands in a transaction of it")
  func paused() throws {
    let (owner, other) = (try lease(1, lasting: .zero), try lease(2))
    let first = try owned(by: owner)
    let half = PostgresConnector(server.url(), named: owner.application)
    try half.run(
      [
        Statement.begin(), Statement.confirm(.int(first.space.id), .int(first.fence.term)),
        Statement.extendLease(.int(owner.id!.number), .int(0)),
      ], within: .seconds(10))
    // It waits for a short time only, since its own lease is renewed on the same connection.
    while (try? other.declareDead(owner.id!, after: 1)) != true {}
    _ = try owned(by: other)
    #expect(throws: PostgresError.self) {
      try half.run([Statement.commit()], within: .seconds(10))
    }
    other.leave()
  }

  @Test("is named if it cannot be served, or if there is none")
  func located() throws {
    let lease = try lease(1)
    try expectEqual(lease.locate(SpaceName("no-such-space")!), .unknown)
    try expectEqual(lease.locate(space), .found(owner: nil, pinned: nil))
    try server.execute(
      "UPDATE dropline.space SET state = 'moved', note = 'there' WHERE name = '\(space)'")
    try expectEqual(lease.locate(space), .unusable("space \(space) was moved to there"))
    lease.leave()
  }

  @Test("that has lost groups is marked by whoever has seen them, and nobody takes it")
  func restored() throws {
    let (owner, other) = (try lease(1), try lease(2))
    let journal = try owned(by: owner)
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    try expectEqual(other.locate(space), .found(owner: owner.id, pinned: nil))
    try server.execute(
      "UPDATE dropline.space SET groups = groups - 1, owner = NULL WHERE name = '\(space)'")
    guard case .unusable(let reason) = try other.locate(space) else {
      Issue.record("It can be served.")
      return
    }
    #expect(reason.contains("the database was restored to an earlier time"))
    #expect(throws: JournalFault.self) { _ = try owned(by: other) }
    guard case .unknown = journal.commit(SampleGroups.group(1)) else {
      Issue.record("It goes on.")
      return
    }
    try PostgresDatabase(server.url()).acceptLoss(of: space)
    try expectEqual(other.locate(space), .found(owner: nil, pinned: nil))
    for lease in [owner, other] { lease.leave() }
  }

  /// Deletes the last revision of the board `a`.
  private func deleteLastRevision() throws {
    try server.execute(
      """
      DELETE FROM dropline.log l USING dropline.space s, dropline.board b
      WHERE s.name = '\(space)' AND b.space = s.id AND b.name = 'a' AND l.space = s.id AND l.board = b.id
        AND l.rev = (SELECT max(rev) FROM dropline.log WHERE space = s.id AND board = b.id)
      """)
  }

  @Test(
    "that lacks the last revision of a board is marked by whoever takes it, is in no backup, and has a new epoch when its loss is accepted",
    arguments: [false, true])
  func vanished(_ isOnLane: Bool) throws {
    let lease = try lease(1)
    let lane = PostgresLane(lease)
    let journal = try PostgresJournal(space, of: lease, on: isOnLane ? lane : nil) { _ in }
    let epoch = try journal.acquire().epoch
    for group in SampleGroups.first(2) {
      let part = LaneGroup(journal: journal, group: group)
      let outcome =
        isOnLane ? lane.commit([part])[0] ?? lane.commitAside(part) : journal.commit(group)
      expectEqual(outcome, .committed)
    }
    try journal.release()
    try deleteLastRevision()
    let url = server.url()
    #expect(throws: JournalFault.self) { try SpaceSnapshot(of: space, in: url) }
    expectEqual(lease.take([space], on: lane) { _, _ in }.count, 0)
    let fault = #expect(throws: JournalFault.self) { try owned(by: lease) }
    #expect("\(try #require(fault))".contains("had come to 9 together and come to 8"))
    guard case .unusable = try lease.locate(space) else {
      Issue.record("It can be served.")
      return
    }
    try PostgresDatabase(url).acceptLoss(of: space)
    let next = try PostgresJournal(space, of: lease) { _ in }
    #expect(try next.acquire().epoch != epoch)
    lease.leave()
  }

  @Test("is not compared with what was counted before a program of format 11 wrote to it")
  func writtenByEarlierProgram() throws {
    let lease = try lease(1)
    let journal = try owned(by: lease)
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    try journal.release()
    // It counts a group, and knows of no sum.
    try server.execute("UPDATE dropline.space SET groups = groups + 1 WHERE name = '\(space)'")
    try deleteLastRevision()
    _ = try owned(by: lease)
    lease.leave()
  }

  @Test("is not marked as moved by a process that has lost it")
  func moved() throws {
    let (owner, other) = (try lease(1), try lease(2))
    let first = try owned(by: owner)
    try change(owner, to: .none)
    let second = try owned(by: other)
    #expect(throws: JournalFault.inUse("space \(space) has changed: try again")) {
      try first.markMoved(to: "there")
    }
    expectEqual(second.commit(SampleGroups.group(0)), .committed)
    for lease in [owner, other] { lease.leave() }
  }

  @Test("is remembered by few processes at a time")
  func known() {
    var known = KnownSpaces()
    for number in 0..<(KnownSpaces.limit + 10) {
      known.see(SpaceName("s\(number)")!, at: Fence(term: 1, groups: 1), in: Epoch("aaaa")!)
    }
    expectEqual(known.count, KnownSpaces.limit)
  }
}
