import BoardModel

/// What each client has selected on one board, in the order of selecting.
///
/// A selection is not persistent. It has ids, so it follows moved items; `follow` removes deleted ones.
/// The checks of what may be selected are in `Selections+Checks.swift`. Source:
/// `protocol/specification.md`, section 14.
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
    case .insertItem, .moveItem, .reloadItem, .insertSection, .moveSection, .reloadSection: 0
    }
  }
}
