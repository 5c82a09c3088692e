import BoardModel

// The checks before a client selects or deselects. Source: `protocol/specification.md`, 14.3.

extension Selections {
  /// Selects items in addition to the selection, or instead of it if the board has `selection=single`.
  ///
  /// - Parameter items: At least one, on the board, none of them twice.
  /// - Throws: `alreadySelected`, `notSelectable`, `selectionKept` or `limit`, and nothing has
  ///   changed then.
  /// - Complexity: O(items selected by the client).
  public mutating func select(
    _ items: [ItemID], by client: ClientName, on versions: VersionedBoard
  ) throws(Refusal) {
    for item in items {
      if contains(item, of: client) { throw .alreadySelected(item) }
      try versions.requireSelectable(item)
    }
    let isSingle = versions.policies.forBoard.selection == .single
    let limit = isSingle ? 1 : Limits.selectedItems
    if isSingle { try versions.requireFree(self[client]) }
    let new = (isSingle ? [] : self[client]) + items
    guard new.count <= limit else { throw .limit("selected-items", limit) }
    guard count - self[client].count + new.count <= Limits.boardSelectedItems else {
      throw .limit("board-selected-items", Limits.boardSelectedItems)
    }
    set(new, for: client)
  }

  /// Deselects items.
  ///
  /// - Parameter items: On the board, none of them twice.
  /// - Throws: `notSelected` or `selectionKept`, and nothing has changed then.
  /// - Complexity: O(items selected by the client).
  public mutating func deselect(
    _ items: [ItemID], by client: ClientName, on versions: VersionedBoard
  ) throws(Refusal) {
    for item in items where !contains(item, of: client) { throw .notSelected(item) }
    try versions.requireFree(items)
    let gone = Set(items)
    set(self[client].filter { !gone.contains($0) }, for: client)
  }

  /// Deselects all items except those that policies keep selected.
  ///
  /// - Complexity: O(items selected by the client).
  public mutating func deselectAll(by client: ClientName, on versions: VersionedBoard) {
    set(self[client].filter { versions.keepsSelected($0) }, for: client)
  }

  /// Deselects an item that is selected, and selects one that is not.
  ///
  /// - Returns: Whether it is selected now.
  /// - Throws: As `select` and `deselect` do.
  public mutating func toggle(
    _ item: ItemID, by client: ClientName, on versions: VersionedBoard
  ) throws(Refusal) -> Bool {
    if contains(item, of: client) {
      try deselect([item], by: client, on: versions)
      return false
    }
    try select([item], by: client, on: versions)
    return true
  }

  /// Transfers the selection of a guest to the client that it turned out to be, unless that client has
  /// selected something already. The guest has no selection afterwards.
  public mutating func transfer(from guest: ClientName, to client: ClientName) {
    if self[client].isEmpty { set(self[guest], for: client) }
    set([], for: guest)
  }
}

extension VersionedBoard {
  /// The policy of the section of an item.
  ///
  /// - Parameter item: On the board.
  public func policy(at item: ItemID) -> Policy {
    board.sectionID(of: item).map { policy(for: $0) } ?? policies.forBoard
  }

  /// Makes sure that an item may be highlighted, as selecting and choosing require.
  ///
  /// - Throws: `notSelectable`.
  public func requireHighlight(_ item: ItemID) throws(Refusal) {
    guard policy(at: item).isHighlighted else { throw .notSelectable(item) }
  }

  fileprivate func requireSelectable(_ item: ItemID) throws(Refusal) {
    guard policies.forBoard.selection != .none else { throw .notSelectable(item) }
    try requireHighlight(item)
  }

  /// Makes sure that no policy keeps one of these items selected.
  fileprivate func requireFree(_ items: [ItemID]) throws(Refusal) {
    for item in items where keepsSelected(item) { throw .selectionKept(item) }
  }

  fileprivate func keepsSelected(_ item: ItemID) -> Bool { policy(at: item).keepsSelected }
}
