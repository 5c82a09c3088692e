import BoardModel
import BoardReplica
import BoardWire
import Simulation
import TestKit
import Testing
import Transcripts

@Suite("Replicas at random")
struct RandomReplicasTests {
  @Test(
    "end with the server's board, by legal updates, whatever was cut; nothing is executed twice")
  func converge() throws {
    var fates: [String: Int] = [:]
    for seed in randomSeeds(3) {
      var life = RandomLife(seed: seed)
      do {
        try life.play(steps: 150)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
      fates.merge(life.fates, uniquingKeysWith: +)
    }
    print(fates)
    for fate in ["confirmed", "refused", "lost", "renamed", "caught up", "of another epoch"] {
      #expect(fates[fate, default: 0] > 0, "nothing was \(fate)")
    }
  }
}

/// Clients that change one board at random, over slow and breaking connections.
struct RandomLife {
  private var random: SeededRandom
  private var scene: ReplicaScene
  private var participants: [ReplicaScene.Participant] = []
  private var connected: Set<String> = []
  /// The number of new epochs with another board.
  private var epochs = 0
  /// Every text inserted by an own change. All are unique.
  private var texts = 0

  init(seed: Int) {
    random = SeededRandom(seed: seed)
    do {
      scene = try ReplicaScene(RebaseLawTests.board)
    } catch { preconditionFailure("\(error)") }
  }

  /// Counts of the events under test.
  var fates: [String: Int] {
    let settled = participants.flatMap(\.settled.values)
    return [
      "confirmed": settled.count { if case .confirmed = $0 { true } else { false } },
      "refused": settled.count { if case .refused = $0 { true } else { false } },
      "lost": settled.count { $0 == .lost },
      "renamed": participants.flatMap(\.updates).count { !$0.renamings.isEmpty },
      "caught up": participants.reduce(0) { $0 + $1.openings - $1.reloads },
      "of another epoch": epochs,
    ]
  }

  mutating func play(steps: Int) throws {
    for (name, token, content) in [
      ("anna", "a-long-secret-of-anna", nil), ("ben", "a-long-secret-of-ben", nil),
      ("cleo", nil, nil), ("dora", "a-long-secret-of-dora", WatchedContent.counts),
      ("emil", nil, .counts),
    ] {
      participants.append(try scene.join(name, token: token, content: content))
      connected.insert(name)
    }
    for _ in 0..<steps { try step() }
    for participant in participants where !connected.contains(participant.name) {
      try scene.connect(participant)
    }
    try scene.settle()
    try scene.check()
    try checkOnce()
  }

  private mutating func step() throws {
    let participant = random.one(of: participants)
    let isConnected = connected.contains(participant.name)
    switch random.below(100) {
    case 0..<10 where participant.counts: look(participant)
    case 0..<30 where participant.replica.revision != nil: try change(participant)
    case 30..<55 where isConnected: try scene.transmit(participant)
    case 55..<90 where isConnected: try scene.deliver(to: participant)
    case 90..<93 where isConnected: try drag(participant)
    case 93..<95 where isConnected: try scene.say(.undo(.undo(.init("list"))), as: participant)
    case 95..<97 where isConnected:
      try scene.cut(participant)
      connected.remove(participant.name)
    case 98 where random.percent(20):
      try scene.crash()
      connected = []
    case 99 where random.percent(30):
      epochs += 1
      let board = ["section s1 1 Other \(epochs)", "item a other \(epochs)"]
      try scene.beginEpoch(
        Epoch("life\(epochs)")!, board, revision: random.below(60))
      connected = []
    default:
      guard !isConnected else { return }
      try scene.connect(participant)
      connected.insert(participant.name)
    }
  }

  /// Scrolls to a place.
  private mutating func look(_ participant: ReplicaScene.Participant) {
    let board = participant.replica.shown
    guard board.sectionCount > 0 else { return }
    let section = random.below(board.sectionCount)
    let start = random.below(board.itemCount(in: section) + 1)
    participant.look(at: start..<start + random.below(6), of: section)
  }

  /// Begins a drag, or drops the dragged items.
  private mutating func drag(_ participant: ReplicaScene.Participant) throws {
    let board = participant.replica.shown
    let own = participant.replica.drags.filter { $0.value.isOwn && !$0.value.isSuspended }.keys
      .sorted()
    if let session = own.first, random.percent(70), let anchor = anchor(on: board) {
      try scene.say(.drag(.propose(.init(Place(anchor), drag: session))), as: participant)
      if random.percent(50) { _ = try? participant.make(.perform(session)) }
    } else if let item = item(on: board) {
      try scene.say(.drag(.begin(.init([.id(item)], on: "list"))), as: participant)
    }
  }

  /// Makes a change that is valid on the shown board.
  private mutating func change(_ participant: ReplicaScene.Participant) throws {
    let board = participant.replica.shown
    texts += 1
    let text = Text("\(participant.name) \(texts)")
    guard let anchor = anchor(on: board), let sections = sectionAnchor(on: board) else {
      return try participant.make(.insertSection(text, at: .end))
    }
    let section = board.sectionID(at: random.below(board.sectionCount))
    let items = (0...random.below(3)).compactMap { _ in item(on: board) }
    let unique = items.enumerated().filter { items.firstIndex(of: $1) == $0 }.map(\.element)
    switch random.below(20) {
    case 0..<6: try participant.make(.insert(text, at: anchor))
    case 6..<10 where !unique.isEmpty: try participant.make(.move(unique, to: anchor))
    case 10..<12 where !unique.isEmpty: try participant.make(.edit(unique[0], text))
    case 12..<14 where !unique.isEmpty: try participant.make(.delete(unique))
    case 14: try participant.make(.insertSection(text, at: sections))
    case 15: try participant.make(.moveSection(section, to: sections))
    case 16: try participant.make(.renameSection(section, to: text))
    case 17 where board.sectionCount > 2: try participant.make(.deleteSection(section))
    case 18: try participant.make(.clear(section))
    default: try participant.make(.insert(text, at: anchor))
    }
  }

  private mutating func item(on board: Board) -> ItemID? {
    let full = (0..<board.sectionCount).filter { board.itemCount(in: $0) > 0 }
    guard !full.isEmpty else { return nil }
    let section = random.one(of: full)
    return board.knownItem(at: [section, random.below(board.itemCount(in: section))])?.id
  }

  private mutating func anchor(on board: Board) -> Anchor? {
    guard board.sectionCount > 0 else { return nil }
    let section = random.below(board.sectionCount)
    let path = IndexPath(section: section, item: random.below(board.itemCount(in: section) + 1))
    guard random.percent(50), let item = item(on: board) else { return board.anchor(at: path) }
    return .after(item)
  }

  private mutating func sectionAnchor(on board: Board) -> SectionAnchor? {
    guard board.sectionCount > 0 else { return nil }
    return board.anchor(atSection: random.below(board.sectionCount + 1))
  }

  /// No inserted text occurs twice.
  private mutating func checkOnce() throws {
    let all = try scene.truth().flatMap { $0.items.map(\.text) + [$0.title] }
    guard Set(all).count == all.count else {
      throw ListScreen.Fault("something was done twice: \(all)")
    }
  }
}
