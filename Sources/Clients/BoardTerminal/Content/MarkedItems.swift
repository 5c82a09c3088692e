import BoardModel

/// The items that this client has marked for its next action. Others do not see them.
struct MarkedItems: Hashable {
  /// The limit on the bytes of the ids, so that they fit in one command.
  static let limit = 3_500
  /// No more items fit in any case.
  static let most = limit / 2

  private(set) var items: Set<ItemID> = []
  /// The item marked last, from which a range is marked.
  private(set) var last: ItemID?
  /// The bytes of the ids, with a comma for each.
  private var bytes = 0

  var isEmpty: Bool { items.isEmpty }
  var count: Int { items.count }
  func contains(_ item: ItemID) -> Bool { items.contains(item) }

  /// - Returns: Whether the item fits.
  mutating func mark(_ item: ItemID) -> Bool {
    last = item
    if items.contains(item) { return true }
    guard bytes + Self.bytes(of: item) <= Self.limit else { return false }
    bytes += Self.bytes(of: item)
    items.insert(item)
    return true
  }

  mutating func remove(_ item: ItemID) {
    if items.remove(item) != nil { bytes -= Self.bytes(of: item) }
  }

  mutating func removeAll() { self = MarkedItems() }

  /// Removes the items that are no longer on the board.
  mutating func settle(on board: ShownBoard) {
    guard !items.isEmpty else { return }
    for item in items where board.isGone(item) { remove(item) }
    if let item = last, board.isGone(item) { last = nil }
  }

  mutating func rename(_ old: ItemID, to new: ItemID) {
    guard items.contains(old) else { return }
    remove(old)
    bytes += Self.bytes(of: new)
    items.insert(new)
    if last == old { last = new }
  }

  /// The items in the order of the board.
  func inOrder(on board: Board) -> [ItemID] {
    let found = items.compactMap { item in board.indexPath(of: item).map { (path: $0, item: item) }
    }
    return found.sorted { $0.path < $1.path }.map(\.item)
  }

  private static func bytes(of item: ItemID) -> Int { item.string.utf8.count + 1 }
}
