import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("A place by index")
struct DropGapTests {
  /// A random stream of edits cut into revisions.
  private struct History {
    let before: Content
    var changes: [[Edit]] = []
    var random: SeededRandom

    init(seed: Int) {
      let stream = RandomStream(seed: seed, length: 25, sections: 3, items: 5)
      before = stream.before
      random = SeededRandom(seed: seed ^ 0x5EED)
      var rest = stream.edits[...]
      while !rest.isEmpty {
        let count = min(rest.count, 1 + random.below(5))
        changes.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
    }

    mutating func someItems(of content: Content) -> [ItemID] {
      let all = content.flatMap { $0.items.map(\.id) }.shuffled(using: &random)
      return Array(all.prefix(1 + random.below(3)))
    }

    mutating func somePath(in content: Content) -> IndexPath {
      let section = random.below(content.count + 1)
      let count = content.indices.contains(section) ? content[section].items.count : 0
      return [section, random.below(count + 2)]
    }
  }

  @Test("of an earlier revision is mapped forward, without the session's own items")
  func carriedForward() throws {
    for seed in randomSeeds(20) {
      var history = History(seed: seed)
      let scene = DragScene(Board(history.before))
      for change in history.changes { scene.commit(change, by: "u9") }
      let items = history.someItems(of: scene.today.board.content)
      guard !items.isEmpty else { continue }
      _ = try scene.coordinator.begin(
        items.map { .id($0) }, on: scene.today, by: "u1", at: scene.now)
      for _ in 0..<5 {
        let revision = history.random.below(scene.head + 1)
        let start = history.before.performing(history.changes[..<revision].joined())
        let path = history.somePath(in: start)
        let expected: Result<IndexPath, Refusal>
        let place = Place.index(path, revision: revision)
        if var model = PlaceModel(path, on: start, without: Set(items)) {
          model.follow(history.changes[revision...].joined())
          expected =
            model.path.map { .success($0) } ?? .failure(.destinationGone(place.description))
        } else {
          let isGone = scene.today.log.mapping(since: revision).section(path.section) == nil
          let words = place.description
          expected = .failure(isGone ? .destinationGone(words) : .badPath(words))
        }
        expectEqual(scene.path(proposing: place), expected, "seed \(seed), \(place)")
      }
    }
  }

  @Test("of an item at an earlier revision is that item, or it is gone, never its neighbour")
  func itemCarriedForward() {
    for seed in randomSeeds(20) {
      var history = History(seed: seed)
      let scene = DragScene(Board(history.before))
      for change in history.changes { scene.commit(change, by: "u9") }
      let now = Set(scene.today.board.content.flatMap { $0.items.map(\.id) })
      for _ in 0..<10 {
        let revision = history.random.below(scene.head + 1)
        let start = history.before.performing(history.changes[..<revision].joined())
        let path = history.somePath(in: start)
        let isThere =
          start.indices.contains(path.section)
          && start[path.section].items.indices.contains(path.item)
        let reference = ItemReference.path(path, revision: revision)
        let found = Result { () throws(Refusal) in try scene.today.resolve(reference) }
        guard isThere else {
          expectEqual(found, .failure(.badPath(reference.description)), "seed \(seed)")
          continue
        }
        let item = start[path.section].items[path.item].id
        expectEqual(
          found,
          (now.contains(item)
            ? .success(item) : .failure(.itemGone(reference.description))),
          "seed \(seed), \(reference)")
      }
    }
  }

  @Test("stays between its neighbours while the board changes, and the drop lands there")
  func staysInPlace() throws {
    for seed in randomSeeds(20) {
      var history = History(seed: seed)
      let scene = DragScene(Board(history.before))
      let items = history.someItems(of: history.before)
      let path = history.somePath(in: history.before)
      guard !items.isEmpty,
        PlaceModel(path, on: history.before, without: Set(items)) != nil
      else { continue }
      _ = try scene.coordinator.begin(
        items.map { .id($0) }, on: scene.today, by: "u1", at: scene.now)
      try scene.propose(.index(path, revision: nil), by: "u1")
      try follow(history, with: scene, from: path, of: items, seed: seed)
    }
  }

  private func follow(
    _ history: History, with scene: DragScene, from path: IndexPath, of items: [ItemID], seed: Int
  ) throws {
    var path: IndexPath? = path
    for change in history.changes {
      let before = scene.today.board.content
      let old = scene.coordinator.sessions(of: "today")[0].load.items
      // The owner makes the changes, so that what moves stays in the session.
      scene.commit(change, by: "u1")
      guard let session = scene.coordinator.sessions(of: "today").first else { return }
      if var model = path.flatMap({ PlaceModel($0, on: before, without: Set(old)) }) {
        // What is gone afterwards counts like any other on the way.
        model.keep(own: Set(session.load.items))
        model.follow(change)
        path = model.path
      }
      expectEqual(session.proposal?.path, path, "seed \(seed)")
    }
    guard let path, let proposal = scene.coordinator.sessions(of: "today").first?.proposal else {
      return
    }
    let missing = scene.coordinator.sessions(of: "today")[0].missing
    if !missing.isEmpty {
      #expect(throws: Refusal.itemsGone(missing)) { try scene.perform(by: "u1") }
      let again = try scene.propose(.index(path, revision: scene.head), by: "u1")
      #expect(again.hasPrefix("move at \(path) "))
    }
    let outcome = try scene.perform(by: "u1")
    #expect(outcome.hasSuffix(" \(scene.head) \(proposal.path)"), "seed \(seed)")
  }
}

extension DragScene {
  fileprivate func path(proposing place: Place) -> Result<IndexPath, Refusal> {
    Result { () throws(Refusal) in
      let (_, proposal, _) = try coordinator.propose(
        at: place, on: today, by: "u1", in: versionedBoards, at: now)
      return proposal.path
    }
  }
}
