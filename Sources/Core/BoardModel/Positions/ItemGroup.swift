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
