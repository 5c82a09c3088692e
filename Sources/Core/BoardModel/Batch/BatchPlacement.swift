/// The indices of elements while they are moved and inserted one after the other.
///
/// A list has what stays and, in between, the *waiting* sources: those of moves that are not done yet.
/// Elements are placed by ascending destination. Each one is placed right behind the last element that
/// stays and precedes it in the end, or behind what was placed there before, and so in front of every
/// source that waits at that point. So its index and the present index of any source are sums of
/// counts, and no list is needed.
struct BatchPlacement {
  /// A location among the elements of a list that stay: `rank` of them are before it.
  struct Rank: Comparable {
    var list: Int
    var rank: Int

    static func < (a: Self, b: Self) -> Bool { (a.list, a.rank) < (b.list, b.rank) }
  }

  /// What a source is counted with when its element is removed.
  private struct Neighbours {
    /// The first source in the same list.
    var firstSource = 0
    /// The destinations in the same list up to the source's rank.
    var destinations = 0..<0
  }

  /// The sources of moves, ascending; several may share a rank and then keep their order.
  private let sources: [Rank]
  /// The destinations, ascending; those of one rank are in that order.
  private let destinations: [Rank]
  private let neighbours: [Neighbours]
  private var waiting: FenwickTree
  private var placed = 0
  /// The first destination and the first source in the list of the latest destination.
  private var first = (destination: 0, source: 0)
  /// The number of sources before the latest destination.
  private var behind = 0

  /// - Complexity: O(rows).
  init(sources: [Rank], destinations: [Rank]) {
    assert(zip(sources, sources.dropFirst()).allSatisfy { $0 <= $1 }, "sources ascend")
    assert(zip(destinations, destinations.dropFirst()).allSatisfy { $0 <= $1 })
    self.sources = sources
    self.destinations = destinations
    neighbours = Self.neighbours(of: sources, among: destinations)
    waiting = FenwickTree(full: sources.count)
  }

  private static func neighbours(of sources: [Rank], among destinations: [Rank]) -> [Neighbours] {
    var (first, start, end) = (0, 0, 0)
    return sources.indices.map { source in
      let place = sources[source]
      if sources[first].list != place.list { first = source }
      destinations.skip(&start) { $0.list < place.list }
      destinations.skip(&end) { !(place < $0) }
      return Neighbours(firstSource: first, destinations: start..<max(start, end))
    }
  }

  /// Places the next element, which is new or comes from a source.
  ///
  /// - Returns: the source's index in its list now, and the index of the place in its list, counted
  ///   with the element removed.
  /// - Complexity: O(log rows).
  mutating func place(_ source: Int?) -> (from: Int?, to: Int) {
    let from = source.map { removeSource($0) }
    let place = destinations[placed]
    if destinations[first.destination].list != place.list { first.destination = placed }
    sources.skip(&first.source) { $0.list < place.list }
    sources.skip(&behind) { $0 < place }
    let waitingCount = waiting.count(below: behind) - waiting.count(below: first.source)
    let to = place.rank + placed - first.destination + waitingCount
    placed += 1
    assert(to >= place.rank && placed <= destinations.count, "what stays is counted")
    return (from, to)
  }

  /// The present index of a source; it waits no longer.
  private mutating func removeSource(_ source: Int) -> Int {
    let near = neighbours[source]
    let placedBefore = near.destinations.clamped(to: 0..<placed).count
    let waitingCount = waiting.count(below: source) - waiting.count(below: near.firstSource)
    waiting.remove(source)
    assert(waitingCount >= 0, "a source is behind the first one of its list")
    return sources[source].rank + placedBefore + waitingCount
  }
}

extension [BatchPlacement.Rank] {
  /// Advances the index to the first element for which the condition does not hold.
  fileprivate func skip(_ index: inout Int, while holds: (Element) -> Bool) {
    while index < count, holds(self[index]) { index += 1 }
  }
}

/// A set of indices that counts its members below any index, as a Fenwick tree (binary indexed tree).
private struct FenwickTree {
  /// Node *i* holds the number of members among the `i & -i` indices that end with *i* - 1.
  private var nodes: [Int]

  /// The set of all indices below a count.
  init(full count: Int) { nodes = (0...count).map { $0 & -$0 } }

  /// Removes a member.
  ///
  /// - Complexity: O(log count).
  mutating func remove(_ index: Int) {
    assert(index >= 0 && index + 1 < nodes.count, "the index is in the range of the tree")
    var node = index + 1
    while node < nodes.count {
      nodes[node] -= 1
      assert(nodes[node] >= 0, "only a member is removed")
      node += node & -node
    }
  }

  /// The number of members below an index.
  ///
  /// - Complexity: O(log count).
  func count(below index: Int) -> Int {
    assert(index >= 0 && index < nodes.count, "the index is in the range of the tree")
    var sum = 0
    var node = index
    while node > 0 {
      sum += nodes[node]
      node -= node & -node
    }
    return sum
  }
}
