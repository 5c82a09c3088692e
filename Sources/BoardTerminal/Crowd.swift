import BoardCore

/// Who drags and who has selected an item, ready to be looked up.
struct Crowd {
  private(set) var draggers: [ItemID: ClientName] = [:]
  private(set) var selectors: [ItemID: [ClientName]] = [:]
  private var drags: [BoardSight.Drag] = []
  private var selections: [ClientName: [ItemID]] = [:]

  /// Takes what is true now.
  ///
  /// - Complexity: O(dragged and selected items) where something about them has changed.
  mutating func update(from sight: BoardSight) {
    if drags != sight.drags {
      drags = sight.drags
      draggers = [:]
      for drag in drags { for item in drag.items { draggers[item] = drag.owner } }
    }
    guard selections != sight.selections else { return }
    selections = sight.selections
    selectors = [:]
    for (client, items) in selections.sorted(by: { $0.key < $1.key }) {
      for item in items { selectors[item, default: []].append(client) }
    }
  }
}
