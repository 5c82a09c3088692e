import BoardModel
import Simulation
import TestKit
import Testing

/// The laws of `PositionMapping` and `Board+Positions`, for all four kinds of positions.
@Suite("The laws of positions")
struct PositionLawsTests {
  @Test("hold for every edit, on every board of up to two sections and three items")
  func everyEdit() throws {
    for board in SmallBoards.all(sections: 2, items: 3) { try check(board, length: 1) }
  }

  @Test("hold for every pair of edits, on every board of up to two sections and two items")
  func everyPair() throws {
    for board in SmallBoards.all(sections: 2, items: 2) { try check(board, length: 2) }
  }

  @Test("hold for random streams of edits")
  func randomStreams() throws {
    for seed in randomSeeds(30) {
      let stream = RandomStream(seed: seed)
      var random = SeededRandom(seed: seed &+ 77)
      let ignored = stream.before.paths.map(\.id).filter { _ in random.percent(25) }
      let laws = PositionLaws(
        before: stream.before, edits: stream.edits, after: stream.after, ignored: Set(ignored),
        cut: random.below(stream.edits.count + 1))
      let problem = laws.problem()
      try #require(problem == nil, "seed \(seed)")
    }
  }

  private func check(_ before: Content, length: Int) throws {
    let ids = before.paths.map(\.id)
    try SmallBoards.forEachStream(from: before, length: length) { edits, after in
      for ignored in [[], Array(ids.prefix(1)), Array(ids.dropFirst(1).prefix(2))] {
        let laws = PositionLaws(
          before: before, edits: edits, after: after, ignored: Set(ignored), cut: length / 2)
        let problem = laws.problem()
        try #require(problem == nil, "\(before.drawing): \(edits), without \(ignored)")
      }
    }
  }
}

/// One list of edits, and what must hold of the positions on the board before.
private struct PositionLaws {
  let before: Content
  let edits: [Edit]
  let after: Content
  let ignored: Set<ItemID>
  /// Where the list is cut in two.
  let cut: Int

  /// The first law that does not hold.
  func problem() -> String? {
    neighbours() ?? ignoring() ?? anchors() ?? cutInTwo() ?? wayBack() ?? composed()
  }

  private var mapping: PositionMapping { PositionMapping(edits) }

  /// Items and sections are followed by id, and a gap stays in front of its right neighbour.
  private func neighbours() -> String? {
    var model = PositionModel(before)
    model.apply(edits)
    for (path, _) in before.paths where mapping.item(path) != model.item(path) {
      return "item \(path) is \(mapping.item(path)), not \(model.item(path))"
    }
    for (path, _) in before.gaps where mapping.gap(path) != model.gap(path) {
      return "gap \(path)"
    }
    for index in before.indices where mapping.section(index) != model.section(index) {
      return "section \(index)"
    }
    return nil
  }

  /// A gap that does not count some items stays in front of its first other neighbour, whether its
  /// path counts them or not.
  private func ignoring() -> String? {
    var model = PositionModel(before, ignoring: ignored)
    model.apply(edits)
    let group = ItemGroup(Array(ignored))
    let end = Board(after)
    for (path, _) in before.gaps {
      let found = mapping.gap(path, ignoring: group, on: end)
      if found != model.gap(path) { return "gap \(path), ignoring" }
      let front = before[path.section].items.prefix(path.item)
      let counted: IndexPath = [path.section, front.count { !ignored.contains($0.id) }]
      let same = mapping.gap(counted: counted, without: group, on: end)
      if same != found { return "gap \(path), counted as \(counted)" }
    }
    return nil
  }

  /// An anchor beside what no edit moves or deletes is where its gap has come to, and the anchor of a
  /// gap resolves to that gap.
  private func anchors() -> String? {
    let (old, new) = (Board(before), Board(after))
    let removed = edits.removedItems
    for (path, id) in before.paths where !removed.contains(id) {
      if new.gap(at: .before(id)) != mapping.gap(path) { return "the gap left \(id)" }
    }
    for (index, section) in before.enumerated() {
      guard let now = mapping.section(index) else { continue }
      let end: IndexPath = [index, section.items.count]
      if new.gap(at: .end(section.id)) != mapping.gap(end) { return "the end of \(section.id)" }
      if new.gap(at: .start(section.id)) != [now, 0] { return "the start of \(section.id)" }
    }
    for (path, right) in before.gaps {
      let anchor = old.anchor(at: path)
      if old.gap(at: anchor) != path { return "\(anchor) is not \(path)" }
      if let right, anchor != .before(right) { return "\(path) is not in front of \(right)" }
      if path.item > 0, case .at(let left) = mapping.item([path.section, path.item - 1]),
        new.gap(at: .after(after[left.section].items[left.item].id)) != [
          left.section, left.item + 1,
        ]
      {
        return "behind \(left)"
      }
    }
    return nil
  }

  /// A list maps as its parts do, one after the other.
  private func cutInTwo() -> String? {
    let (first, second) = (PositionMapping(edits[..<cut]), PositionMapping(edits[cut...]))
    for index in before.indices
    where first.section(index).flatMap({ second.section($0) }) != mapping.section(index) {
      return "section \(index), cut at \(cut)"
    }
    for (path, _) in before.gaps
    where first.gap(path).flatMap({ second.gap($0) }) != mapping.gap(path) {
      return "gap \(path), cut at \(cut)"
    }
    for (path, _) in before.paths {
      guard case .at(let next) = first.item(path) else { continue }
      if second.item(next) != mapping.item(path) { return "item \(path), cut at \(cut)" }
    }
    return nil
  }

  /// What is on both boards is mapped back to where it was.
  private func wayBack() -> String? {
    let inverse = mapping.inverse
    for (path, _) in before.paths {
      guard case .at(let next) = mapping.item(path) else { continue }
      if inverse.item(next) != .at(path) { return "item \(path) does not come back" }
    }
    for index in before.indices {
      guard let next = mapping.section(index) else { continue }
      if inverse.section(next) != index { return "section \(index) does not come back" }
    }
    return nil
  }

  /// The edits of the composed batch map every item as the edits do, and every section that they
  /// leave on the board.
  private func composed() -> String? {
    let batch = Composition(edits).batch(content: after)
    let other = PositionMapping(batch.edits(on: before))
    for (path, _) in before.paths where other.item(path) != mapping.item(path) {
      return "item \(path), composed, is at \(other.item(path))"
    }
    for index in before.indices {
      guard let now = other.section(index), let then = mapping.section(index) else { continue }
      if now != then { return "section \(index), composed, is at \(now)" }
    }
    return nil
  }
}

extension [Edit] {
  /// The items that an edit moves or deletes.
  fileprivate var removedItems: Set<ItemID> {
    reduce(into: []) { items, edit in
      switch edit {
      case .deleteItem(let item, _): items.insert(item.id)
      case .moveItem(let id, _, _): items.insert(id)
      case .deleteSection(let section, _): items.formUnion(section.items.map(\.id))
      case .insertItem, .reloadItem, .reconfigureItem, .insertSection, .moveSection, .reloadSection:
        break
      }
    }
  }
}
