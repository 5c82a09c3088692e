import Glibc

/// The time since the machine was started, which counts while it sleeps. A lease that others judge by their clocks is
/// measured by it.
public enum BootClock {
  /// Read from the clock at each call (`CLOCK_BOOTTIME`).
  public static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The time since an arbitrary origin, which never runs back.
package enum MonotonicClock {
  /// Read from the clock at each call (`CLOCK_MONOTONIC`, which is libuv's clock, too).
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
