/// The duration of a body in ns, by the monotonic clock.
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(body).nanoseconds
}

/// The ns per operation of a body with `count` operations: the median of several rounds.
func timePerOperation(
  _ count: Int, rounds: Int = 5, _ body: () throws -> Void
) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<rounds { times.append(try nanoseconds(body) / Double(count)) }
  return times.median
}

/// Consumes a result, so that the compiler cannot remove its computation.
@inline(never)
func consume<Value: ~Copyable>(_ value: borrowing Value) {}

extension Duration {
  var nanoseconds: Double { self / .nanoseconds(1) }
}

extension [Double] {
  var median: Double { quantile(0.5) }

  /// A quantile of the values; NaN if there are none.
  func quantile(_ share: Double) -> Double { quantiles([share])[0] }

  /// Several quantiles, with one sort.
  func quantiles(_ shares: [Double]) -> [Double] {
    let sorted = sorted()
    return shares.map { share in
      isEmpty ? .nan : sorted[Swift.min(count - 1, Int(Double(count) * share))]
    }
  }
}
