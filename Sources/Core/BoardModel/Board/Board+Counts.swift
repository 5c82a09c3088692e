// Boards of a client that counts (protocol, section 20): of many items only the place is known. What is known of a board
// costs memory, and what is not costs a run for each range of it.

extension Board {
  /// The most items that a board may have of which only the place is known.
  public static let mostUnknownItems = Slot.longestRun

  /// The number of items that are known.
  public var knownItemCount: Int { items.count }

  /// Whether items are on the board of which only the place is known.
  public var hasUnknownItems: Bool { unknownCount > 0 }

  /// The item at a path, which must be in range; nil if only the place is known.
  ///
  /// - Complexity: O(log *n*).
  public func knownItem(at path: IndexPath) -> Item? {
    let slot = itemSlot(at: path)
    return slot.isRun ? nil : item(slot)
  }

  /// Whether an item is at the path of which nothing else is known.
  ///
  /// - Complexity: O(log *n*); O(1) if all items are known.
  public func hasUnknownItem(at path: IndexPath) -> Bool {
    unknownCount > 0 && hasItem(at: path) && itemSlot(at: path).isRun
  }

  /// Whether items are in the section at an index, which must be in range, of which only the place is known.
  ///
  /// - Complexity: O(known items of the section); O(1) if all items are known.
  public func hasUnknownItems(in section: Int) -> Bool {
    hasUnknownItems && !unknownRanges(in: section, 0..<itemCount(in: section)).isEmpty
  }

  /// The items at a range of indices in a section of which only the place is known, as ranges of indices, ascending.
  ///
  /// - Complexity: O(log *n* + known items of the range).
  public func unknownRanges(in section: Int, _ range: Range<Int>) -> [Range<Int>] {
    guard hasUnknownItems else { return [] }
    var ranges: [Range<Int>] = []
    var index = range.lowerBound
    lists.forEach(in: sectionSlot(at: section), range) { slot in
      defer { index += slot.length }
      guard slot.isRun else { return }
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + slot.length
      } else {
        ranges.append(index..<index + slot.length)
      }
    }
    return ranges
  }

  var unknownRanges: [[Range<Int>]] {
    (0..<sectionCount).map { unknownRanges(in: $0, 0..<itemCount(in: $0)) }
  }
}

extension Board {
  /// Says which item is at a path of which only the place is known.
  ///
  /// - Returns: false, and nothing changes, if the item is on the board, or if the path has another one.
  /// - Complexity: O(log *n*).
  public mutating func reveal(_ item: Item, at path: IndexPath) -> Bool {
    guard hasUnknownItem(at: path),
      let slot = items.insertIfNew(item.id, item.text, item.fields)
    else { return false }
    nextNumbers.note(item.id)
    lists.replaceInRun(at: path.item, in: sectionSlot(at: path.section), by: [slot])
    unknownCount -= 1
    return true
  }

  /// Forgets which item is at its place. No effect if it is not on the board.
  ///
  /// - Complexity: O(log *n*).
  public mutating func forget(_ id: ItemID) {
    guard let slot = items.slot(of: id) else { return }
    lists.replaceByRun(slot)
    items.remove(slot)
    unknownCount += 1
  }

  /// - Returns: true.
  mutating func removeUnknownItem(at path: IndexPath) -> Bool {
    lists.replaceInRun(at: path.item, in: sectionSlot(at: path.section), by: [])
    unknownCount -= 1
    return true
  }

  /// Moves an item to a path counted without it.
  ///
  /// - Returns: true.
  mutating func moveUnknownItem(at source: IndexPath, to destination: IndexPath) -> Bool {
    lists.replaceInRun(at: source.item, in: sectionSlot(at: source.section), by: [])
    lists.insert(.run(1), at: destination.item, in: sectionSlot(at: destination.section))
    return true
  }
}
