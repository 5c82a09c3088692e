import BoardJournal
import BoardModel
import KillTrial
import LocalNodes
import SystemTestKit
import TestKit
import Testing

@testable import PostgresJournal

/// Several spaces at once, some of which cannot be had.
@Suite("Spaces that are taken together")
struct TakeTests {
  private let server: PostgresServer
  private let lease: NodeLease
  private let lane: PostgresLane

  init() throws {
    server = try PostgresServer.shared.get()
    lease = server.lease("taker", at: "taker:\(UInt64.random(in: 0...(.max)))")
    lane = PostgresLane(lease)
    _ = try lease.renew()
  }

  private func take(_ spaces: [SpaceName]) -> [SpaceName: Result<PostgresJournal, JournalFault>] {
    lease.take(spaces, on: lane) { _, _ in }
  }

  /// A space with so many sample groups and a drag that its last owner has left.
  private func space(groups count: Int) throws -> SpaceName {
    let space = try server.space()
    let journal = try server.journal(in: space)
    _ = try journal.acquire()
    for number in 0..<count { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    expectEqual(journal.commit([.drag(Self.drag)]), .committed)
    return space
  }

  private static let drag = StoredDrag(id: SessionID(7), body: Array("drag d7\n".utf8))

  @Test("have what is stored in them, and the drags that were left, once")
  func contents() throws {
    let spaces = try (0..<5).map { try space(groups: $0) }
    let taken = take(spaces)
    for (count, space) in spaces.enumerated() {
      let journal = try #require(try taken[space]?.get())
      var found = try JournalContents(of: journal)
      expectEqual(found.server.drags, [Self.drag])
      found.server.drags = []
      let expected = try found.expected
      #expect(found.count == count && found == expected)
      expectEqual(journal.commit(SampleGroups.group(count)), .committed)
    }
    try expectEqual(lease.renew().owned.count, 5)
    for space in spaces {
      let again = try PostgresJournal(space, of: lease, on: lane) { _ in }
      try expectEqual(again.acquire().drags, [])
    }
    lease.leave()
  }

  @Test("are had without those that cannot be, are locked, damaged or another's")
  func others() throws {
    let spaces = try (0..<6).map { try space(groups: $0) }
    let (moved, owned, locked, damaged) = (spaces[1], spaces[2], spaces[3], spaces[4])
    let unknown = SpaceName("nowhere-\(spaces[0])")!
    try set("state = 'moved', note = 'a place', owner = NULL", of: moved)
    let owner = server.lease("owner", at: "owner:\(UInt64.random(in: 0...(.max)))")
    _ = try owner.renew()
    _ = try PostgresJournal(owned, of: owner) { _ in }.acquire()
    try set("owner = \(try #require(owner.id))", of: owned)
    try server.execute(
      "UPDATE dropline.client SET digest = 'no' WHERE space = \(Self.id(of: damaged))")
    let other = PostgresConnector(server.url(), named: "other")
    let lock = Statement("lock", [.text], "SELECT 1 FROM dropline.space WHERE name = $1 FOR UPDATE")
    try other.run([Statement.begin(), lock(.text(locked.string))], within: .seconds(10))
    let taken = take(spaces + [unknown])
    for space in [spaces[0], spaces[5]] {
      try expectEqual(taken[space]?.get().acquire().drags, [Self.drag])
    }
    for (space, words) in [(moved, "moved to a place"), (unknown, "there is no space")] {
      guard case .failure(.unusable(let sentence)) = taken[space] else {
        Issue.record("\(space) is had.")
        continue
      }
      #expect(sentence.contains(words))
    }
    #expect([owned, locked, damaged].allSatisfy { taken[$0] == nil })
    try other.run([Statement.rollback()], within: .seconds(10))
    try expectEqual(single(locked).acquire().drags, [Self.drag])
    #expect { _ = try single(owned).acquire() } throws: { Self.isInUse($0) }
    #expect { _ = try single(damaged).acquire() } throws: { Self.isDamaged($0) }
    try expectEqual(owner.renew().owned.map(\.name), [owned])
    for lease in [lease, owner] { lease.leave() }
  }

  private func single(_ space: SpaceName) throws -> PostgresJournal {
    try PostgresJournal(space, of: lease, on: lane) { _ in }
  }

  private func set(_ values: String, of space: SpaceName) throws {
    try server.execute("UPDATE dropline.space SET \(values) WHERE name = '\(space)'")
  }

  private static func id(of space: SpaceName) -> String {
    "(SELECT id FROM dropline.space WHERE name = '\(space)')"
  }

  private static func isInUse(_ error: any Error) -> Bool {
    if case JournalFault.inUse = error { true } else { false }
  }

  private static func isDamaged(_ error: any Error) -> Bool {
    if case JournalFault.damaged = error { true } else { false }
  }
}
