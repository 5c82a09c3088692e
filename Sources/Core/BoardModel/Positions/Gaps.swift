// Anchors and gaps of one board. How gaps get from one board to another: `PositionMapping`.

extension Board {
  /// The gap of an anchor, in front of which all items count, or nil if what it names is not on the
  /// board.
  ///
  /// - Complexity: O(log *n*).
  public func gap(at anchor: Anchor) -> IndexPath? {
    switch anchor {
    case .before(let item): return indexPath(of: item)
    case .after(let item):
      return indexPath(of: item).map { IndexPath(section: $0.section, item: $0.item + 1) }
    case .start(let section):
      return index(of: section).map { IndexPath(section: $0, item: 0) }
    case .end(let section):
      return index(of: section).map { IndexPath(section: $0, item: itemCount(in: $0)) }
    }
  }

  /// The anchor that names a gap by what is on its right, some items not counted: `before` an item or
  /// the `end` of the section, or its `start` if it holds no other items.
  ///
  /// - Parameters:
  ///   - gap: A path that counts all items.
  ///   - ignoredCount: The number of ignored items in the section.
  /// - Complexity: O(ignored items · log *n*).
  package func anchor(
    at gap: IndexPath, ignoring ignored: ItemGroup = [], ignoredCount: Int = 0
  ) -> Anchor {
    let count = itemCount(in: gap.section)
    assert(gap.item >= 0 && gap.item <= count, "a gap is in its section")
    guard count > ignoredCount else { return .start(sectionID(at: gap.section)) }
    let right = self.gap(gap, rightOf: ignored)
    return right.item < count ? .before(itemID(at: right)) : .end(sectionID(at: gap.section))
  }

  /// The first gap from here on in this section that is in front of none of these items.
  ///
  /// - Complexity: O(items · log *n*).
  package func gap(_ gap: IndexPath, rightOf items: ItemGroup) -> IndexPath {
    var path = gap
    while !items.isEmpty, hasItem(at: path), items.contains(itemID(at: path)) { path.item += 1 }
    return path
  }

  /// The number of these items before a gap in its section, and in all of the section.
  ///
  /// - Complexity: O(items · log *n*).
  package func count(of items: ItemGroup, around gap: IndexPath) -> CountAround {
    var count = CountAround()
    for item in items {
      guard let path = indexPath(of: item), path.section == gap.section else { continue }
      count.inside += 1
      if path.item < gap.item { count.before += 1 }
    }
    assert(
      count.before <= gap.item && count.inside <= itemCount(in: gap.section),
      "items are counted once")
    return count
  }
}

/// How many of some items are before a gap in its section, and in all of the section.
package struct CountAround: Hashable, Sendable {
  package var before = 0
  package var inside = 0
}

/// A small set of items. Nearly always it holds one item, or a few.
package struct ItemGroup: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// Up to this number of items a linear search is faster than hashing an id.
  private static let linearSearchLimit = 4

  private let items: [ItemID]
  /// All of the items if they are more than `linearSearchLimit`, else empty.
  private let set: Set<ItemID>

  /// - Parameter items: Distinct items.
  package init(_ items: [ItemID]) {
    self.items = items
    set = items.count > Self.linearSearchLimit ? Set(items) : []
    assert(set.isEmpty || set.count == items.count, "the items are distinct")
  }

  package init(arrayLiteral items: ItemID...) { self.init(items) }

  package var count: Int { items.count }
  package var isEmpty: Bool { items.isEmpty }

  package func contains(_ item: ItemID) -> Bool {
    items.count > Self.linearSearchLimit ? set.contains(item) : items.contains(item)
  }
}

extension ItemGroup: Sequence {
  package func makeIterator() -> IndexingIterator<[ItemID]> { items.makeIterator() }
}
