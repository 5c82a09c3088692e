/// A gap of one section that edits shift as if some items were not there.
///
/// A place by index is such a gap: the items that a drop moves do not count. A move of an item is a
/// delete and an insert.
///
/// - Invariant: In the full list the gap is right of all ignored items between its neighbours, so the
///   item on its right is none of them.
struct GapTracker {
  /// The index of the section.
  private var section: Int
  /// The index of the gap in the full list, which is that of the item on its right.
  private var index = 0
  /// The indices of the ignored items in the section.
  private var ignoredIndices: AscendingIndices
  private let ignored: ItemGroup

  /// Finds where the ignored items of a section were before some edits.
  ///
  /// - Parameters:
  ///   - end: The index of the section on the board after the edits.
  ///   - board: The board after the edits.
  /// - Returns: A tracker on the board before the edits, or nil if the section was not on the board
  ///   all the time.
  init?(
    ignoring ignored: ItemGroup, in end: Int, on board: Board,
    rewinding edits: ArraySlice<Edit>
  ) {
    self.ignored = ignored
    section = end
    ignoredIndices = AscendingIndices()
    for item in ignored {
      guard let path = board.indexPath(of: item), path.section == end else { continue }
      ignoredIndices.insert(path.item)
    }
    for edit in edits.reversed() { guard rewind(edit) else { return nil } }
  }

  /// The path after the edits of the gap at an index of the full list; nil if its section is deleted.
  ///
  /// - Complexity: O(edits · ignored items).
  consuming func path(from index: Int, through edits: ArraySlice<Edit>) -> IndexPath? {
    self.index = index
    skipIgnored()
    for edit in edits { guard apply(edit) else { return nil } }
    assert(!ignoredIndices.contains(self.index), "no ignored item is right of the gap")
    return IndexPath(section: section, item: self.index)
  }

  /// The path after the edits of the gap at an index that does not count the ignored items; nil if
  /// its section is deleted.
  consuming func path(fromCounted index: Int, through edits: ArraySlice<Edit>) -> IndexPath? {
    path(from: ignoredIndices.fullIndex(of: index), through: edits)
  }

  /// Applies an edit; false if it deletes the section.
  private mutating func apply(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(let item, let path): insert(item.id, at: path)
    case .deleteItem(_, let path): delete(at: path)
    case .moveItem(let id, let source, let destination): move(id, from: source, to: destination)
    case .reloadItem, .reconfigureItem, .reloadSection: break
    case .insertSection, .deleteSection, .moveSection:
      guard let next = edit.map(section: section) else { return false }
      section = next
    }
    return true
  }

  /// Takes an edit back; false if it inserted the section. An inverse edit is not made, which would take as long as the rest.
  private mutating func rewind(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(_, let path): delete(at: path)
    case .deleteItem(let item, let path): insert(item.id, at: path)
    case .moveItem(let id, let source, let destination): move(id, from: destination, to: source)
    case .reloadItem, .reconfigureItem, .reloadSection: break
    case .insertSection, .deleteSection, .moveSection: return apply(edit.inverse)
    }
    return true
  }

  private mutating func move(_ item: ItemID, from source: IndexPath, to destination: IndexPath) {
    guard source.section == section, destination.section == section else {
      delete(at: source)
      return insert(item, at: destination)
    }
    // An item of the section is ignored if its index is: that needs no look at its name.
    let isIgnored = ignoredIndices.contains(source.item)
    delete(at: source)
    insert(at: destination.item, isIgnored: isIgnored)
  }

  private mutating func insert(_ item: ItemID, at path: IndexPath) {
    guard path.section == section else { return }
    insert(at: path.item, isIgnored: ignored.contains(item))
  }

  private mutating func insert(at place: Int, isIgnored: Bool) {
    index = index.shifted(byInsertAt: place)
    ignoredIndices.shift(byInsertAt: place)
    if isIgnored { ignoredIndices.insert(place) }
    skipIgnored()
  }

  private mutating func delete(at path: IndexPath) {
    guard path.section == section else { return }
    index = index.shifted(byDeleteAt: path.item)
    ignoredIndices.shift(byDeleteAt: path.item)
    skipIgnored()
  }

  private mutating func skipIgnored() {
    while ignoredIndices.contains(index) { index += 1 }
  }
}
