import BoardModel

/// The part of a board that the screen shows: collapsed sections without their items, and while it
/// is filtered only the items that match. Its index paths count what is shown.
///
/// Of a large board it may know the places of items alone: those that have not arrived.
///
/// A board that shows everything costs nothing beside the board itself.
struct ShownBoard: Equatable {
  /// The items of a filtered board.
  fileprivate struct Rows: Equatable {
    var items: [Int: [ItemID]] = [:]
    var paths: [ItemID: IndexPath] = [:]
  }

  /// The board with everything.
  let whole: Board
  /// The items among those that the view has named that are not on the board any more.
  private let gone: Set<ItemID>
  /// The indices of the collapsed sections.
  private let collapsed: Set<Int>
  /// Whether more items match than are known.
  private let hasMore: Bool
  private let rows: Rows?

  /// - Parameters:
  ///   - matches: The only items to show, or nil for all.
  /// - Complexity: O(collapsed sections + matches · log *n*).
  init(
    _ whole: Board = Board(), collapsing sections: Set<SectionID> = [],
    only matches: some Sequence<ItemID> = [], isFiltered: Bool = false, hasMore: Bool = false,
    gone: Set<ItemID> = []
  ) {
    self.hasMore = hasMore
    self.whole = whole
    self.gone = gone
    collapsed = Set(sections.compactMap { whole.index(of: $0) })
    rows = isFiltered ? Rows(matches, on: whole) : nil
  }

  func isCollapsed(at section: Int) -> Bool { collapsed.contains(section) }

  /// `12`, or `3/12` if not all items of the section are shown, or `3+/12` if more of them may match.
  func countText(of section: Int) -> String {
    let count = whole.itemCount(in: section)
    if rows == nil { return "\(count)" }
    return "\(itemCount(in: section))\(hasMore ? "+" : "")/\(count)"
  }

  /// Whether a section shows only the items that match.
  func isFiltered(at section: Int) -> Bool { rows != nil && !isCollapsed(at: section) }

  /// Whether only items are shown that match.
  var isFiltered: Bool { rows != nil }

  /// Whether items are shown that have not arrived.
  var hasAwaitedItems: Bool { rows == nil && whole.hasUnknownItems }

  /// Whether one of these rows has not arrived.
  func isAwaited(_ rows: ShownRows) -> Bool {
    hasAwaitedItems && !whole.unknownRanges(in: rows.section, rows.items).isEmpty
  }

  /// Whether an item may be on the board and has not arrived.
  func isAwaited(_ item: ItemID) -> Bool {
    whole.hasUnknownItems && !whole.contains(item) && !gone.contains(item)
  }

  /// Whether an item is on the board no more.
  func isGone(_ item: ItemID) -> Bool { !whole.contains(item) && !isAwaited(item) }

  /// Whether items of a section are hidden.
  func isPartial(at section: Int) -> Bool { rows != nil || isCollapsed(at: section) }
}

extension ShownBoard {
  var sectionCount: Int { whole.sectionCount }
  func hasSection(at index: Int) -> Bool { whole.hasSection(at: index) }
  func sectionID(at index: Int) -> SectionID { whole.sectionID(at: index) }
  func index(of section: SectionID) -> Int? { whole.index(of: section) }
  func title(at index: Int) -> Text { whole.title(at: index) }

  /// The item, also if it is hidden.
  func item(_ id: ItemID) -> Item? { whole.item(id) }

  /// The number of shown items.
  func itemCount(in section: Int) -> Int {
    if collapsed.contains(section) { return 0 }
    guard let rows else { return whole.itemCount(in: section) }
    return rows.items[section]?.count ?? 0
  }

  func hasItem(at path: IndexPath) -> Bool {
    hasSection(at: path.section) && (0..<itemCount(in: path.section)).contains(path.item)
  }

  /// The item at a path, which must be valid; nil if it has not arrived.
  func itemID(at path: IndexPath) -> ItemID? {
    if let rows { return rows.items[path.section]?[path.item] }
    return whole.hasUnknownItem(at: path) ? nil : whole.itemID(at: path)
  }

  /// The item at a path, which must be valid; nil if it has not arrived.
  func item(at path: IndexPath) -> Item? {
    rows == nil ? whole.knownItem(at: path) : itemID(at: path).flatMap { whole.item($0) }
  }

  /// The path of a shown item.
  func indexPath(of item: ItemID) -> IndexPath? {
    let path = rows.map { $0.paths[item] } ?? whole.indexPath(of: item)
    return path.flatMap { isCollapsed(at: $0.section) ? nil : $0 }
  }

  /// The gap of an anchor among the shown items.
  func gap(at anchor: Anchor) -> IndexPath? {
    guard let gap = whole.gap(at: anchor), isPartial(at: gap.section) else {
      return whole.gap(at: anchor)
    }
    guard !isCollapsed(at: gap.section), let shown = rows?.items[gap.section] else {
      return IndexPath(section: gap.section, item: 0)
    }
    let item = shown.partitioningIndex { whole.indexPath(of: $0).map { $0 >= gap } ?? false }
    return IndexPath(section: gap.section, item: item)
  }

  /// Calls `body` with the number of bytes of each shown text of a section.
  func forEachTextSize(in section: Int, _ body: (Int) -> Void) {
    if collapsed.contains(section) { return }
    if let rows {
      for id in rows.items[section] ?? [] { body(whole.item(id)?.text.byteCount ?? 0) }
    } else {
      whole.forEachItemBytes(in: section) { _, text, _ in body(text.count) }
    }
  }
}

extension ShownBoard.Rows {
  fileprivate init(_ matches: some Sequence<ItemID>, on board: Board) {
    let found = matches.compactMap { item in board.indexPath(of: item).map { (path: $0, item) } }
    for (path, item) in found.sorted(by: { $0.path < $1.path }) where paths[item] == nil {
      let index = items[path.section]?.count ?? 0
      paths[item] = IndexPath(section: path.section, item: index)
      items[path.section, default: []].append(item)
    }
  }
}

extension Array {
  /// The first index at which a condition holds that, once it holds, holds for the rest; the count
  /// if it never does.
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = holds(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}

/// A snapshot with the part of its board that is shown.
@dynamicMemberLookup
struct ShownSnapshot {
  private var base: BoardSnapshot
  private(set) var board: ShownBoard

  init(_ base: BoardSnapshot) {
    self.base = base
    board = ShownBoard(base.board, gone: base.gone)
  }

  subscript<Value>(dynamicMember member: KeyPath<BoardSnapshot, Value>) -> Value {
    base[keyPath: member]
  }

  /// The present drags and selections, and the board.
  var value: BoardSnapshot { base }

  /// Shows a part of the board, or everything.
  mutating func show(
    collapsing sections: Set<SectionID>, only matches: ArraySlice<ItemID>?, hasMore: Bool
  ) {
    board = ShownBoard(
      base.board, collapsing: sections, only: matches ?? [], isFiltered: matches != nil,
      hasMore: hasMore, gone: base.gone)
  }

  /// Releases the board, which is about to change.
  mutating func releaseBoard() {
    base.board = Board()
    board = ShownBoard()
  }
}
