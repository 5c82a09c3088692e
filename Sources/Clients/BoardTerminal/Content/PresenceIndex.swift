import BoardModel

/// An index of the clients that drag or have selected each item.
struct PresenceIndex {
  private(set) var draggers: [ItemID: ClientName] = [:]
  /// The dragged items whose place was removed.
  private(set) var lost: Set<ItemID> = []
  private(set) var selectors: [ItemID: [ClientName]] = [:]
  private var drags: [BoardSnapshot.Drag] = []
  private var selections: [ClientName: [ItemID]] = [:]

  /// Updates the index from a snapshot.
  ///
  /// - Complexity: O(dragged and selected items) if any changed.
  mutating func update(from snapshot: BoardSnapshot) {
    if drags != snapshot.drags {
      drags = snapshot.drags
      draggers = [:]
      for drag in drags { for item in drag.items { draggers[item] = drag.owner } }
      lost = Set(drags.lazy.filter { $0.state == .lost }.flatMap(\.items))
    }
    guard selections != snapshot.selections else { return }
    selections = snapshot.selections
    selectors = [:]
    for (client, items) in selections.sorted(by: { $0.key < $1.key }) {
      for item in items { selectors[item, default: []].append(client) }
    }
  }
}
