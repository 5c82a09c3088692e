import BoardModel

/// Some items without an order, each of them once. Nearly always it is one item, or a few.
struct ItemGroup: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// Up to so many items are looked through, which is faster than to hash a name.
  private static let few = 4

  private let items: [ItemID]
  /// All of the items where they are more than a few, else nothing.
  private let set: Set<ItemID>

  /// Makes a group of items, of which none comes twice.
  init(_ items: [ItemID]) {
    self.items = items
    set = items.count > Self.few ? Set(items) : []
  }

  init(arrayLiteral items: ItemID...) { self.init(items) }

  var count: Int { items.count }
  var isEmpty: Bool { items.isEmpty }

  func contains(_ item: ItemID) -> Bool {
    items.count > Self.few ? set.contains(item) : items.contains(item)
  }
}

extension ItemGroup: Sequence {
  func makeIterator() -> IndexingIterator<[ItemID]> { items.makeIterator() }
}
