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
    // The value at each tail: a search then reads one small array and not two.
    var tops: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (position, value) in values.enumerated() {
      let length = run(of: value, in: tops)
      if length > 0 { previous[position] = tails[length - 1] }
      if length == tails.count {
        tails.append(position)
        tops.append(value)
      } else {
        tails[length] = position
        tops[length] = value
      }
    }
    // What leads to the last tail, from behind.
    var position = tails.last ?? -1
    for length in tails.indices.reversed() {
      tails[length] = position
      position = previous[position]
    }
    return tails
  }

  /// The length of the longest run so far that the value can prolong, given the runs' last values.
  private static func run(of value: Int, in tops: [Int]) -> Int {
    if let last = tops.last, last >= value { return tops.partition(below: value) }
    return tops.count
  }
}

/// Walks along a list as it is after, and chooses what stays in it.
///
/// One choice serves many lists, one after the other, with the same memory.
struct StayChoice {
  /// The lowest index before that lies behind the last neighbour.
  private var start = 0
  /// The moved records since the last neighbour that stays.
  private var gap: [(record: Int, origin: Int)] = []
  private var stays: [Int] = []

  /// Goes past untouched elements.
  mutating func pass(_ run: Piece) { close(at: run.start, next: run.start + run.count) }

  /// Goes past a record.
  ///
  /// - Parameters:
  ///   - origin: its index before, if it stood in this list.
  ///   - isFixed: whether it was never taken out.
  mutating func pass(_ record: Int, from origin: Int?, isFixed: Bool) {
    guard let origin else { return }
    if isFixed {
      close(at: origin, next: origin + 1)
      stays.append(record)
    } else if origin >= start {
      gap.append((record, origin))
    }
  }

  /// Ends the list, and calls the body with each record that stays. The next list may follow.
  mutating func finish(_ body: (Int) -> Void) {
    close(at: .max, next: 0)
    for record in stays { body(record) }
    stays.removeAll(keepingCapacity: true)
  }

  /// Chooses among the records in front of a neighbour, and begins the gap behind it.
  private mutating func close(at end: Int, next: Int) {
    start = next
    if gap.isEmpty { return }
    gap.removeAll { $0.origin >= end }
    if gap.count == 1 {
      stays.append(gap[0].record)
    } else {
      for position in StaySet.longestIncreasing(gap.map(\.origin)) {
        stays.append(gap[position].record)
      }
    }
    gap.removeAll(keepingCapacity: true)
  }
}
