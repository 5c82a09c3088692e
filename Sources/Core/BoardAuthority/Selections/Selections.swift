import BoardModel

/// What each client has selected on one board, in the order of selecting.
///
/// A selection is not persistent. It has ids, so it follows moved items; `follow` removes deleted ones.
/// The checks of what may be selected are in `Selections+Checks.swift`. Source:
/// `protocol/profiles.md`, section 14.
///
/// - Invariant: A client has no item selected twice.
public struct Selections: Sendable {
  /// - Invariant: No value is empty.
  private var items: [ClientName: [ItemID]] = [:]
  /// The inverse: the clients that have selected an item.
  private var holders: [ItemID: Set<ClientName>] = [:]
  /// The number of selected items of all clients, an item counting once for each client.
  public private(set) var count = 0

  public init() {}

  /// Whether nobody has selected anything.
  public var isEmpty: Bool { items.isEmpty }

  /// The clients that have selected something, sorted by name.
  ///
  /// - Complexity: O(*c* log *c*) for *c* clients.
  public var clients: [ClientName] { items.keys.sorted() }

  /// What a client has selected, in the order of selecting.
  public subscript(client: ClientName) -> [ItemID] { items[client] ?? [] }

  /// Whether a client has selected an item.
  public func contains(_ item: ItemID, of client: ClientName) -> Bool {
    holders[item]?.contains(client) ?? false
  }

  /// Sets the selection of a client without checks.
  ///
  /// - Complexity: O(items before and after).
  public mutating func set(_ new: [ItemID], for client: ClientName) {
    assert(Set(new).count == new.count, "a client selects an item once")
    let old = items.removeValue(forKey: client) ?? []
    for item in old { release(item, of: client) }
    for item in new { holders[item, default: []].insert(client) }
    count += new.count
    if !new.isEmpty { items[client] = new }
    assert(count >= holders.count && items.isEmpty == holders.isEmpty, "both directions agree")
  }

  private mutating func release(_ item: ItemID, of client: ClientName) {
    assert(holders[item]?.contains(client) == true, "both directions agree")
    count -= 1
    holders[item]?.remove(client)
    if holders[item]?.isEmpty == true { holders[item] = nil }
  }

  /// Removes the items that a change deleted.
  ///
  /// - Parameters:
  ///   - edits: The change.
  ///   - board: The board after it. What it deletes and inserts again stays selected.
  /// - Returns: The clients whose selection changed, sorted by name.
  /// - Complexity: O(edits), and O(items) for each client that loses some; deleted
  ///   sections cost at most O(selected items). O(1) if nothing is selected.
  public mutating func removeDeleted(by edits: [Edit], on board: Board) -> [ClientName] {
    guard !isEmpty, !PlantedBug.selectionOfDeletedItem.isPlanted else { return [] }
    let gone = gone(after: edits, on: board)
    guard !gone.isEmpty else { return [] }
    let losers = gone.reduce(into: Set<ClientName>()) { $0.formUnion(holders[$1] ?? []) }.sorted()
    for client in losers { set(self[client].filter { !gone.contains($0) }, for: client) }
    return losers
  }

  /// The selected items that are no longer on the board.
  private func gone(after edits: [Edit], on board: Board) -> Set<ItemID> {
    var gone: Set<ItemID> = []
    let deleted = edits.reduce(0) { $0 + $1.deletedCount }
    if deleted > holders.count {
      for item in holders.keys where !board.contains(item) { gone.insert(item) }
    } else if deleted > 0 {
      for edit in edits {
        edit.forEachRemovedItem { item in
          if holders[item] != nil && !board.contains(item) { gone.insert(item) }
        }
      }
    }
    return gone
  }
}

extension Edit {
  /// The number of items that this takes off the board.
  fileprivate var deletedCount: Int {
    switch self {
    case .deleteItem: 1
    case .deleteSection(let section, _): section.items.count
    case .insertItem, .moveItem, .reloadItem, .reconfigureItem, .insertSection, .moveSection,
      .reloadSection:
      0
    }
  }
}

// The checks before a client selects or deselects. Source: `protocol/profiles.md`, 14.3.

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
    guard new.count <= limit else { throw .exceeded(.selectedItems, max: limit) }
    guard count - self[client].count + new.count <= Limits.boardSelectedItems else {
      throw .exceeded(.boardSelectedItems)
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
    guard policy(at: item).highlight else { throw .notSelectable(item) }
  }

  fileprivate func requireSelectable(_ item: ItemID) throws(Refusal) {
    guard policies.forBoard.selection != .none else { throw .notSelectable(item) }
    try requireHighlight(item)
  }

  /// Makes sure that no policy keeps one of these items selected.
  fileprivate func requireFree(_ items: [ItemID]) throws(Refusal) {
    for item in items where keepsSelected(item) { throw .selectionKept(item) }
  }

  fileprivate func keepsSelected(_ item: ItemID) -> Bool { policy(at: item).keepSelected }
}
