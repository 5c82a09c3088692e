extension RandomAccessCollection where Index == Int {
  /// The first index at which a condition holds that holds at all later indices as well, or
  /// `endIndex`.
  ///
  /// - Complexity: O(log count).
  @inlinable
  package func partitionIndex(where holds: (_ index: Int) -> Bool) -> Int {
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
  /// The first index of an ascending collection whose element is not below the given one.
  ///
  /// - Complexity: O(log count).
  @inlinable
  package func partitionIndex(notBelow element: Element) -> Int {
    partitionIndex { self[$0] >= element }
  }
}
