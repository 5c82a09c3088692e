import CLibuv

/// An object that owns a libuv handle and can be told to let go of it.
protocol HandleOwner: AnyObject {
  /// Closes the handle. The object stays valid, hears nothing more, and refuses further work.
  func closeHandle()
}

/// A libuv handle on the heap, closed when its owner closes it or is dropped.
///
/// The owner owns the handle, never the other way round: `data` is an unretained reference, and
/// each callback keeps the owner alive while it runs. The block is freed in the close callback, so
/// an owner may be dropped inside its own callback.
struct OwnedHandle<Raw>: ~Copyable {
  /// Kept here so that the loop outlives every handle that is still on it.
  let loop: EventLoop
  /// The handle, or `nil` once closing has begun.
  private(set) var raw: UnsafeMutablePointer<Raw>?

  /// Makes room for a handle and initialises it, for example with `uv_timer_init`.
  init(
    _ blank: Raw, on loop: EventLoop,
    initialize: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Raw>) -> Int32
  ) throws(UVError) {
    guard let rawLoop = loop.raw else { throw .canceled }
    let block = UnsafeMutablePointer<Raw>.allocate(capacity: 1)
    block.initialize(to: blank)
    let status = initialize(rawLoop, block)
    if status < 0 {
      block.deallocate()
      throw UVError(code: status)
    }
    self.loop = loop
    raw = block
  }

  deinit {
    if let raw { closeBlock(asHandle(raw)) }
  }

  /// Lets callbacks find their owner, without keeping it alive.
  func bind(_ owner: some HandleOwner) {
    if let raw { asHandle(raw).pointee.data = Unmanaged.passUnretained(owner).toOpaque() }
  }

  mutating func close() {
    if let handle = release() { closeBlock(handle) }
  }

  /// Hands the open handle to the caller, who must close it and free its block.
  mutating func release() -> UnsafeMutablePointer<uv_handle_t>? {
    guard let block = raw else { return nil }
    raw = nil
    let handle = asHandle(block)
    handle.pointee.data = nil
    return handle
  }

  private func asHandle(_ block: UnsafeMutablePointer<Raw>) -> UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(block).assumingMemoryBound(to: uv_handle_t.self)
  }
}

/// Closes a handle that nobody owns any more; its block is freed when libuv lets go of it.
func closeBlock(_ handle: UnsafeMutablePointer<uv_handle_t>) {
  handle.pointee.data = nil
  uv_close(handle, freeBlock)
}

/// The close callback of every handle without a farewell.
func freeBlock(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  UnsafeMutableRawPointer(handle!).deallocate()
}
