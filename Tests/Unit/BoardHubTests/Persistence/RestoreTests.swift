import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

/// A hub whose journal is in memory, and one client that says what it likes.
private struct KeptScene {
  private(set) var hub: Hub
  let store: MemoryStore
  private let journal: MemoryJournal
  private var now: Duration = .seconds(1)
  private var client: ConnectionID

  /// A hub that begins with what a store holds.
  init(_ store: MemoryStore = MemoryStore()) throws {
    self.store = store
    journal = MemoryJournal(store)
    hub = Hub(cadence: .fixed(.zero), epoch: .test, persists: true)
    try hub.service.restore(from: journal, at: now)
    client = hub.connect(at: now)
    _ = endTurn()
  }

  mutating func serve(_ name: BoardName, _ content: Content, revision: Int) throws {
    try hub.service.serve(name, content: content, revision: revision)
    _ = endTurn()
  }

  /// Says a line and returns what the client hears, without the sentences for people.
  mutating func ask(_ line: String) -> [String] {
    _ = Array("\(line)\n".utf8).withUnsafeBytes { hub.receive($0, from: client, at: now) }
    return endTurn()
  }

  private mutating func endTurn() -> [String] {
    var heard: [String] = []
    while true {
      _ = hub.goOn(at: now)
      let turn = hub.endTurn(at: now)
      // It is fenced once a later hub has taken over, which is then asked the same questions.
      _ = journal.commit(turn.journal)
      hub.commitSnapshots(of: turn, to: journal)
      if turn.isEmpty && !hub.hasUnread { return heard }
      heard += Sent(turn.effects).lines(of: client)
    }
  }
}

@Suite("A hub that restores its journal")
struct RestoreTests {
  private static let content: Content = (0..<4).map { section in
    Section(
      id: SectionID("s\(section)")!, title: Text("Section \(section)"),
      items: (0..<5).map { Item(id: ItemID("x\(section)\($0)")!, text: Text("item \($0)")) })
  }

  /// A command that may be right or wrong.
  private func command(_ chance: inout SeededRandom) -> String {
    let item = "\(chance.below(5)).\(chance.below(6))"
    let place = "\(chance.below(5)).\(chance.below(6))"
    let section = chance.below(5)
    switch chance.below(19) {
    case 0: return "insert \(place) new \(chance.below(100))"
    case 1: return "delete \(item)"
    case 2: return "edit \(item) changed \(chance.below(100))"
    case 3: return "insert-section \(section) Another"
    case 4: return chance.percent(30) ? "delete-section \(section)" : "clear \(section)"
    case 5: return "move-section \(section) \(chance.below(4))"
    case 6: return "rename-section \(section) Renamed \(chance.below(100))"
    case 7: return "undo"
    case 8: return "redo"
    case 9: return "policy \(section) empty=\(chance.percent(50) ? "remove" : "keep")"
    case 10: return "policy * limit=\(10 + chance.below(10))"
    case 11: return "begin \(item)"
    case 12: return "propose \(place)"
    case 13: return "perform"
    case 14: return "policy \(section) on-choose=\(chance.percent(70) ? "move:2" : "delete")"
    case 15: return "policy * selection=multiple highlight=\(chance.percent(50) ? "yes" : "no")"
    case 16: return "choose \(item)"
    case 17: return "move \(item),\(chance.below(5)).\(chance.below(6)) \(place)"
    default: return "move \(item) \(place)"
    }
  }

  /// What can be asked of a board and must have the same answer before and after.
  private func questions(revision: Int, oldest: Int, _ chance: inout SeededRandom) -> [String] {
    let revisions = (0..<6).map { _ in oldest + chance.below(revision - oldest + 1) }
    return ["show list", "history list", "policy * board=list", "policy board=list", "boards"]
      + revisions.map { "open list since=\($0)" } + ["close list", "open list", "close list"]
      + revisions.map { "show list rev=\($0)" }
      + revisions.map { "dryrun 1.0@\($0) items=0.0@\($0) board=list" }
  }

  @Test("answers every question as the previous hub did", arguments: 1...12)
  func sameAnswers(seed: Int) throws {
    var chance = SeededRandom(seed: seed)
    var scene = try KeptScene()
    try scene.serve("list", Self.content, revision: 40)
    _ = scene.ask("open list")
    for _ in 0..<200 { _ = scene.ask(command(&chance)) }
    for session in 1...200 { _ = scene.ask("cancel d\(session)") }
    _ = scene.ask("deselect")
    _ = scene.ask("close list")
    let revision = try #require(scene.hub.service.revisions["list"])
    var later = try KeptScene(scene.store)
    expectEqual(later.hub.service.revisions, scene.hub.service.revisions)
    for question in questions(revision: revision, oldest: 40, &chance) {
      // The client has another name after the start, which only who was there can tell apart.
      expectEqual(later.ask(question), scene.ask(question), "seed \(seed): \(question)")
    }
    let names = scene.ask("insert 0.0 board=list one more")
    expectEqual(later.ask("insert 0.0 board=list one more"), names, "seed \(seed)")
  }

  @Test("needs two snapshots and the revisions since the older one, however many there were")
  func bounded() throws {
    let most = 200
    var scene = try KeptScene()
    scene.hub.service.historyLimits.keptRevisions = most
    try scene.serve("list", Self.content, revision: 0)
    _ = scene.ask("open list")
    let count = 3 * most + 10
    for round in 0..<count { _ = scene.ask("edit x00 \(round)") }
    let steps = try steps(of: scene.store)
    expectEqual(steps.first, 2 * most)
    expectEqual(steps.count, 1 + count - 2 * most)
    expectEqual(steps.last, count)
    var later = try KeptScene(scene.store)
    let oldest = 2 * most
    #expect(later.ask("show list rev=\(oldest)").contains("|   0.0 x00 \(oldest - 1)"))
    let refusal = later.ask("show list rev=\(oldest - 1)").first
    expectEqual(refusal?.hasPrefix("refused revision-too-old rev=\(oldest) "), true)
  }

  /// The revisions to which the steps of the replay lead, the snapshot first.
  private func steps(of store: MemoryStore) throws -> [Int] {
    let journal = MemoryJournal(store)
    _ = journal.acquire()
    var steps: [Int] = []
    try journal.replay("list") { step in
      switch step {
      case .snapshot(let revision, _): steps.append(revision)
      case .revision(let revision): steps.append(revision.to)
      case .policy: break
      }
    }
    return steps
  }

  @Test(
    "refuses a journal in which rows do not fit their board",
    arguments: [
      "move 0.0 0.1 a\n", "delete 0.0 a\n", "batch\n", "", "insert-section 0 s1 1 A\n",
      "insert-section 0 s1 0 A", "insert-section 0 s1 0 A\n\n", "item a\n",
      "insert-section 0 s1 9999999999999999999 A\n",
    ])
  func tampered(_ body: String) throws {
    let store = MemoryStore()
    let journal = MemoryJournal(store)
    _ = journal.acquire()
    let outcome = journal.commit([
      .created("b", revision: 0),
      .revision(
        JournalRevision(
          board: "b", from: 0, to: 1, at: 0, client: "ann", origin: nil, body: Array(body.utf8))),
    ])
    expectEqual(outcome, .committed)
    #expect(throws: JournalFault.self) { try KeptScene(store) }
  }
}
