import BoardCore
import BoardWire

// Blocks: a client's own batch, and a whole new content.

extension Player {
  /// Several things at once, as one `batch`; nil where nothing comes of them.
  mutating func batch(_ sight: Sight) -> Deed? {
    guard sight.board.itemCount <= Self.wholeItems else { return nil }
    let old = sight.board.content
    var new = old
    for _ in 0..<(2 + chance.below(4)) { alter(&new) }
    let batch: BatchUpdate = .difference(from: old, to: new)
    guard !batch.isEmpty else { return nil }
    var lines = WireBuffer()
    lines.append(batch: batch, board: board, from: sight.revision, to: sight.revision + 1)
    let rows = lines.string.split(separator: "\n", omittingEmptySubsequences: false)
    return .block(
      ["batch \(board) \(sight.revision)"] + rows.dropFirst().dropLast().map(String.init))
  }

  /// The whole board with one section shuffled, as a `replace`.
  mutating func replacement(_ sight: Sight) -> Deed? {
    guard sight.board.itemCount <= Self.wholeItems else { return nil }
    let shuffled = chance.below(sight.board.sectionCount)
    var rows: [String] = []
    for (index, section) in sight.board.content.enumerated() {
      let items = index == shuffled ? section.items.shuffled(using: &chance) : section.items
      rows.append("section \(section.id) -\(Self.tail(section.title))")
      rows += items.map { "item \($0.id) -\(Self.tail($0.text))" }
    }
    return .block(["replace \(board) \(sight.revision)"] + rows)
  }

  /// A text at the end of a line; an empty one leaves no blank behind.
  private static func tail(_ text: Text) -> String {
    text.string.isEmpty ? "" : " " + TextEscapes.escaped(text.string)
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
