import BoardAuthority
import BoardModel
import BoardWire
import CheckedClients
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("The cost of a command")
struct CommandCostTests {
  private static let items = 2_000

  /// A board of many items, with a past, of which a client drags and has selected some.
  private func scene() throws -> (scene: HubScene, author: ConnectionID) {
    let scene = try HubScene(.fixed(.zero))
    scene.hub.budget.stepsPerTurn = .max / 4
    let items = (0..<Self.items).map { Item(id: ItemID("w\($0)")!, text: "text") }
    try scene.hub.service.serve(
      "wide",
      content: [
        Section(id: "p1", title: "Wide", items: items), Section(id: "p2", title: "Narrow"),
      ])
    let author = scene.connect()
    var lines = (0..<200).map { "edit w\($0) board=wide other \($0)" }
    lines += ["delete \(Self.names(1_000..<1_500)) board=wide", "undo wide"]
    lines += ["begin \(Self.names(0..<50)) board=wide", "propose end:p2 board=wide"]
    lines += ["policy p2 max-items=none board=wide", "select w3,w4 board=wide"]
    _ = scene.ask(lines, by: author)
    return (scene, author)
  }

  private static func names(_ numbers: Range<Int>) -> String {
    numbers.map { "w\($0)" }.joined(separator: ",")
  }

  /// The commands, and one of each verb that has none among them.
  private static let commands: [String] = {
    var filler = SampleFiller(board: "wide", section: "p1", items: ["w70", "w71"])
    return chosen + CommandForms.all.besides(chosen).lines(of: &filler)
  }()

  private static let chosen = [
    "help", "hello ann", "ping", "space none", "boards", "create new",
    "remove-board wide force=yes",
    "rename-board wide new", "open wide", "open wide since=10", "close wide", "show wide",
    "show wide rev=100", "who", "who wide", "find text", "find board=wide text", "stats",
    "begin \(names(100..<200)) board=wide", "begin-external board=wide new", "add w60,w61 drag=d1",
    "add-external drag=d1 new", "remove w1,w2,w3 drag=d1", "propose 0.0 drag=d1", "exit d1",
    "perform d1", "cancel d1", "resume d1", "dryrun end:p2 items=\(names(100..<200)) board=wide",
    "dryrun end:p2 drag=d1", "drags", "drags wide", "insert end:p1 board=wide new",
    "delete w70 board=wide", "delete \(names(200..<700)) board=wide",
    "delete 0.700@100,0.701@100,0.702@100 board=wide", "move w70 end:p2 board=wide",
    "move \(names(200..<700)) end:p2 board=wide", "edit w70 board=wide new",
    "insert-section end board=wide New", "delete-section p1 board=wide",
    "delete-section p2 board=wide",
    "move-section p1 end board=wide", "rename-section p1 board=wide New", "clear p1 board=wide",
    "undo wide", "redo wide", "history wide", "history wide from=3 to=150",
    "select \(names(100..<200)) board=wide", "deselect board=wide", "deselect w3 board=wide",
    "choose w70 board=wide", "policy board=wide", "policy p1 limit=7 board=wide",
  ]

  private func request(_ line: String) throws -> Request {
    let request = Array(line.utf8).withUnsafeBytes { bytes in
      Command(bytes)?.request
    }
    return try #require(request).get()
  }

  @Test("bounds its edits and the lines of its answer, and is paid once", arguments: commands)
  func bounds(_ line: String) throws {
    let (scene, author) = try scene()
    let hub = scene.hub
    let live = try #require(hub.boards["wide"])
    let connection = try #require(hub.roster[author])
    let stated = hub.runner.cost(of: try request(line), on: connection).steps
    let revision = live.revision
    _ = scene.turn()
    scene.say(line, by: author)
    while hub.hasUnread { _ = hub.goOn(at: scene.now) }
    let left = min(hub.budget.steps, hub.budget.stepsPerTurn)
    let paid = 2 * hub.budget.stepsPerTurn - left - hub.budget.longSteps
    let bytes = Sent(scene.turn()).writes[author]?.joined().utf8.count ?? 0
    let lineCost =
      2 * (TurnBudget.connection + TurnBudget.command)
      + (line.utf8.count + bytes) / TurnBudget.bytesPerStep
    if live.versions.log.contains(revision) {
      let work = live.versions.log.weight(since: revision) * TurnBudget.edit
      #expect(work <= 2 * stated + TurnBudget.edit, "\(line) states \(stated)")
    }
    #expect(bytes <= TurnBudget.bytesPerStep * (stated + 64), "\(line) states \(stated)")
    #expect(paid >= stated && paid <= 2 * stated + lineCost, "\(line) pays \(paid), not \(stated)")
  }

  @Test("is there for every verb")
  func everyVerb() throws {
    let verbs = Set(try Self.commands.map { try request($0).verb })
    expectEqual(Verb.allCases.filter { !$0.beginsBlock && !verbs.contains($0) }, [.quit])
  }

  @Test(
    "of a place is that of all dragged items if a section of its board asks for fields, and else none"
  )
  func fieldsAskedFor() throws {
    let (scene, author) = try scene()
    let connection = try #require(scene.hub.roster[author])
    func costs() throws -> [CommandCost] {
      try ["propose 0.0 drag=d1", "propose 0.0 board=list", "perform d1"].map {
        scene.hub.runner.cost(of: try request($0), on: connection)
      }
    }
    try expectEqual(costs(), [.short, .short, .work(steps: 50 * TurnBudget.edit)])
    _ = scene.ask(["policy p1 accept=done:yes board=wide"], by: author)
    try expectEqual(
      costs(),
      [
        .work(steps: 50 * TurnBudget.resolvedItem), .short,
        .work(steps: 2 * 50 * TurnBudget.edit),
      ])
    _ = scene.ask(["policy p1 accept=inherit board=wide"], by: author)
    try expectEqual(costs()[0], .short)
  }

  @Test("of a block counts its rows, of which each has many steps, however short it is")
  func blocks() throws {
    let (scene, author) = try scene()
    scene.hub.stepsOfLongChange = 1_000 * TurnBudget.contentLine
    let rows = (0..<1_000).map { "insert 0.\($0) - -" }
    expectEqual(scene.ask(["batch wide"] + rows + ["end"], by: author), [])
    let change = try #require(scene.nextJob())
    change.run()
    scene.hub.finished(change)
    _ = scene.hub.goOn(at: scene.now)
    expectEqual(Sent(scene.turn()).lines(of: author).first?.hasPrefix("ok batch wide"), true)
    let sections = (0..<1_000).map { "section t\($0) 0 T" }
    expectEqual(scene.ask(["replace list"] + sections + ["end"], by: author), [])
    #expect(scene.nextJob() != nil)
  }
}
