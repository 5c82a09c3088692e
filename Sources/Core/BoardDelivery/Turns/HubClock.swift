/// The time as the hub's caller gives it. The hub reads no clock.
@usableFromInline package final class HubClock {
  /// Monotonic, from an arbitrary origin.
  @inlinable package var now: Duration { presentTime }
  @exclusivity(unchecked) @usableFromInline var presentTime: Duration = .zero
  /// Milliseconds since 1970, for what people read. It may leap: what ends after a time ends by `now`.
  @inlinable package var wallTime: Int { presentWallTime }
  @exclusivity(unchecked) @usableFromInline var presentWallTime = 0
  /// The wall time at the origin of `now`.
  @exclusivity(unchecked) private var wallOrigin = 0

  package init() {}

  package func advance(to time: Duration) {
    guard time != now else { return }
    presentTime = time
    presentWallTime = wallOrigin + now.wholeMilliseconds
  }

  /// - Parameter milliseconds: since 1970, at the monotonic time `time`.
  package func setWallTime(_ milliseconds: Int, at time: Duration) {
    wallOrigin = milliseconds - time.wholeMilliseconds
    presentWallTime = wallOrigin + now.wholeMilliseconds
  }
}

extension Duration {
  /// The time in milliseconds, rounded down.
  fileprivate var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(1_000 * seconds + attoseconds / 1_000_000_000_000_000)
  }
}
