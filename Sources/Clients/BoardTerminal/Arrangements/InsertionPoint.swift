import BoardModel
import BoardReplica

/// An insertion point for a drop, by the ids of its neighbours, so that it stays valid while others
/// change the board.
public struct InsertionPoint: Hashable, Sendable {
  /// What is after the gap.
  private enum Neighbour: Hashable {
    case item(ItemID)
    /// The item at this path, which has not arrived.
    case awaited(IndexPath)
    case end
  }

  public let section: SectionID
  private var neighbour: Neighbour
  /// Where a drop lands among all items of the section, if only some are shown.
  private var landing: Landing?

  /// The gap before a path of the full list; if dragged items are there, the gap after them.
  ///
  /// - Complexity: O(carried items · log *n*).
  init?(at path: IndexPath, on board: ShownBoard, carrying carried: [ItemID]) {
    guard board.hasSection(at: path.section) else { return nil }
    section = board.sectionID(at: path.section)
    var path = path
    while board.hasItem(at: path), let item = board.itemID(at: path), carried.contains(item) {
      path.item += 1
    }
    neighbour =
      board.hasItem(at: path) ? board.itemID(at: path).map { .item($0) } ?? .awaited(path) : .end
    landing = board.isFiltered(at: path.section) ? Landing(at: path, on: board, of: carried) : nil
  }

  /// The path of the full list that the gap is in front of, or nil if it is gone.
  func path(on board: ShownBoard) -> IndexPath? {
    switch neighbour {
    case .item(let item): return board.indexPath(of: item)
    case .awaited(let path):
      guard let index = board.index(of: section) else { return nil }
      return IndexPath(section: index, item: min(path.item, board.itemCount(in: index)))
    case .end:
      return board.index(of: section).map { IndexPath(section: $0, item: board.itemCount(in: $0)) }
    }
  }

  /// The item after the gap, if it has an id here.
  var item: ItemID? {
    if case .item(let item) = neighbour { item } else { nil }
  }

  /// Whether the item after the gap has not arrived, so that the gap has no anchor.
  var isAwaited: Bool {
    if case .awaited = neighbour { true } else { false }
  }

  /// Follows the gap, if the item after it has not arrived, through an update of a board that is shown whole.
  mutating func follow(_ update: ViewUpdate) {
    if case .awaited(let path) = neighbour {
      neighbour = .awaited(update.path(after: path) ?? path)
    }
  }

  /// The same place as an anchor; nil if the item after the gap has not arrived.
  var anchor: Anchor? {
    if let landing { return landing.anchor }
    switch neighbour {
    case .item(let item): return .before(item)
    case .awaited: return nil
    case .end: return .end(section)
    }
  }

  /// Whether nothing that is shown changes by a drop, though it would gather the items.
  var isPutBack: Bool { landing?.isPutBack ?? false }

  /// The gap as a place of a command (rule 3.6); nil if it has no anchor.
  var place: Place? { anchor.map { Place($0) } }
}

/// The insertion point of a drag, ready to be drawn.
struct GapMark: Hashable {
  /// The path of the full list that the gap is in front of.
  var path: IndexPath
  var label: String
  var isOwn: Bool
  /// Whether a drop would do something.
  var isAllowed: Bool
  var owner: ClientName?
}
