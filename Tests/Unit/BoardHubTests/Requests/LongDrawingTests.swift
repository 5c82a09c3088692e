import BoardAuthority
import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A board at an old revision, behind which lie many edits")
struct LongDrawingTests {
  /// The turns that a drawing of `edits` takes.
  private static let edits = 1_000
  private static let stepsPerTurn = 1_000

  /// A board with so many edits of one item behind revision 100, and few steps in each turn from now on.
  private func scene() throws -> HubScene {
    let scene = try HubScene(.fixed(.zero))
    let author = scene.connect()
    for number in 0..<Self.edits { scene.say("edit i1 board=list text \(number)", by: author) }
    scene.goOn()
    _ = scene.turn()
    scene.hub.budget.stepsPerTurn = Self.stepsPerTurn
    return scene
  }

  /// What a client is sent in the next turn.
  private func next(_ scene: HubScene, to client: ConnectionID) -> [String] {
    _ = scene.hub.goOn(at: scene.now)
    return Sent(scene.turn()).lines(of: client)
  }

  /// The first answer, and the turn in which it came.
  private func answer(
    _ scene: HubScene, to client: ConnectionID, meanwhile: (Int) -> Void = { _ in }
  ) -> (lines: [String], turn: Int) {
    for turn in 1...50 {
      meanwhile(turn)
      let lines = next(scene, to: client)
      if !lines.isEmpty { return (lines, turn) }
    }
    return ([], 0)
  }

  private func drawing(of scene: HubScene) -> [String] {
    scene.ask(["show list"], by: scene.connect())
  }

  @Test("is composed in several turns, none of which takes more than its budget")
  func severalTurns() throws {
    let scene = try scene()
    let (reader, bystander) = (scene.connect(), scene.connect())
    _ = scene.turn()
    scene.say("show list rev=100\nping", by: reader)
    expectEqual(Sent(scene.turn()).lines(of: reader), [])
    var least = 0
    let (lines, turn) = answer(scene, to: reader) { _ in
      least = min(least, scene.hub.budget.longSteps)
      scene.say("ping", by: bystander)
    }
    expectEqual(turn, Self.edits * TurnBudget.composedEdit / Self.stepsPerTurn - 1)
    #expect(least > -TurnBudget.composedEdit)
    expectEqual(lines.prefix(2), ["ok show list 23", "| list rev=100 sections=2 items=20"])
    expectEqual(next(scene, to: reader), ["pong"])
  }

  @Test("is composed once for all who ask for it")
  func shared() throws {
    let scene = try scene()
    let readers = [scene.connect(), scene.connect()]
    _ = scene.turn()
    for reader in readers { scene.say("show list rev=100", by: reader) }
    let (lines, _) = answer(scene, to: readers[0])
    scene.say("ping", by: readers[0])
    expectEqual(next(scene, to: readers[1]), lines)
  }

  @Test("is drawn as it was, however many edits are made meanwhile", arguments: [1, 5_000])
  func meanwhile(_ changes: Int) throws {
    let scene = try scene()
    let live = try #require(scene.hub.boards["list"])
    let drawings = DrawingCache()
    var limit = 200
    expectNil(drawings.advance(live, at: 600, upTo: &limit))
    expectEqual(limit, 0)
    let author = scene.connect()
    scene.hub.budget.stepsPerTurn = .max / 4
    for number in 0..<changes { scene.say("edit i1 board=list new \(number)", by: author) }
    scene.goOn()
    expectEqual(live.revision, 1_100 + changes)
    limit = .max
    let lines = drawings.advance(live, at: 600, upTo: &limit)
    expectEqual(lines?[3], "  0.1 i1 text 499")
    expectEqual(lines, DrawingCache().lines(of: live, at: 600))
    // Edits beyond a limit are not composed in one piece at the end: the drawing is begun anew.
    expectEqual(limit, .max - (changes > 4_096 ? 500 + changes : 300))
  }

  @Test("is refused if the log loses the revision meanwhile")
  func lost() throws {
    let scene = try scene()
    let (reader, author) = (scene.connect(), scene.connect())
    _ = scene.turn()
    scene.say("show list rev=100", by: reader)
    expectEqual(next(scene, to: reader), [])
    // More text than a log holds.
    scene.hub.boards["list"]!.versions.trimLog(toBytes: 0)
    scene.say("ping", by: author)
    expectEqual(
      answer(scene, to: reader).lines.map(\.withoutSentence),
      [
        "refused revision-too-old rev=1100"
      ])
  }
}
