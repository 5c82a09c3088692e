/// How the elements of a list shift when some are taken out and others are put in.
///
/// Taken indices are counted before, put indices after. What is neither stays, keeps its relative
/// order and fills the free places.
struct BatchSlots {
  let taken: [Int]
  let put: [Int]

  /// - Parameters:
  ///   - taken: distinct indices before, ascending.
  ///   - put: distinct indices after, ascending.
  init(taken: some Collection<Int>, put: some Collection<Int>) {
    self.taken = Array(taken)
    self.put = Array(put)
  }

  /// The index after of what stays from an index before, or nil if it is taken out.
  ///
  /// - Complexity: O(log rows).
  func after(_ before: Int) -> Int? {
    let below = taken.partition(below: before)
    if below < taken.count, taken[below] == before { return nil }
    return Self.free(before - below, among: put)
  }

  /// The index before of what stays at an index after, or nil if it is put in.
  ///
  /// - Complexity: O(log rows).
  func before(_ after: Int) -> Int? {
    let below = put.partition(below: after)
    if below < put.count, put[below] == after { return nil }
    return Self.free(after - below, among: taken)
  }

  /// The index that has `rank` indices below it which are not used.
  private static func free(_ rank: Int, among used: [Int]) -> Int {
    rank + used.partitionIndex { used[$0] - $0 > rank }
  }
}

/// How whole sections shift: the slots of a batch's section rows, and the moves among them.
struct BatchSectionMap {
  private let slots: BatchSlots
  private let destinations: [Int: Int]
  private let sources: [Int: Int]

  /// Reads the section rows of a batch, which must be in range and free of conflicts.
  init(_ batch: BatchUpdate) {
    let moves = batch.movedSections
    slots = BatchSlots(
      taken: (batch.deletedSections.map(\.index) + moves.map(\.source)).sorted(),
      put: (batch.insertedSections.map(\.index) + moves.map(\.destination)).sorted())
    destinations = Dictionary(uniqueKeysWithValues: moves.map { ($0.source, $0.destination) })
    sources = Dictionary(uniqueKeysWithValues: moves.map { ($0.destination, $0.source) })
  }

  /// The index after of a section before, or nil if it is deleted.
  func after(_ before: Int) -> Int? { destinations[before] ?? slots.after(before) }

  /// The index before of a section after, or nil if it is inserted.
  func before(_ after: Int) -> Int? { sources[after] ?? slots.before(after) }
}

extension RandomAccessCollection where Index == Int {
  /// The first index at which the condition holds, where it holds for all later ones as well.
  func partitionIndex(_ holds: (Int) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RandomAccessCollection where Index == Int, Element: Comparable {
  /// The first index whose element is not below the given one, in an ascending collection.
  func partition(below element: Element) -> Int { partitionIndex { self[$0] >= element } }
}

extension [IndexPath] {
  /// The part of an ascending array of paths that lies in one section.
  func slice(of section: Int) -> ArraySlice<IndexPath> {
    let start = partitionIndex { self[$0].section >= section }
    let end = partitionIndex { self[$0].section > section }
    return self[start..<end]
  }
}
