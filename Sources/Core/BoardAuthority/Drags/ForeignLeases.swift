import BoardModel

/// The items of a board that other clients drag, and the ids that are reserved, as they are at one moment.
///
/// A change on another thread is checked against it: while that is made, nobody begins to drag an item of
/// the board.
public struct ForeignLeases: Sendable {
  private let refusals: [ItemID: Refusal]
  private let reservations: [ItemID: SessionID]

  init(_ refusals: [ItemID: Refusal], reservations: [ItemID: SessionID]) {
    (self.refusals, self.reservations) = (refusals, reservations)
  }

  /// Whether an item from outside that somebody drags has this id.
  public func isReserved(_ item: ItemID) -> Bool { reservations[item] != nil }

  /// - Throws: `leased`, for the first item that another client drags.
  public func requireFree(_ items: some Sequence<ItemID>) throws(Refusal) {
    guard !refusals.isEmpty else { return }
    for item in items { if let refusal = refusals[item] { throw refusal } }
  }

  /// Makes sure that these edits move or delete nothing that another client drags.
  ///
  /// - Throws: `leased`, for the first such item.
  public func requireFree(_ edits: [Edit]) throws(Refusal) {
    guard !refusals.isEmpty else { return }
    for edit in edits {
      try edit.forEachRemovedItem { item throws(Refusal) in
        if let refusal = refusals[item] { throw refusal }
      }
    }
  }
}

/// The items of a board that are dragged, as they are at one moment.
public struct LeasedItems: Sendable {
  fileprivate let holders: [ItemID: SessionID]

  /// Those of the items that edits change.
  ///
  /// - Parameter board: The board after the edits.
  /// - Complexity: O(items that the edits remove or give fields), but for a section that is deleted O(dragged items).
  public func touched(by edits: [Edit], on board: Board) -> TouchedItems {
    var touched = TouchedItems()
    guard !holders.isEmpty else { return touched }
    // A whole section may have very many items, few of which are dragged.
    if edits.count == 1, case .deleteSection = edits[0] {
      touched.removed = holders.keys.filter { !board.contains($0) }
      return touched
    }
    for edit in edits {
      edit.forEachRemovedItem { item in
        if holders[item] != nil { touched.removed.append(item) }
      }
      edit.forEachItemWithFields { item in
        if holders[item] != nil { touched.withFields.append(item) }
      }
    }
    return touched
  }
}

/// The dragged items of a board that a change concerns.
public struct TouchedItems: Sendable {
  /// Those that it moves or deletes.
  var removed: [ItemID] = []
  /// Those that it gives fields, perhaps the same ones.
  var withFields: [ItemID] = []
}

extension DragCoordinator {
  /// The items of a board that are dragged.
  ///
  /// - Complexity: O(1).
  public func leasedItems(on board: BoardName) -> LeasedItems {
    LeasedItems(holders: leases.holders(on: board))
  }

  /// The items of a board that others than this client drag.
  ///
  /// - Complexity: O(dragged items of the board).
  public func foreignLeases(
    on board: BoardName, for client: ClientName, at now: Duration
  ) -> ForeignLeases {
    var refusals: [ItemID: Refusal] = [:]
    for item in leases.items(on: board) {
      do throws(Refusal) { try requireFree(item, on: board, for: client, at: now) } catch {
        refusals[item] = error
      }
    }
    return ForeignLeases(refusals, reservations: reservations.holders(on: board))
  }

  /// Whether an item from outside that somebody drags has this id on a board.
  public func isReserved(_ item: ItemID, on board: BoardName) -> Bool {
    reservations.holder(of: item, on: board) != nil
  }

  /// Lets a session have items: with leases those of the board, or else with their ids.
  mutating func acquire(_ items: [ItemID], of load: DragLoad, for id: SessionID) {
    if load.isExternal {
      reservations.acquire(items, on: load.board, for: id)
    } else {
      leases.acquire(items, on: load.board, for: id)
    }
  }

  /// Takes from a session what it has got for items.
  mutating func release(_ items: some Sequence<ItemID>, of load: DragLoad, from id: SessionID) {
    if load.isExternal {
      reservations.release(items, on: load.board, of: id)
    } else {
      leases.release(items, on: load.board, of: id)
    }
  }

  /// The boards on which a command about a session may change something: those of the session, or of all
  /// sessions of a client if the command names none.
  public func boards(of session: SessionID?, by client: ClientName) -> [BoardName] {
    let sessions = session.map { [$0] } ?? ofClient[client]
    return sessions.compactMap { self.session($0) }.flatMap { session in
      [session.load.board, session.boardBelow].compactMap(\.self)
    }
  }
}
