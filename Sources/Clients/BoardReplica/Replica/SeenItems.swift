import BoardModel

/// Items in the order in which they were last seen.
struct SeenItems: Sendable {
  /// The number of the last sight of each item.
  private var last: [ItemID: Int] = [:]
  /// Sights, in order; of each item only the last one counts.
  private var sights: [(item: ItemID, number: Int)] = []
  private var first = 0
  private var number = 0

  /// The sights that are remembered.
  var sightCount: Int { sights.count }

  /// Records that items are seen.
  ///
  /// - Complexity: O(items), amortised.
  mutating func mark(_ items: some Sequence<ItemID>) {
    for item in items {
      number += 1
      last[item] = number
      sights.append((item, number))
    }
    if sights.count > 2 * last.count + 64 { removePassed() }
  }

  /// Removes an item that is gone.
  mutating func remove(_ item: ItemID) { last[item] = nil }

  /// Removes the item that was not seen for the longest time.
  ///
  /// - Complexity: O(1), amortised.
  mutating func removeFirst() -> ItemID? {
    while first < sights.count {
      let (item, number) = sights[first]
      first += 1
      guard last[item] == number else { continue }
      last[item] = nil
      return item
    }
    return nil
  }

  private mutating func removePassed() {
    sights = sights[first...].filter { last[$0.item] == $0.number }
    first = 0
  }
}
