import BoardModel

/// Where a drop between two shown items lands among all items of a section.
///
/// Hidden items stay where they are: what moves down lands right after the shown item above, anything else right
/// before the shown item below, and what is put back stays.
struct Landing: Hashable, Sendable {
  var anchor: Anchor
  /// Whether nothing that is shown changes, though a drop would gather the items.
  var isPutBack = false

  /// - Parameters:
  ///   - path: The gap among the shown items, behind carried ones.
  ///   - items: The carried items, in their order.
  /// - Complexity: O(carried items · log *n*).
  init(at path: IndexPath, on board: ShownBoard, of items: [ItemID]) {
    let shown = { (index: Int) in board.itemID(at: IndexPath(section: path.section, item: index)) }
    var low = path.item - 1
    while low >= 0, let item = shown(low), items.contains(item) { low -= 1 }
    let run = (low + 1..<path.item).compactMap(shown)
    if !run.isEmpty, run == items {
      anchor = Self.home(of: run, in: path.section, on: board.whole)
      isPutBack = Self.hasGaps(run, on: board.whole)
    } else {
      let above = low >= 0 ? shown(low) : nil
      let below = board.hasItem(at: path) ? shown(path.item) : nil
      anchor = Self.anchor(above, below, in: path.section, on: board.whole, of: items)
    }
  }

  private static func anchor(
    _ above: ItemID?, _ below: ItemID?, in section: Int, on board: Board, of items: [ItemID]
  ) -> Anchor {
    let end = Anchor.end(board.sectionID(at: section))
    guard let above, let path = board.indexPath(of: above) else {
      return below.map { .before($0) } ?? end
    }
    let next = (path.item + 1..<max(path.item + 1, board.itemCount(in: section))).lazy
      .map { board.itemID(at: IndexPath(section: section, item: $0)) }
      .first { !items.contains($0) }
    guard let below else { return next == nil ? end : .after(above) }
    let first = items.lazy.compactMap { board.indexPath(of: $0) }.first { $0.section == section }
    let isDown = first.map { $0 < path } ?? false
    return isDown && next != below ? .after(above) : .before(below)
  }

  /// Where the items are.
  private static func home(of items: [ItemID], in section: Int, on board: Board) -> Anchor {
    let last = items.last.flatMap { board.indexPath(of: $0) }
    let next = IndexPath(section: section, item: (last?.item ?? -1) + 1)
    guard board.hasItem(at: next) else { return .end(board.sectionID(at: section)) }
    return board.knownItem(at: next).map { .before($0.id) } ?? items.last.map { .after($0) }
      ?? .start(board.sectionID(at: section))
  }

  /// Whether others are between the items.
  private static func hasGaps(_ items: [ItemID], on board: Board) -> Bool {
    let indices = items.compactMap { board.indexPath(of: $0)?.item }
    return zip(indices, indices.dropFirst()).contains { $1 != $0 + 1 }
  }
}
