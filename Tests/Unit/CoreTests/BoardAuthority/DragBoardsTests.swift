@_spi(Changes) import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("A board with drags")
struct DragBoardsTests {
  let scene = DragScene("A: a b | B: x")

  init() throws {
    scene.add("other", "Z: z w v")
    try scene.begin("a", by: "u1")
    try scene.begin("z", by: "u2", on: "other")
    try scene.begin("w", by: "u2", on: "other")
    try scene.begin("v", by: "u3", on: "other")
    try scene.propose("end:Z", by: "u1", on: "other")
    try scene.propose("end:B", by: "u2", with: SessionID(2))
    try scene.propose("end:Z", by: "u3", on: "other")
    _ = scene.news()
  }

  @Test("has as dragging clients those whose drag began there or is over it")
  func clients() throws {
    expectEqual(scene.coordinator.clientsDragging(on: "today"), ["u1", "u2"])
    expectEqual(scene.coordinator.clientsDragging(on: "other"), ["u1", "u2", "u3"])
    try scene.exit(by: "u1")
    expectEqual(scene.coordinator.clientsDragging(on: "other"), ["u2", "u3"])
    expectEqual(scene.coordinator.clientsDragging(on: "nowhere"), [])
  }

  @Test("that is removed ends the drags begun there, and takes the place of drags over it")
  func removed() throws {
    scene.versionedBoards["other"] = nil
    scene.told += scene.coordinator.boardRemoved("other", at: scene.now)
    expectEqual(scene.news(), ["d1! lost", "d2! ended gone", "d3! ended gone", "d4! ended gone"])
    expectEqual(scene.coordinator.clientsDragging(on: "other"), [])
    expectNil(scene.coordinator.leaseHolder(of: "z", on: "other"))
    #expect(scene.coordinator.sessions(ownedBy: "u2").isEmpty)
    #expect(throws: Refusal.destinationGone("end:Z")) { try scene.perform(by: "u1") }
    #expect(throws: Refusal.sessionEnded(SessionID(2), ending: .gone)) {
      try scene.resume(SessionID(2), by: "u2")
    }
    try scene.propose("end:B", by: "u1")
    try expectEqual(scene.perform(by: "u1"), "moved 1 1.1")
    // Another board of that name is another board.
    scene.add("other", "Z: z")
    try scene.begin("z", by: "u4", on: "other")
  }

  @Test("that is renamed keeps its drags, and drags over it have the new name")
  func renamed() throws {
    let versions = scene.versionedBoards.removeValue(forKey: "other")!
    versions.rename(to: "later")
    scene.versionedBoards["later"] = versions
    let events = scene.coordinator.boardRenamed("other", to: "later")
    expectEqual(events.map(\.board), ["today"])
    scene.told += events
    expectEqual(scene.news(), ["d1! over copy at later/0.3 later/end:Z"])
    expectNil(scene.coordinator.leaseHolder(of: "z", on: "other"))
    expectEqual(scene.coordinator.leaseHolder(of: "z", on: "later")?.id, SessionID(2))
    expectEqual(scene.coordinator.clientsDragging(on: "other"), [])
    expectEqual(scene.coordinator.clientsDragging(on: "later"), ["u1", "u2", "u3"])
    expectEqual(scene.coordinator.home(of: SessionID(4), client: "u3"), "later")
    try expectEqual(scene.perform(by: "u1"), "copied 1 later/0.3")
    try expectEqual(scene.perform(SessionID(2), by: "u2"), "copied 1 today/1.1")
    scene.commit(
      [.deleteItem(versions.board.item(at: [0, 1]), at: [0, 1])], by: "u9", on: "later")
    expectEqual(scene.news().suffix(2), ["d3! ended gone", "d4! over move at 0.2 end:Z"])
    try expectEqual(scene.perform(by: "u3"), "moved 3 0.2")
    expectEqual(versions.board.description, "Z: z i1=\"a\" v")
  }

  @Test("that is renamed keeps the outcomes of ended drags under its old name")
  func outcomes() throws {
    try scene.perform(by: "u1")
    scene.versionedBoards["later"] = scene.versionedBoards.removeValue(forKey: "other")
    _ = scene.coordinator.boardRenamed("other", to: "later")
    try expectEqual(scene.cancel(SessionID(1), by: "u1"), "copied 1 other/0.3")
  }
}
