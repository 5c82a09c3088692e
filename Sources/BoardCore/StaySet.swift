/// The choice of what stays in its place where several things could.
enum StaySet {
  /// The positions of a longest strictly increasing subsequence, ascending.
  ///
  /// Of several it takes one that depends on the values alone: whoever ends it is the lowest value
  /// possible, and so on backwards.
  ///
  /// - Complexity: O(n log n) for n values; O(n) where they ascend.
  static func longestIncreasing(_ values: [Int]) -> [Int] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (position, value) in values.enumerated() {
      let length = run(of: value, in: tails, values)
      if length > 0 { previous[position] = tails[length - 1] }
      if length == tails.count { tails.append(position) } else { tails[length] = position }
    }
    var chain: [Int] = []
    var position = tails.last ?? -1
    while position >= 0 {
      chain.append(position)
      position = previous[position]
    }
    return chain.reversed()
  }

  /// The length of the longest run so far that the value can prolong.
  private static func run(of value: Int, in tails: [Int], _ values: [Int]) -> Int {
    if let last = tails.last, values[last] < value { return tails.count }
    return tails.partitionIndex { values[tails[$0]] >= value }
  }
}
