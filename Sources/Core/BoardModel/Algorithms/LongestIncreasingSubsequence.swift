/// The longest strictly increasing subsequence of some values.
enum LongestIncreasingSubsequence {
  /// The positions of a longest strictly increasing subsequence, ascending.
  ///
  /// If there are several, the choice depends on the values alone: the last element is the lowest
  /// possible value, and so on backwards.
  ///
  /// - Complexity: O(n log n) for n values; O(n) if they ascend.
  static func positions(in values: [Int]) -> [Int] {
    var tails: [Int] = []
    // The value at each tail: a search then reads one small array instead of two.
    var tailValues: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (position, value) in values.enumerated() {
      let length = lengthExtended(by: value, tailValues)
      if length > 0 { previous[position] = tails[length - 1] }
      if length == tails.count {
        tails.append(position)
        tailValues.append(value)
      } else {
        tails[length] = position
        tailValues[length] = value
      }
    }
    // The predecessors of the last tail, from the end.
    var position = tails.last ?? -1
    for length in tails.indices.reversed() {
      tails[length] = position
      position = previous[position]
    }
    assert(position == -1, "the subsequence begins with its first element")
    assert(zip(tails, tails.dropFirst()).allSatisfy { $0 < $1 && values[$0] < values[$1] })
    return tails
  }

  /// The length of the longest subsequence so far that the value extends, given the lowest last value
  /// for each length.
  private static func lengthExtended(by value: Int, _ tailValues: [Int]) -> Int {
    if let last = tailValues.last, last >= value {
      return tailValues.partitionIndex(notBelow: value)
    }
    return tailValues.count
  }
}
