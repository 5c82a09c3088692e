/// The time as the hub's caller gives it. The hub reads no clock.
final class HubClock {
  /// Monotonic, from an arbitrary origin.
  @exclusivity(unchecked) private(set) var now: Duration = .zero
  /// Milliseconds since 1970, for what people read. It may leap: what ends after a time ends by `now`.
  @exclusivity(unchecked) private(set) var wallTime = 0
  /// The wall time at the origin of `now`.
  @exclusivity(unchecked) private var wallOrigin = 0

  func advance(to time: Duration) {
    guard time != now else { return }
    now = time
    wallTime = wallOrigin + now.wholeMilliseconds
  }

  /// - Parameter milliseconds: since 1970, at the monotonic time `time`.
  func setWallTime(_ milliseconds: Int, at time: Duration) {
    wallOrigin = milliseconds - time.wholeMilliseconds
    wallTime = wallOrigin + now.wholeMilliseconds
  }
}

extension Duration {
  /// The time in milliseconds, rounded down.
  fileprivate var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(1_000 * seconds + attoseconds / 1_000_000_000_000_000)
  }
}
