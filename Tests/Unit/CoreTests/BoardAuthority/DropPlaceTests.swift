@_spi(Changes) import BoardAuthority
import BoardModel
import TestKit
import Testing

@Suite("A place")
struct DropPlaceTests {
  let scene = DragScene("A: a b c d | B: x y | C:")

  @Test("with an anchor follows the item or section of the anchor")
  func follows() throws {
    try scene.begin("a", by: "u1")
    try scene.begin("b", by: "u2")
    try scene.begin("c", by: "u3")
    try scene.propose("before:y", by: "u1")
    try scene.propose("after:y", by: "u2")
    try scene.propose("start:B", by: "u3")
    _ = scene.news()
    scene.change(by: "u9") { $0.move(["y"], to: [2, 0]) }
    expectEqual(
      scene.news(), ["d1! over move at 2.0 before:y", "d2! over move at 2.1 after:y"])
    scene.change(by: "u9") { $0.apply(.moveSection("B", from: 1, to: 0)) }
    expectEqual(scene.news(), ["d3! over move at 0.0 before:x"])
  }

  @Test(
    "that is gone leaves the session over nothing, and a drop is refused until the next proposal")
  func gone() throws {
    try scene.begin("a", by: "u1")
    try scene.begin("b", by: "u2")
    try scene.propose("before:y", by: "u1")
    try scene.propose("1.1@0", by: "u2")
    _ = scene.news()
    scene.delete("y")
    expectEqual(scene.news(), ["d1! lost", "d2! over move at 1.1 end:B"])
    scene.deleteSection("B")
    expectEqual(scene.news(), ["d2! lost"])
    #expect(throws: Refusal.destinationGone("before:y")) { try scene.perform(by: "u1") }
    #expect(throws: Refusal.destinationGone("1.1@0")) { try scene.perform(by: "u2") }
    try scene.propose("0.0", by: "u2")
    try expectEqual(scene.perform(by: "u2"), "moved 3 0.0")
    try scene.exit(by: "u1")
    try expectEqual(scene.perform(by: "u1"), "cancelled")
  }

  @Test("whose anchor does not exist is refused, and the proposal remains")
  func refusals() throws {
    try scene.begin("a", by: "u1")
    try scene.propose("1.1", by: "u1")
    scene.delete("y")
    let refusals: [(Place, Refusal)] = [
      ("before:y", .destinationGone("before:y")), ("after:1.1@0", .destinationGone("after:1.1@0")),
      ("end:D", .destinationGone("end:D")), ("start:3", .badPath("start:3")),
      ("before:1.1", .badPath("before:1.1")), ("before:0.9@0", .badPath("before:0.9@0")),
      ("3.0", .badPath("3.0")), ("0.0@2", .futureRevision(1)),
    ]
    for (place, refusal) in refusals {
      #expect(throws: refusal) { try scene.propose(place, by: "u1") }
    }
    expectEqual(scene.coordinator.sessions(ownedBy: "u1")[0].proposal?.path, [1, 1])
    scene.today.forgetPast(continuingAt: 9)
    #expect(throws: Refusal.revisionTooOld(9)) { try scene.propose("0.0@3", by: "u1") }
  }

  @Test("with an item's path of an earlier revision as its anchor is next to that item")
  func earlierItem() throws {
    scene.insert("N", at: [1, 0])
    try scene.begin("a", by: "u1")
    try expectEqual(scene.propose("before:1.1@0", by: "u1"), "move at 1.2 before:y")
    try expectEqual(scene.propose("after:1.0@0", by: "u1"), "move at 1.2 after:x")
  }

  @Test("next to an item of the session counts without the session's items")
  func besideOwn() throws {
    try scene.begin("b", "c", by: "u1")
    try expectEqual(scene.propose("before:c", by: "u1"), "move at 0.1 before:d")
    try expectEqual(scene.perform(by: "u1"), "unchanged 0 0.1")
    try scene.begin("x", "y", by: "u1")
    try expectEqual(scene.propose("before:y", by: "u1"), "move at 1.0 start:B")
  }

  @Test("by index is after own items in the gap, even after its neighbour left")
  func settles() throws {
    try scene.begin("c", by: "u1")
    try scene.propose("0.1", by: "u1")
    scene.delete("b")
    scene.insert("N", at: [0, 2])
    expectEqual(scene.drawing, "A: a c N d | B: x y | C:")
    try scene.perform(by: "u1")
    expectEqual(scene.drawing, "A: a N c d | B: x y | C:")
  }

  @Test("of a section counts without a moved section")
  func sections() throws {
    func index(_ place: SectionPlace, moving: Int? = nil) throws -> Int {
      try scene.today.resolve(place, moving: moving)
    }
    try expectEqual(index(.index(3)), 3)
    try expectEqual(index(.end), 3)
    try expectEqual(index(.before("B")), 1)
    try expectEqual(index(.after("0")), 1)
    try expectEqual(index(.end, moving: 0), 2)
    try expectEqual(index(.before("C"), moving: 0), 1)
    try expectEqual(index(.after("A"), moving: 0), 0)
    #expect(throws: Refusal.badPath("3")) { try index(.index(3), moving: 0) }
    #expect(throws: Refusal.badPath("4")) { try index(.index(4)) }
    #expect(throws: Refusal.sectionGone("D")) { try index(.before("D")) }
  }

  @Test(
    "of an insert or a move counts without the moved items of that section, and with all others")
  func commands() throws {
    let versions = scene.today
    try expectEqual(versions.resolve("0.4" as Place).path, [0, 4])
    #expect(throws: Refusal.badPath("0.4")) { try versions.resolve("0.4", without: ["a"]) }
    try expectEqual(versions.resolve("before:d", without: ["a", "x"]).path, [0, 2])
    try expectEqual(versions.resolve("end:B", without: ["x", "y"]).anchor, .start("B"))
  }
}
