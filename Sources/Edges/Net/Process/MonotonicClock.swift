import Glibc

/// The time since an arbitrary origin, which never runs back.
package enum MonotonicClock {
  /// Read from the clock at each call (`CLOCK_MONOTONIC`, which is libuv's clock, too).
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
