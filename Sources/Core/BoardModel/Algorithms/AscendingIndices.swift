/// The indices of some elements of a list, ascending and distinct: it counts with and without them.
///
/// A *full index* counts all elements of the list, a *rank* only those that are not in the set.
struct AscendingIndices {
  private(set) var values: [Int] = []

  init() {}

  init(ascending values: some Collection<Int>) {
    self.values = Array(values)
    assert(isAscending, "indices are ascending and distinct")
  }

  private var isAscending: Bool { zip(values, values.dropFirst()).allSatisfy { $0 < $1 } }

  /// - Complexity: O(log count), as are the next three.
  func contains(_ index: Int) -> Bool {
    rankOfOther(index) == nil
  }

  /// The rank of an index that is not in the set; of one that is, that of the next such index.
  func rank(of index: Int) -> Int { index - values.partitionIndex(notBelow: index) }

  /// The rank of an index, or nil if it is in the set.
  func rankOfOther(_ index: Int) -> Int? {
    let position = values.partitionIndex(notBelow: index)
    return position < values.count && values[position] == index ? nil : index - position
  }

  /// The full index of a rank, which is not in the set.
  func fullIndex(of rank: Int) -> Int { rank + values.partitionIndex { values[$0] - $0 > rank } }

  /// - Complexity: O(count), as are the next two.
  mutating func insert(_ index: Int) {
    assert(!contains(index), "an index is in the set once")
    values.insert(index, at: values.partitionIndex(notBelow: index))
  }

  /// Follows the elements after another element was inserted at an index, which may be in the set.
  mutating func shift(byInsertAt index: Int, isMember: Bool) {
    let first = values.partitionIndex(notBelow: index)
    shift(from: first, by: 1)
    if isMember { values.insert(index, at: first) }
  }

  /// Follows the elements after the element at an index was deleted, if need be from the set.
  ///
  /// - Returns: Whether it was in the set.
  mutating func shift(byDeleteAt index: Int) -> Bool {
    let first = values.partitionIndex(notBelow: index)
    let isMember = first < values.count && values[first] == index
    if isMember { values.remove(at: first) }
    shift(from: first, by: -1)
    return isMember
  }

  private mutating func shift(from first: Int, by distance: Int) {
    values.withUnsafeMutableBufferPointer { values in
      for position in first..<values.count { values[position] &+= distance }
    }
  }
}
