import BoardJournal
import BoardModel
import KillTrial
import LocalNodes
import SystemTestKit
import TestKit
import Testing

@testable import PostgresJournal

@Suite("The lease of a space")
struct LeaseTests {
  private let server: PostgresServer
  private let space: SpaceName

  init() throws {
    server = try PostgresServer.shared.get()
    space = try server.space()
  }

  private func journal(
    _ holder: String, _ lease: Duration = .seconds(600)
  ) throws -> PostgresJournal {
    try server.journal(in: space, holder: holder, lease: lease)
  }

  @Test("lets nobody else acquire it, and says who has it")
  func held() throws {
    let first = try journal("process 7 on one")
    _ = try first.acquire()
    let second = try journal("process 8 on two")
    #expect(throws: JournalFault.inUse("space \(space) is served by process 7 on one")) {
      _ = try second.acquire()
    }
    expectEqual(first.commit(SampleGroups.group(0)), .committed)
    expectEqual(first.renew(), .renewed)
  }

  @Test("lets its holder acquire the space again")
  func again() throws {
    let first = try journal("process 7 on one")
    _ = try first.acquire()
    expectEqual(first.commit(SampleGroups.group(0)), .committed)
    try expectEqual(JournalContents(of: first).count, 1)
    expectEqual(first.commit(SampleGroups.group(1)), .committed)
  }

  @Test("ends with its journal")
  func released() throws {
    var first: PostgresJournal? = try journal("process 7 on one")
    _ = try first?.acquire()
    expectEqual(first?.commit(SampleGroups.group(0)), .committed)
    first = nil
    let second = try journal("process 8 on two")
    try expectEqual(JournalContents(of: second).count, 1)
  }

  @Test("that is over lets others acquire the space, and fences its holder")
  func over() throws {
    let first = try journal("process 7 on one", .zero)
    _ = try first.acquire()
    expectEqual(first.commit(SampleGroups.group(0)), .committed)
    // Nobody has come: it goes on.
    expectEqual(first.renew(), .renewed)
    let second = try journal("process 8 on two")
    _ = try second.acquire()
    expectEqual(first.renew(), .ended(.inUse("somebody else has taken over")))
    expectEqual(first.commit(SampleGroups.group(1)), .fenced("a"))
    expectEqual(second.commit(SampleGroups.group(1)), .committed)
  }

  @Test("that is over lets others acquire the space from a holder that stands in a transaction")
  func paused() throws {
    let first = try journal("process 7 on one", .zero)
    _ = try first.acquire()
    let id = first.space.id
    let half = PostgresConnector(server.url(), named: first.lease.application)
    try half.run(
      [Statement.begin(), Statement.confirm(.int(id), .int(first.fence.term))],
      within: .seconds(10))
    let second = try journal("process 8 on two")
    _ = try second.acquire()
    #expect(throws: PostgresError.self) {
      try half.run([Statement.commit()], within: .seconds(10))
    }
  }

  @Test("is renewed by commits")
  func commits() throws {
    let first = try journal("process 7 on one")
    _ = try first.acquire()
    first.renewal = nil
    try server.expireLease(of: space)
    expectEqual(first.commit(SampleGroups.group(0)), .committed)
    let second = try journal("process 8 on two")
    #expect(throws: JournalFault.self) { _ = try second.acquire() }
  }

  @Test("goes on under another number if its process was declared dead and nobody has come")
  func declaredDead() throws {
    let first = try journal("process 7 on one")
    _ = try first.acquire()
    let id = first.lease.id
    try server.execute(
      """
      UPDATE dropline.node SET state = 'dead'
      WHERE id = (SELECT owner FROM dropline.space WHERE name = '\(space)')
      """)
    expectEqual(first.commit(SampleGroups.group(0)), .committed)
    #expect(first.renew() == .renewed && first.lease.id != id)
    let second = try journal("process 8 on two")
    #expect(throws: JournalFault.inUse("space \(space) is served by process 7 on one")) {
      _ = try second.acquire()
    }
  }

  @Test(
    "ends if the space has lost groups, as after a restored backup, until that is accepted (slow: a database of its own)"
  )
  func restored() throws {
    let first = try journal("process 7 on one")
    let epoch = try first.acquire().epoch
    expectEqual(first.commit(SampleGroups.group(0)), .committed)
    try server.execute(
      "UPDATE dropline.space SET groups = groups - 1 WHERE name = '\(space)'")
    guard case .unknown(let reason) = first.commit(SampleGroups.group(1)) else {
      Issue.record("It was committed.")
      return
    }
    #expect(reason.hasSuffix("the database was restored to an earlier time"))
    expectEqual(first.renew(), .ended(.failed(reason)))
    #expect(throws: JournalFault.self) { try journal("process 8 on two") }
    try PostgresDatabase(server.url()).acceptLoss(of: space)
    let second = try journal("process 8 on two")
    #expect(try second.acquire().epoch != epoch)
    #expect(throws: JournalFault.inUse("space \(space) is served by process 8 on two")) {
      try PostgresDatabase(server.url()).acceptLoss(of: space)
    }
  }

  @Test("ends if the space had another term before, as after a restored backup")
  func restoredTerm() throws {
    let first = try journal("process 7 on one")
    _ = try first.acquire()
    try server.execute("UPDATE dropline.space SET term = term - 1 WHERE name = '\(space)'")
    guard case .ended(.failed) = first.renew() else {
      Issue.record("It goes on.")
      return
    }
  }
}
