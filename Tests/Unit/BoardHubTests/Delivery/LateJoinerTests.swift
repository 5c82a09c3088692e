import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A late joiner")
struct LateJoinerTests {
  /// A board whose snapshot is well above what is copied into one piece, and one that is below.
  private func scene(items: Int) throws -> HubScene {
    let scene = try HubScene(.fixed(.zero))
    let items = (0..<items).map { Item(id: ItemID("a\($0)")!, text: Text("the item \($0)")) }
    try scene.hub.service.serve("big", content: [Section(id: "s1", title: "All", items: items)])
    return scene
  }

  /// What the reply to `open` and the snapshot behind it are sent as.
  private func arrive(_ scene: inout HubScene) throws -> [OutputPiece] {
    let id = scene.connect()
    _ = scene.turn()
    scene.say("open big", by: id)
    let effects = scene.turn()
    for case .send(let pieces, id) in effects { return pieces }
    Issue.record("a snapshot is sent to who opens a board")
    return []
  }

  @Test("gets a large board without a copy of it, even after a drag event before each arrival")
  func afterDragEvents() throws {
    var scene = try scene(items: 5_000)
    let dragger = scene.connect()
    scene.say("begin a7 board=big", by: dragger)
    var shared: [Encoding] = []
    var ownBytes = 0
    for round in 0..<20 {
      scene.say("propose 0.\(round)", by: dragger)
      let pieces = try arrive(&scene)
      let text = pieces.map(\.text).joined()
      let lines = text.split(separator: "\n")
      expectEqual(lines.prefix(3), ["ok open big 0", "board big 0 1 5003", "section s1 5000 All"])
      expectEqual(lines.count, 5_005)
      let next = round < 7 ? round : round + 1
      expectEqual(lines.last, "drag d1 over move at=0.\(round) anchor=before:a\(next)")
      for case .shared(let encoding) in pieces { shared.append(encoding) }
      for case .own(let bytes) in pieces { ownBytes += bytes.count }
    }
    // One encoding for all of them, and a few lines around it for each.
    expectEqual(shared.count, 20)
    #expect(shared.allSatisfy { $0 === shared[0] })
    #expect(ownBytes <= 20 * 200)
  }

  @Test("gets a small board in one piece of its own")
  func smallBoard() throws {
    var scene = try scene(items: 100)
    let pieces = try arrive(&scene)
    expectEqual(pieces.count, 1)
    guard case .own? = pieces.first else {
      Issue.record("a small snapshot is copied behind the reply")
      return
    }
  }

  @Test("gets the changed lines after a change of the board")
  func afterChange() throws {
    var scene = try scene(items: 5_000)
    let author = scene.connect()
    let before = try arrive(&scene).map(\.text).joined()
    scene.say("edit a3 board=big is changed", by: author)
    let after = try arrive(&scene).map(\.text).joined()
    #expect(before.contains("item a3 the item 3\n"))
    #expect(after.contains("item a3 is changed\n"))
  }
}
