import CLibuv

/// Calls back while a descriptor that somebody else owns can be read or written, such as a terminal.
public final class DescriptorWatcher: HandleOwner {
  public enum Readiness: Sendable {
    case readable
    case writable
  }

  private var handle: OwnedHandle<uv_poll_t>
  private let onReady: () -> Void

  /// Makes a watcher that is not watching yet. The descriptor must outlive it.
  ///
  /// - Throws: `EPERM` for a file, which is always ready and cannot be waited for.
  public init(
    of descriptor: Int32, on loop: EventLoop, onReady: @escaping () -> Void
  ) throws(UVError) {
    handle = try OwnedHandle(uv_poll_t(), on: loop) { uv_poll_init($0, $1, descriptor) }
    self.onReady = onReady
    handle.bind(self)
  }

  /// Begins to call back in every turn in which the descriptor is ready.
  public func start(for readiness: Readiness) throws(UVError) {
    guard let poll = handle.raw else { throw .canceled }
    let events = readiness == .readable ? UV_READABLE : UV_WRITABLE
    try check(uv_poll_start(poll, Int32(events.rawValue), Self.didBecomeReady))
  }

  public func stop() {
    if let poll = handle.raw { uv_poll_stop(poll) }
  }

  func closeHandle() { handle.close() }

  // An error shows in what the owner then tries to read or write.
  private static let didBecomeReady: uv_poll_cb = { handle, _, _ in
    Unmanaged<DescriptorWatcher>.fromOpaque(handle!.pointee.data).takeUnretainedValue().onReady()
  }
}

@available(*, unavailable)
extension DescriptorWatcher: Sendable {}
