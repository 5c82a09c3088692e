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
    guard rewind(edits) else { return nil }
  }

  /// The path after the edits of the gap at an index of the full list; nil if its section is deleted.
  ///
  /// - Complexity: O(edits · ignored items).
  consuming func path(from index: Int, through edits: ArraySlice<Edit>) -> IndexPath? {
    self.index = index
    skipIgnored()
    guard apply(edits) else { return nil }
    assert(!ignoredIndices.contains(self.index), "no ignored item is right of the gap")
    return IndexPath(section: section, item: self.index)
  }

  /// The path after the edits of the gap at an index that does not count the ignored items; nil if
  /// its section is deleted.
  consuming func path(fromCounted index: Int, through edits: ArraySlice<Edit>) -> IndexPath? {
    path(from: ignoredIndices.fullIndex(of: index), through: edits)
  }

  /// Applies edits; false if one deletes the section. Of most edits only the paths are read, so that none is copied.
  private mutating func apply(_ edits: ArraySlice<Edit>) -> Bool {
    edits.withUnsafeBufferPointer { edits in
      for place in edits.indices {
        if let paths = edits[place].itemPaths {
          shift(from: paths.from, to: paths.to) { edits[place].itemWithPath }
        } else if !follow(edits[place]) {
          return false
        }
      }
      return true
    }
  }

  /// Takes edits back; false if one inserted the section.
  private mutating func rewind(_ edits: ArraySlice<Edit>) -> Bool {
    edits.withUnsafeBufferPointer { edits in
      for place in edits.indices.reversed() {
        if let paths = edits[place].itemPaths {
          shift(from: paths.to, to: paths.from) { edits[place].itemWithPath }
        } else if !follow(edits[place].inverse) {
          return false
        }
      }
      return true
    }
  }

  /// Follows the section over an edit of sections; false if that deletes it.
  private mutating func follow(_ edit: Edit) -> Bool {
    guard let next = edit.map(section: section) else { return false }
    section = next
    return true
  }

  /// Takes an item out and puts it in, as far as that is in the section.
  ///
  /// - Parameter item: Says which it is. An item of the section is ignored if its index is: that needs no look at its name.
  @inline(__always)
  private mutating func shift(
    from source: IndexPath?, to destination: IndexPath?, _ item: () -> ItemID?
  ) {
    var wasIgnored: Bool?
    if let source, source.section == section { wasIgnored = delete(at: source.item) }
    guard let destination, destination.section == section else { return }
    let isIgnored = wasIgnored ?? item().map(ignored.contains) ?? false
    insert(at: destination.item, isIgnored: isIgnored)
  }

  /// What is inserted is left of the gap, or behind the item on its right.
  private mutating func insert(at place: Int, isIgnored: Bool) {
    index = index.shifted(byInsertAt: place)
    ignoredIndices.shift(byInsertAt: place, isMember: isIgnored)
  }

  /// Deletes an item.
  ///
  /// - Returns: Whether it is ignored.
  private mutating func delete(at place: Int) -> Bool {
    let wasNext = place == index
    index = index.shifted(byDeleteAt: place)
    let isIgnored = ignoredIndices.shift(byDeleteAt: place)
    // Another item is on the right of the gap now.
    if wasNext { skipIgnored() }
    return isIgnored
  }

  private mutating func skipIgnored() {
    while ignoredIndices.contains(index) { index += 1 }
  }
}
