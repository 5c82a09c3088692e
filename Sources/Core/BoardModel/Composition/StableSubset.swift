/// Walks along a list as it is after, and selects the records that stay in it.
///
/// What was never removed stays. Between two such neighbours the longest increasing subsequence of
/// the others stays as well, as if it had never been touched.
///
/// One value serves many lists, one after the other, with the same memory.
struct StableSubset {
  /// The lowest index before that is behind the last neighbour.
  private var start = 0
  /// The moved records since the last neighbour that stays.
  private var gap: [(record: Int, origin: Int)] = []
  private var stays: [Int] = []

  /// Passes a run of untouched elements.
  mutating func pass(_ run: Piece) { closeGap(at: run.start, next: run.start + run.count) }

  /// Passes a record.
  ///
  /// - Parameters:
  ///   - origin: Its index before, if it was in this list.
  ///   - isFixed: Whether it was never removed.
  mutating func pass(_ record: Int, from origin: Int?, isFixed: Bool) {
    guard let origin else { return }
    if isFixed {
      closeGap(at: origin, next: origin + 1)
      stays.append(record)
    } else if origin >= start {
      gap.append((record, origin))
    }
  }

  /// Ends the list and calls the body with each record that stays. The next list may follow.
  mutating func finish(_ body: (Int) -> Void) {
    closeGap(at: .max, next: 0)
    for record in stays { body(record) }
    stays.removeAll(keepingCapacity: true)
  }

  /// Selects from the records in front of a neighbour, and begins the gap behind it.
  private mutating func closeGap(at end: Int, next: Int) {
    assert(end >= start, "what was never removed is in its old order")
    start = next
    if gap.isEmpty { return }
    gap.removeAll { $0.origin >= end }
    if gap.count == 1 {
      stays.append(gap[0].record)
    } else {
      for position in LongestIncreasingSubsequence.positions(in: gap.map(\.origin)) {
        stays.append(gap[position].record)
      }
    }
    gap.removeAll(keepingCapacity: true)
  }
}
