import BoardModel

/// An insertion point for a drop, by the ids of its neighbours, so that it stays valid while others
/// change the board.
public struct InsertionPoint: Hashable, Sendable {
  public var section: SectionID
  /// The item after the gap; nil at the end of the section.
  public var item: ItemID?
  /// Where a drop lands among all items of the section, if only some are shown.
  private var landing: Landing?

  /// The gap before a path of the full list; if dragged items are there, the gap after them.
  ///
  /// - Complexity: O(carried items · log *n*).
  init?(at path: IndexPath, on board: ShownBoard, carrying carried: [ItemID]) {
    guard board.hasSection(at: path.section) else { return nil }
    section = board.sectionID(at: path.section)
    var path = path
    while board.hasItem(at: path), carried.contains(board.itemID(at: path)) { path.item += 1 }
    item = board.hasItem(at: path) ? board.itemID(at: path) : nil
    landing = board.isFiltered(at: path.section) ? Landing(at: path, on: board, of: carried) : nil
  }

  /// The path of the full list that the gap is in front of, or nil if it is gone.
  func path(on board: ShownBoard) -> IndexPath? {
    if let item { return board.indexPath(of: item) }
    return board.index(of: section).map { IndexPath(section: $0, item: board.itemCount(in: $0)) }
  }

  /// The same place as an anchor.
  var anchor: Anchor { landing?.anchor ?? item.map { .before($0) } ?? .end(section) }

  /// Whether nothing that is shown changes by a drop, though it would gather the items.
  var isPutBack: Bool { landing?.isPutBack ?? false }

  /// The gap as a place of a command (rule 3.6).
  var place: Place {
    switch anchor {
    case .before(let item): .before(.id(item))
    case .after(let item): .after(.id(item))
    case .start(let section): .start(.id(section))
    case .end(let section): .end(.id(section))
    }
  }
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
