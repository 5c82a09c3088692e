import BoardModel
import BoardReplica

/// The cursor: on an item, which it follows when others move it, or on an empty section.
struct Cursor: Hashable {
  /// The item; nil in an empty section, and if it has not arrived.
  private(set) var item: ItemID?
  /// Its present or last path; in an empty section that with item 0.
  private(set) var path: IndexPath = [0, 0]
  private var section: SectionID?

  /// Moves to a path, or to the nearest item.
  mutating func move(to path: IndexPath, on board: ShownBoard) {
    guard board.sectionCount > 0 else {
      self = Cursor()
      return
    }
    let index = min(max(0, path.section), board.sectionCount - 1)
    let count = board.itemCount(in: index)
    self.path = IndexPath(section: index, item: max(0, min(path.item, count - 1)))
    item = count > 0 ? board.itemID(at: self.path) : nil
    section = board.sectionID(at: index)
  }

  /// Adjusts the cursor to a changed board.
  mutating func settle(on board: ShownBoard) {
    if let item, let found = board.indexPath(of: item) {
      path = found
      section = board.sectionID(at: found.section)
    } else {
      let index = section.flatMap { board.index(of: $0) } ?? path.section
      // Behind a snapshot the item may be anywhere.
      let awaited = item.flatMap { board.isAwaited($0) ? $0 : nil }
      move(to: IndexPath(section: index, item: path.item), on: board)
      item = awaited ?? item
    }
  }

  /// Follows the item at its path, which need not have arrived, through an update of a board that is shown whole.
  mutating func follow(_ update: ViewUpdate) { path = update.path(after: path) ?? path }

  mutating func rename(_ old: ItemID, to new: ItemID) {
    if item == old { item = new }
  }

  /// Follows an item from now on.
  mutating func follow(_ item: ItemID, on board: ShownBoard) {
    self.item = item
    settle(on: board)
  }
}
