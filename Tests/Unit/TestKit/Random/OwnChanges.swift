import BoardModel
import BoardReplica
import Simulation

/// Random changes, each valid on its board. Every text is unique.
package struct OwnChanges {
  package var random: SeededRandom
  private var texts = 0

  package init(seed: Int) { random = SeededRandom(seed: seed) }

  package mutating func next(on board: Board) -> OwnChange? {
    texts += 1
    let text = Text("text \(texts)")
    guard board.sectionCount > 0 else { return .insertSection(text, at: .end) }
    let index = random.below(board.sectionCount)
    let section = board.sectionID(at: index)
    let items = someItems(of: index, on: board)
    guard let item = items.first, random.percent(70) else {
      return place(in: index, on: board).map { .insert(text, at: $0) }
    }
    switch random.below(20) {
    case 0..<8:
      let target = random.below(board.sectionCount)
      let place = IndexPath(section: target, item: random.below(board.itemCount(in: target) + 1))
      return board.anchor(at: place, moving: items).map { .move(items, to: $0) }
    case 8..<11: return .edit(item, text)
    case 11..<14: return .delete(items)
    case 14: return .insertSection(text, at: .before(section))
    case 15 where board.sectionCount > 2: return .deleteSection(section)
    case 16: return .clear(section)
    case 17:
      return board.anchor(atSection: random.below(board.sectionCount), moving: section)
        .map { .moveSection(section, to: $0) }
    default: return .renameSection(section, to: text)
    }
  }

  private mutating func place(in section: Int, on board: Board) -> Anchor? {
    let count = board.itemCount(in: section)
    let path = IndexPath(section: section, item: random.below(count + 1))
    guard count > 0, random.percent(30) else { return board.anchor(at: path) }
    return .after(board.itemID(at: [section, random.below(count)]))
  }

  private mutating func someItems(of section: Int, on board: Board) -> [ItemID] {
    let count = board.itemCount(in: section)
    guard count > 0 else { return [] }
    let indices = Set((0...random.below(3)).map { _ in random.below(count) })
    return indices.sorted().map { board.itemID(at: [section, $0]) }
  }
}
