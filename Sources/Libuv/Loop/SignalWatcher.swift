import CLibuv

/// Calls back, on the loop's thread, when the process gets a signal.
///
/// While any watcher of a signal lives, the signal does not do what it does by default.
public final class SignalWatcher: HandleOwner {
  private var handle: OwnedHandle<uv_signal_t>
  private let onSignal: () -> Void

  /// Begins to watch, until the watcher is dropped.
  ///
  /// - Parameter signal: For example `SIGTERM`. `SIGKILL` and `SIGSTOP` cannot be watched.
  public init(for signal: Int32, on loop: EventLoop, onSignal: @escaping () -> Void) throws(UVError)
  {
    handle = try OwnedHandle(uv_signal_t(), on: loop, initialize: uv_signal_init)
    self.onSignal = onSignal
    handle.bind(self)
    try check(uv_signal_start(handle.raw!, Self.didReceive, signal))
  }

  func closeHandle() { handle.close() }

  private static let didReceive: uv_signal_cb = { handle, _ in
    Unmanaged<SignalWatcher>.fromOpaque(handle!.pointee.data).takeUnretainedValue().onSignal()
  }
}

@available(*, unavailable)
extension SignalWatcher: Sendable {}
