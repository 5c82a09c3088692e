import CLibuv

/// Calls back on the loop's thread when the process receives a signal.
///
/// While a watcher of a signal exists, the signal's default action is off.
public final class SignalWatcher: HandleOwner {
  private var handle: OwnedHandle<uv_signal_t>
  private let onSignal: () -> Void

  /// Starts watching, until the watcher is released.
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
