import BoardModel
import BoardReplica
import BoardWire
import TestKit
import Testing

@Suite("The policies in a replica")
struct PolicyPresenceTests {
  private var replica: Replica

  init() throws { replica = try .ofFruit() }

  @Test("are those of the section, then those of the board, then the defaults")
  mutating func inheritance() throws {
    try expectEqual(replica.read("policy list * limit=9 paused=yes"), [.policies])
    try expectEqual(replica.read("policy list s1 paused=no max-items=2"), [.policies])
    expectEqual(replica.policies["s1"].limit, 9)
    #expect(!replica.policies["s1"].paused)
    expectEqual(replica.policies["s1"].maxItems, 2)
    #expect(replica.policies["s2"].paused)
    expectEqual(replica.policies["s2"].operations, .all)
    // Each event has all settings of its target, and the same ones again are no change.
    try expectEqual(replica.read("policy list s1 paused=no max-items=2"), [])
    try expectEqual(replica.read("policy list s1"), [.policies])
    expectEqual(replica.policies["s1"], replica.policies.board)
    try expectEqual(replica.read("policy other * limit=1"), [])
  }

  @Test("come with a snapshot, and with an open that brings none")
  mutating func opening() throws {
    _ = try replica.read("policy list s2 limit=1")
    _ = replica.disconnect(keepsUnanswered: true)
    let opened = try replica.read("ok open list 3", "policy list s1 limit=2")
    expectEqual(opened, [.policies, .policies])
    #expect(replica.policies["s1"].limit == 2 && replica.policies["s2"].limit == nil)
    let snapshot = try replica.read(
      "board list 4 2 4", "section s1 1 A", "item a apple", "section s2 0 B",
      "policy list * paused=yes")
    expectEqual(snapshot, [.reload, .policies, .policies])
    #expect(replica.policies["s1"].limit == nil && replica.policies["s1"].paused)
  }

  @Test("of a section end when it is deleted, unless the same batch inserts it again")
  mutating func deletion() throws {
    _ = try replica.read("policy list s1 limit=1", "policy list s2 limit=2")
    _ = try replica.read("batch list 3 4 2", "delete-section 1 s2", "insert-section 0 s2 0 B")
    expectEqual(replica.policies["s2"].limit, 2)
    _ = try replica.read("batch list 4 5 1", "delete-section 0 s2")
    _ = try replica.read("batch list 5 6 1", "insert-section 0 s2 0 B")
    expectNil(replica.policies["s2"].limit)
    expectEqual(replica.policies["s1"].limit, 1)
  }

  @Test("come with the types of fields, which a snapshot and an open forget")
  mutating func types() throws {
    try expectEqual(replica.read("fields list done=flag due=date note=later"), [.policies])
    expectEqual(replica.policies.fieldTypes, ["done": .flag, "due": .date])
    try expectEqual(replica.read("fields list done=flag due=date"), [])
    try expectEqual(replica.read("fields other due=set"), [])
    let snapshot = try replica.read(
      "board list 4 1 3", "section s1 1 A", "item a due=soon apple", "fields list due=date")
    expectEqual(snapshot, [.reload, .policies, .policies])
    expectEqual(replica.policies.fieldTypes, ["due": .date])
    try expectEqual(replica.read("fields list"), [.policies])
    expectEqual(replica.policies, PolicyPresence())
  }
}
