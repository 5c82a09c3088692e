/// How long to wait before the next attempt: twice as long each time up to a limit, less a random
/// part of up to a half, so that many clients of one server do not come back all at once.
public struct Backoff: Sendable {
  private let first: Duration
  private let longest: Duration
  private var failures = 0

  /// - Parameters:
  ///   - first: The wait after the first failure, before the random part is taken off.
  ///   - longest: The longest wait.
  public init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// The wait after one more failure.
  ///
  /// - Parameter random: A number from 0 to 1.
  public mutating func next(random: Double) -> Duration {
    let whole = min(longest, first * (1 << min(failures, 30)))
    failures += 1
    return whole * (1 - min(max(random, 0), 1) / 2)
  }

  /// Begins anew after a success.
  public mutating func reset() { failures = 0 }
}
