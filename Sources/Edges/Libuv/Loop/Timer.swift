import CLibuv

/// A timer: calls back after a delay, once or repeatedly.
public final class Timer: HandleOwner {
  private var handle: OwnedHandle<uv_timer_t>
  private let onFire: () -> Void

  /// Makes an inactive timer. Releasing it stops it.
  public init(on loop: EventLoop, onFire: @escaping () -> Void) throws(UVError) {
    handle = try OwnedHandle(uv_timer_t(), on: loop, initialize: uv_timer_init)
    self.onFire = onFire
    handle.bind(self)
  }

  /// Whether the timer is running.
  public var isActive: Bool {
    guard let timer = handle.raw else { return false }
    return timer.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { uv_is_active($0) != 0 }
  }

  /// Starts or restarts the timer.
  ///
  /// Times are rounded up to milliseconds and count from the start of the turn. The shortest
  /// interval is one millisecond; missed repetitions are skipped.
  public func start(after delay: Duration, repeating interval: Duration? = nil) {
    guard let timer = handle.raw else { return }
    let interval = interval.map { max(1, milliseconds($0)) } ?? 0
    uv_timer_start(timer, Self.didFire, milliseconds(delay), interval)
  }

  public func stop() {
    if let timer = handle.raw { uv_timer_stop(timer) }
  }

  func closeHandle() { handle.close() }

  private static let didFire: uv_timer_cb = { handle in
    Unmanaged<Timer>.fromOpaque(handle!.pointee.data).takeUnretainedValue().onFire()
  }
}

/// Whole milliseconds, rounded up so that no timer is early.
private func milliseconds(_ duration: Duration) -> UInt64 {
  guard duration > .zero else { return 0 }
  let (seconds, attoseconds) = duration.components
  let perMillisecond: Int64 = 1_000_000_000_000_000
  return UInt64(seconds) * 1_000 + UInt64((attoseconds + perMillisecond - 1) / perMillisecond)
}

@available(*, unavailable)
extension Timer: Sendable {}
