import BoardAuthority
import BoardModel
import TestKit
import Testing

/// A place as a command names it and as a session is over it: one rule for both.
@Suite("The laws of places by index")
struct PlaceLawTests {
  /// Boards of four items are for the tier `proofs`.
  @Test(
    "hold for every edit of a small board, every place, every choice of own items (slow: all of them)"
  )
  func everyEdit() throws {
    for board in SmallBoards.all(sections: 2, items: isProof ? 4 : 3) {
      try check(board, length: 1)
    }
  }

  @Test("hold for every two edits of a small board, as one change and as two")
  func everyPair() throws {
    for board in SmallBoards.all(sections: isThorough ? 2 : 1, items: 2) {
      try check(board, length: 2)
    }
  }

  @Test("count items inserted since the revision as they count the place")
  func example() throws {
    let scene = DragScene("A: a b c d")
    scene.insert("N", at: [0, 3])
    let path = try scene.today.path(of: "0.2@0", without: ["a"])
    expectEqual(path, [0, 3])
    scene.change(by: "u1") { $0.move(["a"], to: path) }
    expectEqual(scene.drawing, "A: b c N a d")
  }

  private func check(_ before: Content, length: Int) throws {
    for own in subsets(of: before.flatMap { $0.items.map(\.id) }) {
      let scene = DragScene(Board(before))
      if own.isEmpty {
        scene.act { _ = try? $0.beginExternal("new", by: "u1") }
      } else {
        scene.act {
          _ = try? $0.coordinator.begin(own.map { .id($0) }, on: $0.today, by: "u1", at: $0.now)
        }
      }
      let places = places(on: before, without: Set(own))
      try SmallBoards.forEachStream(from: before, length: length) { edits, _ in
        for cut in 1...length {
          try check(places, scene, own, [Array(edits[..<cut]), Array(edits[cut...])])
        }
      }
    }
  }

  /// Checks all places over one history: those of sessions that were there before, and those that
  /// name the revision at its start.
  private func check(
    _ places: [(IndexPath, PlaceModel)], _ before: DragScene, _ own: [ItemID], _ changes: [[Edit]]
  ) throws {
    let after = before.copy()
    for change in changes { after.act { $0.commit(change, by: "u1") } }
    guard after.coordinator.sessions(of: "today").first?.load.items.count == max(1, own.count)
    else {
      return
    }
    for (path, model) in places {
      var model = model
      for change in changes { model.follow(change) }
      let place = Place.index(path, revision: 0)
      let said = "\(before.drawing), \(own), \(changes), \(path)"
      let named = try? after.today.path(of: place, without: own)
      try #require(named == model.path, "named: \(said)")
      let proposed = try? after.copy().proposal(at: place)?.path
      try #require(proposed == model.path, "proposed: \(said)")
      let live = before.copy()
      _ = try live.proposal(at: .index(path, revision: nil))
      for change in changes { live.commit(change, by: "u1") }
      try #require(
        live.coordinator.sessions(of: "today")[0].proposal?.path == model.path, "live: \(said)")
    }
  }

  private func places(
    on content: Content, without own: Set<ItemID>
  ) -> [(IndexPath, PlaceModel)] {
    content.indices.flatMap { section in
      (0...content[section].items.count).compactMap { item in
        let path = IndexPath(section: section, item: item)
        return PlaceModel(path, on: content, without: own).map { (path, $0) }
      }
    }
  }

  private func subsets(of items: [ItemID]) -> [[ItemID]] {
    items.reduce([[]]) { subsets, item in subsets + subsets.map { $0 + [item] } }
  }
}

extension DragScene {
  fileprivate func proposal(at place: Place) throws(Refusal) -> DropProposal? {
    try propose(place, by: "u1")
    return coordinator.sessions(of: "today")[0].proposal
  }
}
