import BoardModel
import BoardWire

// Blocks: `batch` and `replace`.

extension DemoPlayer {
  /// Several changes as one `batch`; nil if they cancel out.
  mutating func batch(_ context: PlayerContext) -> Action? {
    guard context.board.itemCount <= Self.wholeItems else { return nil }
    let old = context.board.content
    var new = old
    for _ in 0..<(2 + random.below(4)) { alter(&new) }
    let batch: BatchUpdate = .difference(from: old, to: new)
    guard !batch.isEmpty else { return nil }
    return .batch(.init(board, revision: context.revision), batch)
  }

  /// The whole board with one section shuffled, as a `replace`.
  mutating func replacement(_ context: PlayerContext) -> Action? {
    guard context.board.itemCount <= Self.wholeItems else { return nil }
    let shuffled = random.below(context.board.sectionCount)
    var content = context.board.content
    content[shuffled].items.shuffle(using: &random)
    return .replace(.init(board, revision: context.revision), content)
  }

  private mutating func alter(_ content: inout Content) {
    let source = random.below(content.count)
    switch random.below(4) {
    case 0:
      madeNames += 1
      let item = Item(
        id: ItemID(unchecked: "\(name)-\(madeNames)"), text: DemoBoard.job(by: &random))
      content[source].items.insert(item, at: random.below(content[source].items.count + 1))
    case 1 where !content[source].items.isEmpty:
      content[source].items.remove(at: random.below(content[source].items.count))
    case _ where !content[source].items.isEmpty:
      let item = content[source].items.remove(at: random.below(content[source].items.count))
      let target = random.below(content.count)
      content[target].items.insert(item, at: random.below(content[target].items.count + 1))
    default: content.swapAt(source, random.below(content.count))
    }
  }
}
