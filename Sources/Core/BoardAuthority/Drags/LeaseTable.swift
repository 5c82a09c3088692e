import BoardModel

/// The drag session of each dragged item, or of the id of each item from outside.
///
/// - Invariant: An item is in at most one session.
struct LeaseTable: Sendable {
  /// Most commands are about the board of the command before.
  private var holders = LastKeyDictionary<BoardName, [ItemID: SessionID]>()

  func holder(of item: ItemID, on board: BoardName) -> SessionID? { holders[board][item] }

  func isEmpty(on board: BoardName) -> Bool { holders[board].isEmpty }

  /// The items of a board that are being dragged, in no order.
  func items(on board: BoardName) -> some Sequence<ItemID> { holders[board].keys }

  /// The session of each dragged item, by board.
  var all: [BoardName: [ItemID: SessionID]] { holders.all }

  /// The session of each dragged item of a board.
  func holders(on board: BoardName) -> [ItemID: SessionID] { holders[board] }

  /// The number of items of a board that are being dragged.
  func count(on board: BoardName) -> Int { holders[board].count }

  mutating func acquire(_ items: [ItemID], on board: BoardName, for session: SessionID) {
    holders[board].acquire(items, for: session)
  }

  /// Releases those of the items that the session holds.
  mutating func release(_ items: some Sequence<ItemID>, on board: BoardName, of session: SessionID)
  {
    holders[board].release(items, of: session)
  }

  /// Removes the leases of a board that was removed.
  mutating func remove(_ board: BoardName) { holders[board] = [:] }

  /// Moves the leases of a board to its new name.
  mutating func rename(_ old: BoardName, to new: BoardName) {
    holders.rename(old, to: new)
  }
}

extension [ItemID: SessionID] {
  fileprivate mutating func acquire(_ items: [ItemID], for session: SessionID) {
    for item in items {
      let old = updateValue(session, forKey: item)
      precondition(old == nil || old == session, "an item is in one session at a time")
    }
  }

  fileprivate mutating func release(_ items: some Sequence<ItemID>, of session: SessionID) {
    for item in items {
      if let index = index(forKey: item), values[index] == session { remove(at: index) }
    }
  }
}

extension Edit {
  /// Calls `body` for each item that this moves or deletes, which a lease forbids.
  func forEachRemovedItem<E>(_ body: (ItemID) throws(E) -> Void) throws(E) {
    switch self {
    case .moveItem(let item, _, _): try body(item)
    case .deleteItem(let item, _): try body(item.id)
    case .deleteSection(let section, _): for item in section.items { try body(item.id) }
    case .insertItem, .reloadItem, .reconfigureItem, .insertSection, .moveSection, .reloadSection:
      break
    }
  }

  /// Calls `body` for each item to which this gives fields.
  func forEachItemWithFields(_ body: (ItemID) -> Void) {
    switch self {
    case .reconfigureItem(let item, _, _, _): body(item)
    case .insertItem(let item, _): body(item.id)
    case .insertSection(let section, _): for item in section.items { body(item.id) }
    case .moveItem, .deleteItem, .deleteSection, .reloadItem, .moveSection, .reloadSection: break
    }
  }
}
