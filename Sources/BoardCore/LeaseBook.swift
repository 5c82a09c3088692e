/// Which item is in which drag session.
///
/// - Invariant: An item is in at most one session.
struct LeaseBook: Sendable {
  private var holders: [BoardName: [ItemID: SessionID]] = [:]

  func holder(of item: ItemID, on board: BoardName) -> SessionID? { holders[board]?[item] }

  func isEmpty(on board: BoardName) -> Bool { holders[board] == nil }

  /// The number of items of a board that are being dragged.
  func count(on board: BoardName) -> Int { holders[board]?.count ?? 0 }

  /// The leases of a board.
  func all(on board: BoardName) -> [ItemID: SessionID] { holders[board] ?? [:] }

  mutating func take(_ items: [ItemID], on board: BoardName, for session: SessionID) {
    for item in items {
      let old = holders[board, default: [:]].updateValue(session, forKey: item)
      precondition(old == nil || old == session, "an item is in one session at a time")
    }
  }

  /// Frees those of the items that the session holds.
  mutating func free(_ items: some Sequence<ItemID>, on board: BoardName, of session: SessionID) {
    for item in items where holders[board]?[item] == session { holders[board]?[item] = nil }
    if holders[board]?.isEmpty == true { holders[board] = nil }
  }
}

extension Edit {
  /// Calls `body` for each item that this moves or takes away, which is what a lease forbids.
  func forEachItemTaken<E>(_ body: (ItemID) throws(E) -> Void) throws(E) {
    switch self {
    case .moveItem(let item, _, _): try body(item)
    case .deleteItem(let item, _): try body(item.id)
    case .deleteSection(let section, _): for item in section.items { try body(item.id) }
    case .insertItem, .reloadItem, .insertSection, .moveSection, .reloadSection: break
    }
  }
}
