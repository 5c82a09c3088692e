// The only definition of where a position on one board is on a later board. Source of the rules:
// `protocol/core.md`, 6.6.
//
// | position | value | follows |
// | --- | --- | --- |
// | section | an index | the section, until it is deleted |
// | item | an index path | the item, also through a delete that a later insert of its id reverts |
// | gap | an index path: before the item at it, or at the end of the section | its section, and in it the item on its right: an insert at the gap is before it |
// | anchor | an id and a side | nothing to map: `Board.gap(at:)` resolves it on any board |

/// Maps positions on the board before some edits to the board after them.
public struct PositionMapping: Sendable {
  private let edits: ArraySlice<Edit>

  /// - Parameter edits: Sequential edits, legal on the board before.
  public init(_ edits: ArraySlice<Edit>) { self.edits = edits }

  /// - Parameter edits: Sequential edits, legal on the board before.
  public init(_ edits: [Edit]) { self.init(edits[...]) }

  /// The mapping back, from the board after to the board before.
  ///
  /// - Complexity: O(edits).
  public var inverse: PositionMapping { PositionMapping(edits.inverse) }

  /// The index after of the section at an index before, or nil if it was deleted.
  ///
  /// - Complexity: O(edits).
  public func section(_ index: Int) -> Int? {
    var section = index
    for edit in edits {
      guard let next = edit.map(section: section) else { return nil }
      section = next
    }
    return section
  }

  /// What became of the item at a path before.
  ///
  /// - Complexity: O(edits), and the items of sections that were inserted or deleted.
  public func item(_ path: IndexPath) -> MappedItem {
    var item = MappedItem.at(path)
    for edit in edits { item.apply(edit) }
    return item
  }

  /// The path after of the gap at a path before, or nil if its section was deleted.
  ///
  /// - Complexity: O(edits).
  public func gap(_ path: IndexPath) -> IndexPath? {
    var gap = path
    for edit in edits {
      guard let next = edit.map(gap: gap) else { return nil }
      gap = next
    }
    return gap
  }

  /// The path after of the gap at a path before, or nil if its section was deleted.
  ///
  /// Both paths count all items, and the edits act as if the ignored items were not there. So the
  /// gap follows the first item on its right that is not ignored.
  ///
  /// - Parameter after: The board after.
  /// - Complexity: O(edits · ignored items).
  package func gap(
    _ path: IndexPath, ignoring ignored: ItemGroup, on after: Board
  ) -> IndexPath? {
    if ignored.isEmpty { return gap(path) }
    return tracker(from: path.section, ignoring: ignored, on: after)?.path(
      from: path.item, through: edits)
  }

  /// The path after of the gap at a path before, or nil if its section was deleted.
  ///
  /// - Parameters:
  ///   - path: A path before, counted without the ignored items.
  ///   - after: The board after.
  /// - Returns: A path that counts all items.
  /// - Complexity: O(edits · ignored items).
  package func gap(
    counted path: IndexPath, without ignored: ItemGroup, on after: Board
  ) -> IndexPath? {
    if ignored.isEmpty { return gap(path) }
    return tracker(from: path.section, ignoring: ignored, on: after)?.path(
      fromCounted: path.item, through: edits)
  }

  /// A tracker at the start of a section before, which knows where the ignored items were.
  private func tracker(
    from section: Int, ignoring ignored: ItemGroup, on after: Board
  ) -> GapTracker? {
    self.section(section).flatMap { end in
      GapTracker(ignoring: ignored, in: end, on: after, rewinding: edits)
    }
  }
}

/// What became of the item at an index path.
public enum MappedItem: Hashable, Sendable {
  /// The item is at this path. A path that was out of range before is out of range after.
  case at(IndexPath)
  /// The item was deleted and is not on the board after.
  case deleted(ItemID)
  /// The path named no item, and its section was deleted.
  case outOfRange

  /// The path of the item, or nil.
  public var path: IndexPath? {
    if case .at(let path) = self { path } else { nil }
  }

  fileprivate mutating func apply(_ edit: Edit) {
    switch self {
    case .at(let path):
      if let next = edit.map(item: path) {
        self = .at(next)
      } else if let id = edit.deletedItem(at: path) {
        self = .deleted(id)
      } else {
        self = .outOfRange
      }
    case .deleted(let id):
      if let path = edit.insertedPath(of: id) { self = .at(path) }
    case .outOfRange:
      return
    }
  }
}

// The rules for one edit. For the way back, use the inverse edit.

extension Edit {
  /// The index after of the section at an index before, or nil if the edit deletes it.
  func map(section: Int) -> Int? {
    switch self {
    case .deleteSection(_, section): nil
    case .moveSection(_, section, let destination): destination
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .insertSection,
      .deleteSection, .moveSection, .reloadSection:
      map(sectionGap: section)
    }
  }

  /// The index after of the gap before the section at an index before, or behind the last section.
  ///
  /// Like a gap between items it follows what is on its right.
  package func map(sectionGap: Int) -> Int {
    switch self {
    case .insertSection(_, let index): sectionGap.shifted(byInsertAt: index)
    case .deleteSection(_, let index): sectionGap.shifted(byDeleteAt: index)
    case .moveSection(_, let source, let destination):
      sectionGap.shifted(byDeleteAt: source).shifted(byInsertAt: destination)
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .reloadSection:
      sectionGap
    }
  }

  /// The paths from which an edit of items takes one and to which it puts one; nil if it is one of sections.
  var itemPaths: (from: IndexPath?, to: IndexPath?)? {
    switch self {
    case .insertItem(_, let path): (nil, path)
    case .deleteItem(_, let path): (path, nil)
    case .moveItem(_, let source, let destination): (source, destination)
    case .reloadItem, .reconfigureItem, .reloadSection: (nil, nil)
    case .insertSection, .deleteSection, .moveSection: nil
    }
  }

  /// The item that an edit inserts, deletes or moves.
  var itemWithPath: ItemID? {
    switch self {
    case .insertItem(let item, _), .deleteItem(let item, _): item.id
    case .moveItem(let item, _, _): item
    case .reloadItem, .reconfigureItem, .reloadSection, .insertSection, .deleteSection,
      .moveSection:
      nil
    }
  }

  /// The path after of the item at a path before, or nil if the edit deletes it.
  func map(item path: IndexPath) -> IndexPath? {
    switch self {
    case .deleteItem(_, path): nil
    case .moveItem(_, path, let destination): destination
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .insertSection,
      .deleteSection, .moveSection, .reloadSection:
      map(gap: path)
    }
  }

  /// The path after of the gap at a path before, or nil if the edit deletes its section.
  package func map(gap: IndexPath) -> IndexPath? {
    switch self {
    case .insertItem(_, let path): gap.shifted(byInsertAt: path)
    case .deleteItem(_, let path): gap.shifted(byDeleteAt: path)
    case .moveItem(_, let source, let destination):
      gap.shifted(byDeleteAt: source).shifted(byInsertAt: destination)
    case .reloadItem, .reconfigureItem, .reloadSection: gap
    case .insertSection, .deleteSection, .moveSection:
      map(section: gap.section).map { IndexPath(section: $0, item: gap.item) }
    }
  }

  /// The id of the item at a path before, if the edit deletes it.
  fileprivate func deletedItem(at path: IndexPath) -> ItemID? {
    switch self {
    case .deleteItem(let item, _): item.id
    case .deleteSection(let section, _):
      section.items.indices.contains(path.item) ? section.items[path.item].id : nil
    case .insertItem, .moveItem, .reloadItem, .reconfigureItem, .insertSection, .moveSection,
      .reloadSection:
      nil
    }
  }

  /// The path after of the item with an id, if the edit inserts it.
  fileprivate func insertedPath(of id: ItemID) -> IndexPath? {
    switch self {
    case .insertItem(let item, let path): item.id == id ? path : nil
    case .insertSection(let section, let index):
      section.items.firstIndex { $0.id == id }.map { IndexPath(section: index, item: $0) }
    case .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .deleteSection, .moveSection,
      .reloadSection:
      nil
    }
  }
}

extension Int {
  /// The index of a gap after an element was inserted at an index: an insert at the gap is before it.
  package func shifted(byInsertAt index: Int) -> Int { index <= self ? self + 1 : self }

  /// The index of a gap after the element at an index was deleted: the gap, counted without it.
  package func shifted(byDeleteAt index: Int) -> Int { index < self ? self - 1 : self }
}

extension IndexPath {
  /// The path of a gap after an item was inserted at a path: an insert at the gap is before it.
  package func shifted(byInsertAt path: IndexPath) -> IndexPath {
    if path.section != section { return self }
    return IndexPath(section: section, item: item.shifted(byInsertAt: path.item))
  }

  /// The path of a gap after the item at a path was deleted: the gap, counted without it.
  package func shifted(byDeleteAt path: IndexPath) -> IndexPath {
    if path.section != section { return self }
    return IndexPath(section: section, item: item.shifted(byDeleteAt: path.item))
  }
}
