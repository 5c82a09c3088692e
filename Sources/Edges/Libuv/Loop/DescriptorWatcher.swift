import CLibuv

/// Calls back while a descriptor owned elsewhere, such as a terminal, is readable or writable
/// (`uv_poll_t`).
public final class DescriptorWatcher: HandleOwner {
  public enum Readiness: Sendable {
    case readable
    case writable
  }

  private var handle: OwnedHandle<uv_poll_t>
  private let onReady: () -> Void

  /// Makes an inactive watcher. The descriptor must outlive it.
  ///
  /// - Throws: `EPERM` for a regular file, which cannot be polled.
  public init(
    of descriptor: Int32, on loop: EventLoop, onReady: @escaping () -> Void
  ) throws(UVError) {
    handle = try OwnedHandle(uv_poll_t(), on: loop) { uv_poll_init($0, $1, descriptor) }
    self.onReady = onReady
    handle.bind(self)
  }

  /// Starts polling: calls back in every turn in which the descriptor is ready.
  public func start(for readiness: Readiness) throws(UVError) {
    guard let poll = handle.raw else { throw .canceled }
    let events = readiness == .readable ? UV_READABLE : UV_WRITABLE
    try check(uv_poll_start(poll, Int32(events.rawValue), Self.didBecomeReady))
  }

  public func stop() {
    if let poll = handle.raw { uv_poll_stop(poll) }
  }

  func closeHandle() { handle.close() }

  // An error surfaces in the owner's next read or write.
  private static let didBecomeReady: uv_poll_cb = { handle, _, _ in
    Unmanaged<DescriptorWatcher>.fromOpaque(handle!.pointee.data).takeUnretainedValue().onReady()
  }
}

@available(*, unavailable)
extension DescriptorWatcher: Sendable {}
