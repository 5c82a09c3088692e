import CLibuv
import Glibc
import Net

/// A connection over TCP or a Unix socket: bytes in, bytes out.
///
/// Releasing the stream closes it. It does not retain its handler, and the handler must outlive the
/// open stream.
public final class SocketStream: HandleOwner {
  private var handle: OwnedHandle<uv_stream_t>
  /// The open handle, or nil.
  ///
  /// A copy of `handle.raw`, whose access would cost every write a run-time exclusivity check.
  private(set) var socket: UnsafeMutablePointer<uv_stream_t>?
  /// Whether it is a TCP connection or one over a Unix socket.
  public let kind: Endpoint.Kind
  private unowned var currentHandler: (any SocketStreamHandler)?
  /// A tag for handlers of many streams.
  public var key: UInt64 = 0
  /// Another tag: whether each write is to be framed.
  public var isFramed = false
  /// Another tag: whether it was sent something of what its handler serves.
  public var isGreeted = false
  /// Another tag: whether its owner does not know it yet, so that it is read with all that are new.
  public var isNew = false {
    didSet {
      guard isAwaitedAsNew, !isNew else { return }
      pauseReading()
      resumeReading()
    }
  }
  /// Whether its bytes are awaited with those of others that are new.
  private var isAwaitedAsNew = false
  /// Whether what was read waits for its turn before the handler takes it. Until then nothing more is read,
  /// whoever starts reading.
  public var isHeld = false {
    didSet {
      if isHeld { pauseReading() } else { resumeReading() }
    }
  }
  /// Whether the owner wants to read.
  private var isReading = false
  /// The number of incomplete queued writes.
  public private(set) var pendingWrites: Int32 = 0
  /// What the bytes go through between the network and the owner, if anything.
  var layer: (any StreamLayer)?
  /// What the layer has received while it is being set up in steps.
  var setUp: SetUp?
  /// Whether writing is to be shut down once the layer is set up.
  var finishesWhenReady = false
  /// What a proxy has told of the stream, if it has.
  var proxied: ProxiedStream?
  /// Why the stream closed, if its layer has failed.
  package internal(set) var layerFault: StreamLayerFault?
  /// Whether writing is shut down behind what is queued.
  private var hasFinished = false
  /// Whether the peer has shut down writing, and everything before it was read.
  public private(set) var hasEnded = false

  init(_ kind: Endpoint.Kind, on loop: EventLoop) throws(UVError) {
    self.kind = kind
    handle = try kind.makeHandle(on: loop)
    socket = handle.raw
    handle.bind(self)
  }

  deinit { if isAwaitedAsNew { pauseReading() } }

  public var handler: (any SocketStreamHandler)? {
    get { currentHandler }
    set { currentHandler = newValue }
  }

  public var loop: EventLoop { handle.loop }

  /// Whether the stream is neither closed nor closing.
  public var isOpen: Bool { socket != nil }

  /// The handle if writing is allowed, or nil.
  var writableSocket: UnsafeMutablePointer<uv_stream_t>? { hasFinished ? nil : socket }

  /// The stream of a handle, or nil if it is closing.
  static func open(at handle: UnsafeMutablePointer<uv_stream_t>) -> SocketStream? {
    guard uv_is_closing(cuv_handle(handle)) == 0, let data = handle.pointee.data else { return nil }
    return Unmanaged<SocketStream>.fromOpaque(data).takeUnretainedValue()
  }
}

extension SocketStream {
  /// Starts or resumes reading.
  public func startReading() {
    isReading = true
    guard let socket, !hasEnded, !isHeld, setUp?.isDue != true else { return }
    if isNew {
      isAwaitedAsNew =
        isAwaitedAsNew || loop.crowd.newStreams.insert(self, on: socket.pointee.loop)
      if isAwaitedAsNew { return }
    }
    let status = uv_read_start(socket, Self.lendBuffer, Self.didRead)
    precondition(
      status == 0 || status == UV_EALREADY.rawValue, "Only a connected stream can be read.")
  }

  /// Stops reading; the kernel's flow control then slows the peer down.
  public func stopReading() {
    isReading = false
    pauseReading()
  }

  func pauseReading() {
    if isAwaitedAsNew { loop.crowd.newStreams.remove(self) }
    isAwaitedAsNew = false
    if let socket { uv_read_stop(socket) }
  }

  /// Reads again if the owner wants it.
  func resumeReading() {
    if isReading { startReading() }
  }

  /// All streams of a loop share one read buffer, because reads do not overlap.
  private static let lendBuffer: uv_alloc_cb = { handle, _, buffer in
    let stream = Unmanaged<SocketStream>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
    let size = stream.setUp == nil ? EventLoop.readBufferSize : SetUp.readBytes
    buffer!.pointee = cuv_buf(handle!.pointee.loop.pointee.data, size)
  }

  private static let didRead: uv_read_cb = { handle, count, buffer in
    let stream = Unmanaged<SocketStream>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
    if count > 0 {
      stream.didRead(UnsafeRawBufferPointer(start: buffer!.pointee.base, count: count))
    } else if count < 0 {
      stream.didFailToRead(UVError(code: Int32(count)))
    }
  }

  /// Reads what has arrived of a stream that is new, as much as it may send in a turn.
  func readArrived() {
    guard let socket, let buffer = socket.pointee.loop.pointee.data else { return }
    let count = recv(descriptor, buffer, NewStreams.readBytes, Int32(MSG_DONTWAIT))
    if count > 0 { return didRead(UnsafeRawBufferPointer(start: buffer, count: count)) }
    let code = count == 0 ? UV_EOF.rawValue : -errno
    if code == UV_EAGAIN.rawValue || code == UV_EINTR.rawValue { return }
    pauseReading()
    didFailToRead(UVError(code: code))
  }

  func didRead(_ bytes: UnsafeRawBufferPointer) {
    if let layer { return read(bytes, through: layer) }
    handler?.streamDidRead(self, bytes.bytes)
  }

  private func didFailToRead(_ error: UVError) {
    // Through a layer the peer says that it ends. If it does not, the last line may be cut.
    guard error.code == UV_EOF.rawValue, layer == nil || hasEnded else {
      return closeAndTell(error)
    }
    didEnd()
  }

  /// Hands on that the peer has shut down writing, which was read before there was a layer or a handler.
  public func receiveEnd() {
    guard isOpen else { return }
    hasEnded = false
    didFailToRead(UVError(code: UV_EOF.rawValue))
  }

  func didEnd() {
    guard !hasEnded else { return }
    hasEnded = true
    if layer != nil { stopReading() }
    handler?.streamDidEnd(self)
  }
}

extension SocketStream {
  func willQueueWrite() { pendingWrites += 1 }

  func didWrite(status: Int32) {
    pendingWrites -= 1
    if status < 0 {
      closeAndTell(UVError(code: status))
    } else if pendingWrites == 0 {
      handler?.streamDidDrain(self)
    }
  }

  func didConnect() {
    guard let socket, kind == .internet else { return }
    uv_tcp_nodelay(cuv_tcp(socket), 1)
    uv_tcp_keepalive(cuv_tcp(socket), 1, 60)
  }

  func didShutDown(status: Int32) {
    if status < 0 { closeAndTell(UVError(code: status)) }
  }
}

extension SocketStream {
  /// Shuts down writing after all queued bytes; reading goes on.
  public func finishWriting() {
    // What is held is sent first.
    if isSettingUp { finishesWhenReady = true } else { shutDownWriting() }
  }

  func shutDownWriting() {
    guard let socket = writableSocket else { return }
    finishLayer()
    hasFinished = true
    let status = PendingShutdown(of: self).start(on: socket)
    if status < 0 { closeAndTell(UVError(code: status)) }
  }

  /// Shuts down writing after all queued bytes, without waiting for a layer. What arrives from then on is what the
  /// network has: it is only good to be discarded.
  package func leave() {
    shutDownWriting()
    layer = nil
  }

  /// Sends the bytes that the kernel accepts at once, then closes. A peer that goes on sending may lose them to a
  /// reset: to avoid that, use `finishWriting()` and read to the end.
  public func close(saying farewell: SharedBytes) {
    write(farewell)
    finishLayer()
    discardArrived()
    close()
  }

  /// Closes at once and discards queued bytes. The handler is not called again.
  public func close() {
    currentHandler = nil
    if isAwaitedAsNew { pauseReading() }
    socket = nil
    handle.close()
  }

  /// Resets a TCP connection: the peer's next read or write fails. A Unix socket is closed. The handler is
  /// not called again.
  public func reset() {
    currentHandler = nil
    if isAwaitedAsNew { pauseReading() }
    guard let socket, let handle = handle.release() else { return }
    self.socket = nil
    if kind == .unix || uv_tcp_close_reset(cuv_tcp(socket), freeBlock) < 0 { closeBlock(handle) }
  }

  func closeHandle() { close() }

  /// Closes behind what others do in this turn, and calls the handler then.
  func closeAndTell(_ error: UVError) {
    pauseReading()
    guard let handle = handle.release() else { return }
    socket = nil
    loop.crowd.append(self, handle, error: error)
  }

  /// Reads and discards pending bytes: otherwise the kernel closes with a reset, which can overtake
  /// the last sent bytes.
  private func discardArrived() {
    guard let socket, let buffer = socket.pointee.loop.pointee.data else { return }
    let descriptor = self.descriptor
    var reads = 0
    while reads < 16, recv(descriptor, buffer, EventLoop.readBufferSize, Int32(MSG_DONTWAIT)) > 0 {
      reads += 1
    }
  }
}

@available(*, unavailable)
extension SocketStream: Sendable {}
