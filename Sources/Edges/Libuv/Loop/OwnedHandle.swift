import CLibuv
import Net

/// An object that owns a libuv handle and can close it.
protocol HandleOwner: AnyObject {
  /// Closes the handle. The object stays valid, gets no more callbacks, and refuses further work.
  func closeHandle()
}

/// A libuv handle on the heap, closed when its owner closes it or is released.
///
/// The handle does not retain its owner: `data` is an unretained reference, and each callback
/// retains the owner while it runs. The memory is freed in the close callback, so an owner may be
/// released inside its own callback.
struct OwnedHandle<Raw>: ~Copyable {
  /// A strong reference, so that the loop outlives its handles.
  let loop: EventLoop
  /// The handle, or `nil` once closing has begun.
  private(set) var raw: UnsafeMutablePointer<Raw>?

  /// Allocates a handle and initialises it, for example with `uv_timer_init`.
  init(
    _ blank: Raw, on loop: EventLoop,
    initialize: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Raw>) -> Int32
  ) throws(UVError) {
    let block = UnsafeMutablePointer<Raw>.allocate(capacity: 1)
    block.initialize(to: blank)
    try self.init(block, on: loop, initialize: initialize)
  }

  /// Allocates a handle of some type that begins with `Raw`, such as a `uv_tcp_t` as a `uv_stream_t`.
  init(
    as type: uv_handle_type, on loop: EventLoop,
    initialize: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Raw>) -> Int32
  ) throws(UVError) {
    let size = uv_handle_size(type)
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<Raw>.alignment)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    try self.init(
      block.assumingMemoryBound(to: Raw.self), on: loop, initialize: initialize)
  }

  /// Takes over a block of memory.
  private init(
    _ block: UnsafeMutablePointer<Raw>, on loop: EventLoop,
    initialize: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Raw>) -> Int32
  ) throws(UVError) {
    guard let rawLoop = loop.raw else {
      block.deallocate()
      throw .canceled
    }
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

  /// Sets the owner for callbacks, without retaining it.
  func bind(_ owner: some HandleOwner) {
    if let raw { asHandle(raw).pointee.data = Unmanaged.passUnretained(owner).toOpaque() }
  }

  mutating func close() {
    if let handle = release() { closeBlock(handle) }
  }

  /// Transfers the open handle to the caller, who must close it and free its memory.
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

extension Endpoint.Kind {
  /// A new handle without a socket.
  func makeHandle(on loop: EventLoop) throws(UVError) -> OwnedHandle<uv_stream_t> {
    switch self {
    case .internet:
      try OwnedHandle(as: UV_TCP, on: loop) { uv_tcp_init($0, cuv_tcp($1)) }
    case .unix:
      try OwnedHandle(as: UV_NAMED_PIPE, on: loop) { uv_pipe_init($0, cuv_pipe($1), 0) }
    }
  }
}

/// Closes a handle without an owner; its memory is freed in the close callback.
func closeBlock(_ handle: UnsafeMutablePointer<uv_handle_t>) {
  handle.pointee.data = nil
  uv_close(handle, freeBlock)
}

/// The default close callback: frees the handle's memory.
func freeBlock(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  UnsafeMutableRawPointer(handle!).deallocate()
}
