/// Exponential backoff with jitter: the delay doubles up to a limit, less a random part of up to
/// one half, so that the clients of one server do not reconnect all at once.
public struct Backoff: Sendable {
  private let first: Duration
  private let longest: Duration
  private var failures = 0

  /// - Parameters:
  ///   - first: The delay after the first failure, before jitter.
  ///   - longest: The longest delay.
  public init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// The delay after one more failure.
  ///
  /// - Parameter random: A number from 0 to 1.
  public mutating func next(random: Double) -> Duration {
    let whole = min(longest, first * (1 << min(failures, 30)))
    failures += 1
    return whole * (1 - min(max(random, 0), 1) / 2)
  }

  /// Resets the delay after a success.
  public mutating func reset() { failures = 0 }
}
