/// Delays, counted in tenths of a millisecond up to a minute.
struct LoadDelays {
  private var counts = [Int](repeating: 0, count: 600_000)
  private(set) var count = 0

  mutating func add(_ delay: Duration) {
    let index = Int(delay / .microseconds(100))
    counts[min(max(0, index), counts.count - 1)] += 1
    count += 1
  }

  mutating func removeAll() { self = LoadDelays() }

  /// The delay in milliseconds that so many percent of all do not exceed; 0 if there are none.
  func percentile(_ percent: Double) -> Double {
    var left = Int((Double(count) * percent / 100).rounded(.up))
    guard left > 0 else { return 0 }
    for (index, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return Double(index + 1) / 10 }
    }
    return Double(counts.count) / 10
  }
}
