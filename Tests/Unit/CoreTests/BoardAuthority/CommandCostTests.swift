import TestKit
import Testing

@testable import BoardAuthority
@testable import BoardModel

/// What must not grow with a board, as counts: of copies and of entries.
@Suite("The cost of a command")
struct CommandCostTests {
  @Test("includes no copy of the board, whatever the command does")
  func noCopies() throws {
    let scene = DragScene("A: a b c d | B: e | C:")
    scene.set(.empty(.remove), for: "B")
    let storage = ObjectIdentifier(scene.today.board.storage)
    try scene.begin("a", "c", by: "u1")
    try scene.propose("end:C", by: "u1")
    scene.insert("f", at: [2, 0])
    scene.delete("b")
    scene.change(by: "u2") { $0.move(["e"], to: [0, 0]) }
    let path = try scene.today.path(of: "after:d", without: ["e"])
    _ = try scene.coordinator.dryrun(at: "0.0", on: scene.today, items: ["f"])
    expectEqual(path, [0, 3])
    try expectEqual(scene.perform(by: "u1"), "moved 4 2.1")
    scene.deleteSection("A")
    expectEqual(ObjectIdentifier(scene.today.board.storage), storage)
  }

  @Test("is not increased by the deadlines of ended sessions")
  func fewDeadlines() throws {
    let scene = DragScene("A: a b c")
    try scene.begin("b", by: "u2")
    for _ in 0..<1_000 {
      try scene.begin("a", by: "u1")
      try scene.cancel(by: "u1")
    }
    #expect(scene.coordinator.deadlines.count < 100)
    expectEqual(scene.coordinator.nextDeadline, scene.now + Limits.sessionIdle)
    scene.pass(Limits.sessionIdle)
    #expect(scene.news().last == "d1! ended expired" && scene.coordinator.nextDeadline == nil)
  }
}
