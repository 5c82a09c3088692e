/// How often something took up to so many seconds.
struct Histogram {
  /// The upper bounds of the buckets, in seconds.
  static let bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

  /// The observations in each bucket, and behind the last bound.
  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// All of them together, in seconds.
  private(set) var sum = 0.0

  mutating func observe(_ time: Duration) {
    let seconds = time / .seconds(1)
    sum += seconds
    let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts[index] += 1
  }
}
