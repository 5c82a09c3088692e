/// The nanoseconds that something takes, by the monotonic clock.
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(body).nanoseconds
}

/// The nanoseconds of one of `count` operations that `body` does, as the median of some rounds.
func timePerOperation(
  _ count: Int, rounds: Int = 5, _ body: () throws -> Void
) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<rounds { times.append(try nanoseconds(body) / Double(count)) }
  return times.median
}

/// Takes a result, so that the work behind it cannot be left out.
@inline(never)
func consume<Value: ~Copyable>(_ value: borrowing Value) {}

extension Duration {
  var nanoseconds: Double { self / .nanoseconds(1) }
}

extension [Double] {
  var median: Double { quantile(0.5) }

  /// The value that so large a share of the values does not pass; not a number if there are none.
  func quantile(_ share: Double) -> Double { quantiles([share])[0] }

  /// Several of them, for which the values are sorted once.
  func quantiles(_ shares: [Double]) -> [Double] {
    let sorted = sorted()
    return shares.map { share in
      isEmpty ? .nan : sorted[Swift.min(count - 1, Int(Double(count) * share))]
    }
  }
}
