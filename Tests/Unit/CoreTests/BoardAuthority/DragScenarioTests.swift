import BoardAuthority
import BoardModel
import TestKit
import Testing

/// The scenarios that the protocol's design started from, as far as they concern the core.
@Suite("A drag")
struct DragScenarioTests {
  let scene = DragScene("A: a b c d | B: x y | C:")

  @Test("moves an item into the place it was over, in one revision")
  func moves() throws {
    try scene.begin("a", by: "u1")
    try expectEqual(scene.propose("1.1", by: "u1"), "move at 1.1 before:y")
    try expectEqual(scene.perform(by: "u1"), "moved 1 1.1")
    expectEqual(scene.drawing, "A: b c d | B: x a y | C:")
    expectEqual(scene.head, 1)
    expectNil(scene.coordinator.leaseHolder(of: "a", on: "today"))
    expectEqual(
      scene.news(), ["d1 began a", "d1 over move at 1.1 before:y", "d1! ended moved 1 1.1"])
  }

  @Test("counts its place with the item taken out, and refuses an index past the end")
  func countsAfterRemoval() throws {
    try scene.begin("a", by: "u1")
    #expect(throws: Refusal.badPath("0.4")) { try scene.propose("0.4", by: "u1") }
    expectNil(scene.coordinator.sessions(of: "today")[0].proposal)
    try expectEqual(scene.propose("0.3", by: "u1"), "move at 0.3 end:A")
    try scene.perform(by: "u1")
    expectEqual(scene.drawing, "A: b c d a | B: x y | C:")
  }

  @Test("counts its own items in a section to which the item beside its place was moved")
  func followsAnchorToItsOwnItems() throws {
    try scene.begin("x", by: "u1")
    try expectEqual(scene.propose(.after(.id("b")), by: "u1"), "move at 0.2 after:b")
    _ = scene.news()
    scene.commit([.moveItem("b", from: [0, 1], to: [1, 2])], by: "u2")
    expectEqual(scene.drawing, "A: a c d | B: x y b | C:")
    expectEqual(scene.news(), ["d1! over move at 1.2 after:b"])
    try expectEqual(scene.perform(by: "u1"), "moved 2 1.2")
    expectEqual(scene.drawing, "A: a c d | B: y b x | C:")
  }

  @Test("preserves the order of its items")
  func keepsOrder() throws {
    try scene.begin("d", "a", by: "u1")
    try scene.propose("0.1", by: "u1")
    try expectEqual(scene.perform(by: "u1"), "moved 1 0.1")
    expectEqual(scene.drawing, "A: b d a c | B: x y | C:")
  }

  @Test("that drops an item at its own place changes nothing and has no revision")
  func unchanged() throws {
    try scene.begin("b", by: "u1")
    try scene.propose("0.1", by: "u1")
    try expectEqual(scene.perform(by: "u1"), "unchanged 0 0.1")
    expectEqual(scene.head, 0)
  }

  @Test("begins with all its items or does not begin")
  func beginsWithAllItems() throws {
    #expect(throws: Refusal.duplicateItem("a")) { try scene.begin("a", "0.0", by: "u1") }
    #expect(throws: Refusal.itemGone("q")) { try scene.begin("a", "q", by: "u1") }
    #expect(throws: Refusal.badPath("0.4")) { try scene.begin("a", "0.4", by: "u1") }
    #expect(scene.coordinator.sessions(of: "today").isEmpty)
    expectNil(scene.coordinator.leaseHolder(of: "a", on: "today"))
  }

  @Test("leaves an emptied section on the board, under empty=keep")
  func keepsEmptied() throws {
    try scene.begin("x", "y", by: "u1")
    try scene.propose("0.0", by: "u1")
    try scene.perform(by: "u1")
    expectEqual(scene.drawing, "A: x y a b c d | B: | C:")
    try scene.begin("a", by: "u1")
    #expect(throws: Refusal.badPath("1.1")) { try scene.propose("1.1", by: "u1") }
    try expectEqual(scene.propose("1.0", by: "u1"), "move at 1.0 start:B")
  }

  @Test("removes an emptied section, under empty=remove, and a place after it shifts")
  func removesEmptied() throws {
    scene.set(.empty(.remove), for: "B")
    try scene.begin("x", "y", by: "u1")
    try expectEqual(scene.propose("2.0", by: "u1"), "move at 2.0 start:C")
    try expectEqual(scene.perform(by: "u1"), "moved 1 1.0")
    expectEqual(scene.drawing, "A: a b c d | C: x y")
    expectEqual(scene.head, 1)
  }

  @Test("that drops over nothing is cancelled", arguments: [false, true])
  func overNothing(exits: Bool) throws {
    try scene.begin("a", by: "u1")
    if exits {
      try scene.propose("1.0", by: "u1")
      try scene.exit(by: "u1")
    }
    try expectEqual(scene.perform(by: "u1"), "cancelled")
    expectEqual(scene.head, 0)
  }

  @Test("is forbidden by a paused board, and by a section at its limit")
  func pausedAndFull() throws {
    scene.set(.limit(2), for: "B")
    try scene.begin("a", by: "u1")
    try expectEqual(scene.propose("1.0", by: "u1"), "forbidden at 1.0 before:x limit")
    scene.set(.paused(true))
    try expectEqual(scene.propose("1.0", by: "u1"), "cancel at 1.0 before:x paused")
    try expectEqual(scene.perform(by: "u1"), "cancelled")
  }

  @Test("is forbidden if a limit was reached after the proposal")
  func limitReached() throws {
    scene.set(.limit(3), for: "B")
    try scene.begin("a", by: "u1")
    try expectEqual(scene.propose("1.0", by: "u1"), "move at 1.0 before:x")
    scene.insert("z", at: [1, 2])
    expectEqual(scene.news().last, "d1! over forbidden at 1.0 before:x limit")
    try expectEqual(scene.perform(by: "u1"), "forbidden limit")
    expectEqual(scene.head, 1)
  }

  @Test("from another board or from outside is forbidden by a section that is local-only")
  func localOnly() throws {
    scene.add("other", "Z: z")
    scene.set(.localOnly(true), for: "B")
    try scene.begin("z", by: "u1", on: "other")
    try expectEqual(scene.propose("1.0", by: "u1"), "cancel at today/1.0 today/before:x local-only")
    try scene.beginExternal("milk", by: "u2")
    try expectEqual(scene.propose("1.0", by: "u2"), "cancel at 1.0 before:x local-only")
    #expect(throws: Refusal.notOwner("u1", drag: SessionID(1))) {
      try scene.propose("1.0", by: "u2", with: SessionID(1))
    }
  }

  @Test("with more items than a place permits at once is not allowed")
  func maxItems() throws {
    scene.set(.maxItems(1))
    try scene.begin("a", "b", by: "u1")
    try expectEqual(scene.propose("1.0", by: "u1"), "cancel at 1.0 before:x max-items")
  }

  @Test("remains over the same gap after others changed the board")
  func rebases() throws {
    scene.insert("N", at: [0, 0], by: "u2")
    try scene.begin("x", by: "u1")
    try expectEqual(scene.propose("0.2@0", by: "u1"), "move at 0.3 before:c")
    try scene.perform(by: "u1")
    expectEqual(scene.drawing, "A: N a b x c d | B: y | C:")
  }

  @Test(
    "into a gap that two drags are over lands in the order of the drops", arguments: [false, true])
  func oneGap(secondFirst: Bool) throws {
    try scene.begin("x", by: "u1")
    try scene.begin("y", by: "u2")
    try scene.propose("0.2", by: "u1")
    try scene.propose("0.2", by: "u2")
    try scene.perform(by: secondFirst ? "u2" : "u1")
    try scene.perform(by: secondFirst ? "u1" : "u2")
    let order = secondFirst ? "y x" : "x y"
    expectEqual(scene.drawing, "A: a b \(order) c d | B: | C:")
  }

  @Test("cannot begin with an item that another drag holds, and then leases none")
  func leased() throws {
    let id = try scene.begin("a", by: "u1")
    scene.now += .milliseconds(500)
    #expect(throws: Refusal.leased("a", by: "u1", drag: id, duration: .seconds(120))) {
      try scene.begin("b", "a", by: "u2")
    }
    expectNil(scene.coordinator.leaseHolder(of: "b", on: "today"))
  }

  @Test("whose client disconnects ends at once, or is suspended if the client can resume")
  func disconnecting() throws {
    try scene.begin("a", by: "u1")
    scene.vanish("u1")
    expectEqual(scene.news(), ["d1 began a", "d1! ended cancelled"])
    let id = try scene.begin("a", by: "u1")
    try scene.propose("1.1", by: "u1")
    scene.vanish("u1", resumable: true)
    expectEqual(scene.coordinator.leaseHolder(of: "a", on: "today")?.isSuspended, true)
    scene.insert("N", at: [1, 0])
    try expectEqual(scene.resume(id, by: "u1"), "over move at 1.2 before:y")
    try expectEqual(scene.perform(by: "u1"), "moved 2 1.2")
  }

  @Test("resumes in its suspended state, with the changes since")
  func resumes() throws {
    let id = try scene.begin("a", "b", by: "u1")
    for (change, state) in [
      ({}, "lifted"),
      ({ try self.scene.propose("before:y", by: "u1") }, "over move at 1.1 before:y"),
      ({ self.scene.delete("b") }, "over move at 1.1 before:y short"),
      ({ self.scene.delete("y") }, "lost"), ({ try self.scene.exit(by: "u1") }, "lifted"),
    ] as [(() throws -> Void, String)] {
      try change()
      scene.vanish("u1", resumable: true)
      try expectEqual(scene.resume(id, by: "u1"), state)
    }
  }

  @Test("that lost its place and leaves it becomes lifted")
  func exitsLost() throws {
    try scene.begin("a", by: "u1")
    try scene.propose("before:y", by: "u1")
    scene.delete("y")
    try scene.exit(by: "u1")
    try scene.exit(by: "u1")
    expectEqual(
      scene.news(), ["d1 began a", "d1 over move at 1.1 before:y", "d1! lost", "d1 lifted"])
  }

  @Test("may be evaluated a thousand times, and ends once")
  func manyProposals() throws {
    try scene.begin("a", by: "u1")
    for index in 0..<1_000 { try scene.propose(.index([0, index % 4], revision: nil), by: "u1") }
    try scene.perform(by: "u1")
    expectEqual(scene.news().count { $0.contains("ended") }, 1)
  }
}
