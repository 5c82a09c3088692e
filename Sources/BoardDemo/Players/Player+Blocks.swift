import BoardModel
import BoardWire
import Simulation

// Blocks: a client's own batch, and a whole new content.

extension Player {
  /// Several changes at once, as one `batch`; nil if they come to nothing.
  mutating func batch(_ sight: Sight) -> Action? {
    guard sight.board.itemCount <= Self.wholeItems else { return nil }
    let old = sight.board.content
    var new = old
    for _ in 0..<(2 + chance.below(4)) { alter(&new) }
    let batch: BatchUpdate = .difference(from: old, to: new)
    guard !batch.isEmpty else { return nil }
    return .batch(.init(board, revision: sight.revision), batch)
  }

  /// The whole board with one section shuffled, as a `replace`.
  mutating func replacement(_ sight: Sight) -> Action? {
    guard sight.board.itemCount <= Self.wholeItems else { return nil }
    let shuffled = chance.below(sight.board.sectionCount)
    var content = sight.board.content
    content[shuffled].items.shuffle(using: &chance)
    return .replace(.init(board, revision: sight.revision), content)
  }

  private mutating func alter(_ content: inout Content) {
    let source = chance.below(content.count)
    switch chance.below(4) {
    case 0:
      madeNames += 1
      let item = Item(
        id: ItemID(unchecked: "\(name)-\(madeNames)"), text: SampleBoard.job(by: &chance))
      content[source].items.insert(item, at: chance.below(content[source].items.count + 1))
    case 1 where !content[source].items.isEmpty:
      content[source].items.remove(at: chance.below(content[source].items.count))
    case _ where !content[source].items.isEmpty:
      let item = content[source].items.remove(at: chance.below(content[source].items.count))
      let target = chance.below(content.count)
      content[target].items.insert(item, at: chance.below(content[target].items.count + 1))
    default: content.swapAt(source, chance.below(content.count))
    }
  }
}
