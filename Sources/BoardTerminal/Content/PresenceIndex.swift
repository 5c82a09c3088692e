import BoardModel

/// Who drags and who has selected an item, by item.
struct PresenceIndex {
  private(set) var draggers: [ItemID: ClientName] = [:]
  /// What is dragged and over nothing, because the place that it was over went away.
  private(set) var lost: Set<ItemID> = []
  private(set) var selectors: [ItemID: [ClientName]] = [:]
  private var drags: [BoardSnapshot.Drag] = []
  private var selections: [ClientName: [ItemID]] = [:]

  /// Follows what is true now.
  ///
  /// - Complexity: O(dragged and selected items) if something about them has changed.
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
