/// How often something took up to so many seconds.
struct Histogram {
  /// The upper bounds of the buckets, in seconds.
  static let bounds = [
    0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5,
  ]

  /// The observations in each bucket, and behind the last bound.
  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// All of them.
  private(set) var count = 0
  /// All of them together, in seconds.
  private(set) var sum = 0.0
  /// The longest one, in seconds.
  private(set) var longest = 0.0

  mutating func observe(_ time: Duration) {
    let seconds = time / .seconds(1)
    count += 1
    sum += seconds
    longest = max(longest, seconds)
    let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts[index] += 1
  }

  /// The observations since an earlier state of this histogram. The longest one may be an earlier one.
  func since(_ earlier: Histogram) -> Histogram {
    var rest = self
    rest.counts = zip(counts, earlier.counts).map { $0 - $1 }
    rest.count -= earlier.count
    rest.sum -= earlier.sum
    return rest
  }

  /// The time that a share of the observations took at most, rounded up to the bound of a bucket, in
  /// seconds; 0 without observations.
  ///
  /// - Parameter share: From 0 to 1.
  func quantile(_ share: Double) -> Double {
    var rest = (Double(count) * share).rounded(.up)
    for (bound, bucket) in zip(Self.bounds, counts) {
      rest -= Double(bucket)
      if rest <= 0 { return min(bound, longest) }
    }
    return longest
  }
}
