import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A large change under many drags")
struct ChangeUnderDragsTests {
  private static let drags = 16

  /// A board over which a client drags, who is sent nothing else, and the clients of the test.
  private struct Stage {
    let scene: HubScene
    let author: ConnectionID
    let watcher: ConnectionID
    let owner: ConnectionID
    let bystander: ConnectionID
    let other: ConnectionID

    init(stepsPerTurn: Int) throws {
      scene = try HubScene(.fixed(.zero))
      scene.hub.stepsOfLongChange = 0
      let items = (0..<400).map { Item(id: ItemID("w\($0)")!, text: "") }
      try scene.hub.service.serve("wide", content: [Section(id: "s", title: "", items: items)])
      (author, watcher) = (scene.connect(), scene.connect())
      (owner, bystander, other) = (scene.connect(), scene.connect(), scene.connect())
      for drag in 0..<drags {
        scene.say("begin i\(drag) board=list", by: owner)
        scene.say("propose 0.\(20 * drag + 7) drag=d\(drag + 1) board=wide", by: owner)
      }
      for client in [author, watcher] { scene.say("open wide\nopen list", by: client) }
      _ = scene.turn()
      scene.hub.budget.stepsPerTurn = stepsPerTurn
      let rows = items.reversed().map { "item \($0.id.string)" }
      _ = scene.ask(["replace wide force=yes", "section s 400"] + rows + ["end"], by: author)
      scene.goOn()
      let change = try #require(scene.nextJob())
      change.run()
      scene.hub.finished(change)
      _ = scene.hub.goOn(at: scene.now)
    }
  }

  /// What the author and a watcher are sent, with the number of turns that it takes, in each of which somebody else says
  /// `ping`.
  private func outcome(of stage: Stage) -> (turns: Int, author: [String], watcher: [String]) {
    let scene = stage.scene
    var (turns, author, watcher): (Int, [String], [String]) = (0, [], [])
    while !author.contains("ok replace wide rev=1") || watcher.isEmpty, turns < 1_000 {
      scene.say("ping", by: stage.bystander)
      let sent = Sent(scene.turn())
      expectEqual(sent.lines(of: stage.bystander), ["pong"])
      author += sent.lines(of: stage.author)
      watcher += sent.lines(of: stage.watcher)
      turns += 1
      _ = scene.hub.goOn(at: scene.now)
    }
    return (turns, author, watcher)
  }

  @Test(
    "evaluates them in as many turns as it takes, and tells everybody what it would tell at once")
  func slices() throws {
    let whole = outcome(of: try Stage(stepsPerTurn: 1_000_000))
    let cut = outcome(of: try Stage(stepsPerTurn: 1_200))
    #expect(whole.turns <= 2)
    #expect(cut.turns >= Self.drags, "a turn evaluates one of them: each is mapped over 400 moves")
    expectEqual(
      cut.author.sorted(), whole.author.sorted(), "the reply may come in front of the drags")
    expectEqual(cut.watcher, whole.watcher)
    #expect(whole.watcher.contains { $0.hasPrefix("drag d1 ") })
  }

  @Test(
    "lets those who change the board, or are told of its drags, wait behind it",
    arguments: [
      "insert 0.0 board=wide x", "begin i19 board=list", "open wide", "drags list", "drags",
    ])
  func waiting(_ command: String) throws {
    let stage = try Stage(stepsPerTurn: 1_200)
    let other = stage.other
    expectEqual(stage.scene.ask([command], by: other), [])
    expectEqual(stage.scene.ask(["create third"], by: stage.bystander).count, 1)
    var (told, turns): ([String], Int) = ([], 0)
    while told.isEmpty, turns < 1_000 {
      _ = stage.scene.hub.goOn(at: stage.scene.now)
      told = stage.scene.lines(of: other)
      turns += 1
    }
    #expect(turns >= Self.drags - 4)
    expectEqual(told.first?.hasPrefix("ok "), true, "\(told)")
  }

  @Test("is waited for no longer than the server serves: its last turn tells everything")
  func last() throws {
    let stage = try Stage(stepsPerTurn: 1_200)
    stage.scene.hub.drain.stop(at: stage.scene.now)
    let told = stage.scene.lines(of: stage.watcher)
    #expect(told.contains { $0.hasPrefix("board wide ") || $0.hasPrefix("batch wide ") })
    expectEqual(told.last?.hasPrefix("bye"), true)
  }
}
