/// Where things stand while they are moved and inserted one after the other.
///
/// Lists hold what stays and, still in between, the sources of moves that have not happened yet.
/// Things are placed by ascending destination. Each one goes right behind the last stay that
/// precedes it in the end, or behind what was placed there before, and so in front of every source
/// that still waits at that point. Then both its index and the present index of any source follow
/// from counting: no list is needed.
struct BatchPlacement {
  /// A place among the stays of a list: `rank` of them come before it.
  struct Rank: Comparable {
    var list: Int
    var rank: Int

    static func < (a: Self, b: Self) -> Bool { (a.list, a.rank) < (b.list, b.rank) }
  }

  /// The sources of moves, ascending; several may share a rank and then keep their order.
  private let sources: [Rank]
  /// The destinations, ascending; those of one rank stand in that order.
  private let destinations: [Rank]
  private var waiting: BatchTally
  private var placed = 0

  init(sources: [Rank], destinations: [Rank]) {
    self.sources = sources
    self.destinations = destinations
    waiting = BatchTally(count: sources.count)
  }

  /// Places the next thing, which is new or comes from a source.
  ///
  /// - Returns: the source's index in its list now, and the index of the place in its list, counted
  ///   with the thing taken out.
  /// - Complexity: O(log rows).
  mutating func place(_ source: Int?) -> (from: Int?, to: Int) {
    let from = source.map { takeOut($0) }
    let place = destinations[placed]
    let before = destinations.partition(below: Rank(list: place.list, rank: .min))
    let behind = sources.partition(below: place)
    let to = place.rank + placed - before + waitingCount(in: place.list, before: behind)
    placed += 1
    return (from, to)
  }

  /// The present index of a source; it waits no longer.
  private mutating func takeOut(_ source: Int) -> Int {
    let place = sources[source]
    let start = destinations.partition(below: Rank(list: place.list, rank: .min))
    let end = destinations.partitionIndex { destinations[$0] > place }
    let before = max(0, min(placed, end) - start)
    let index = place.rank + before + waitingCount(in: place.list, before: source)
    waiting.remove(source)
    return index
  }

  private func waitingCount(in list: Int, before source: Int) -> Int {
    let start = sources.partition(below: Rank(list: list, rank: .min))
    return waiting.count(below: source) - waiting.count(below: start)
  }
}

/// A set of indices that counts its members below any index; it begins full.
struct BatchTally {
  /// A Fenwick tree: node *i* holds the members of the `i & -i` indices that end with *i* − 1.
  private var nodes: [Int]

  init(count: Int) { nodes = (0...count).map { $0 & -$0 } }

  /// - Complexity: O(log count).
  mutating func remove(_ index: Int) {
    var node = index + 1
    while node < nodes.count {
      nodes[node] -= 1
      node += node & -node
    }
  }

  /// - Complexity: O(log count).
  func count(below index: Int) -> Int {
    var sum = 0
    var node = index
    while node > 0 {
      sum += nodes[node]
      node -= node & -node
    }
    return sum
  }
}
