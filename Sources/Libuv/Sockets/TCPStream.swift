import CLibuv
import Glibc

/// A TCP connection: bytes in, bytes out.
///
/// Releasing the stream closes it. It does not retain its handler, and the handler must outlive the
/// open stream.
public final class TCPStream: HandleOwner {
  /// How far the stream has been shut down.
  private enum Ending {
    /// Both directions are open.
    case none
    /// Writing is shut down; reading goes on.
    case finished
    /// Queued bytes are sent, then the stream closes; received bytes are discarded.
    case leaving
  }

  private var handle: OwnedHandle<uv_tcp_t>
  /// The open handle, or nil.
  ///
  /// A copy of `handle.raw`, whose access would cost every write a run-time exclusivity check.
  private(set) var tcp: UnsafeMutablePointer<uv_tcp_t>?
  private unowned var currentHandler: (any TCPStreamHandler)?
  /// A tag for handlers of many streams.
  public var key: UInt64 = 0
  /// Another tag: whether each write is to be framed.
  public var isFramed = false
  /// The number of incomplete queued writes.
  public private(set) var pendingWrites: Int32 = 0
  /// What the bytes go through between the network and the owner, if anything.
  var layer: (any StreamLayer)?
  /// Whether writing is to be shut down once the layer is set up.
  var finishesWhenReady = false
  /// Why the stream closed, if its layer has failed.
  package internal(set) var layerFault: StreamLayerFault?
  private var ending = Ending.none
  private var isShutDown = false
  private var hasEnded = false

  init(on loop: EventLoop) throws(UVError) {
    handle = try OwnedHandle(uv_tcp_t(), on: loop, initialize: uv_tcp_init)
    tcp = handle.raw
    handle.bind(self)
  }

  public var handler: (any TCPStreamHandler)? {
    get { currentHandler }
    set { currentHandler = newValue }
  }

  public var loop: EventLoop { handle.loop }

  /// Whether the stream is neither closed nor closing.
  public var isOpen: Bool { tcp != nil }

  /// The handle if writing is allowed, or nil.
  var writableTCP: UnsafeMutablePointer<uv_tcp_t>? { ending == .none ? tcp : nil }

  /// The stream of a handle, or nil if it is closing.
  static func open(at handle: UnsafeMutablePointer<uv_stream_t>) -> TCPStream? {
    let base = UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
    guard uv_is_closing(base) == 0, let data = handle.pointee.data else { return nil }
    return Unmanaged<TCPStream>.fromOpaque(data).takeUnretainedValue()
  }
}

extension TCPStream {
  /// Starts or resumes reading.
  public func startReading() {
    guard let tcp, !hasEnded else { return }
    let status = uv_read_start(cuv_stream(tcp), Self.lendBuffer, Self.didRead)
    precondition(
      status == 0 || status == UV_EALREADY.rawValue, "Only a connected stream can be read.")
  }

  /// Stops reading; the kernel's flow control then slows the peer down.
  public func stopReading() {
    if let tcp { uv_read_stop(cuv_stream(tcp)) }
  }

  /// All streams of a loop share one read buffer, because reads do not overlap.
  private static let lendBuffer: uv_alloc_cb = { handle, _, buffer in
    buffer!.pointee = cuv_buf(handle!.pointee.loop.pointee.data, EventLoop.readBufferSize)
  }

  private static let didRead: uv_read_cb = { handle, count, buffer in
    let stream = Unmanaged<TCPStream>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
    if count > 0 {
      stream.didRead(UnsafeRawBufferPointer(start: buffer!.pointee.base, count: count))
    } else if count < 0 {
      stream.didFailToRead(UVError(code: Int32(count)))
    }
  }

  private func didRead(_ bytes: UnsafeRawBufferPointer) {
    if ending == .leaving { return }
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

  func didEnd() {
    guard !hasEnded else { return }
    hasEnded = true
    if layer != nil { stopReading() }
    if ending != .leaving { handler?.streamDidEnd(self) }
  }
}

extension TCPStream {
  func willQueueWrite() { pendingWrites += 1 }

  func didWrite(status: Int32) {
    pendingWrites -= 1
    if status < 0 {
      closeAndTell(UVError(code: status))
    } else if pendingWrites == 0 && ending != .leaving {
      handler?.streamDidDrain(self)
    }
  }

  func didConnect() {
    guard let tcp else { return }
    uv_tcp_nodelay(tcp, 1)
    uv_tcp_keepalive(tcp, 1, 60)
  }

  func didShutDown(status: Int32) {
    isShutDown = true
    if status < 0 {
      closeAndTell(UVError(code: status))
    } else if ending == .leaving {
      closeAndTell(nil)
    }
  }
}

extension TCPStream {
  /// Shuts down writing after all queued bytes; reading goes on.
  public func finishWriting() {
    // What is held is sent first.
    if isSettingUp { finishesWhenReady = true } else { shutDownWriting() }
  }

  func shutDownWriting() {
    guard let tcp = writableTCP else { return }
    finishLayer()
    ending = .finished
    let status = PendingShutdown(of: self).start(on: tcp)
    if status < 0 { closeAndTell(UVError(code: status)) }
  }

  /// Sends all queued bytes, then closes and calls the handler.
  ///
  /// The stream and its handler are retained until then; received bytes are discarded. A peer that
  /// does not read can delay this forever: `close()` ends the wait. A peer that keeps sending may
  /// lose the last bytes to a reset; to avoid that, use `finishWriting()` and read to the end.
  public func shutdownAfterWrites() {
    guard isOpen, ending != .leaving else { return }
    shutDownWriting()
    ending = .leaving
    if isShutDown { closeAndTell(nil) }
  }

  /// Sends the bytes that the kernel accepts at once, then closes.
  public func close(saying farewell: SharedBytes) {
    write(farewell)
    finishLayer()
    discardArrived()
    close()
  }

  /// Closes at once and discards queued bytes. The handler is not called again.
  public func close() {
    currentHandler = nil
    tcp = nil
    handle.close()
  }

  /// Resets the connection: the peer's next read or write fails. The handler is not called again.
  public func reset() {
    currentHandler = nil
    guard let tcp, let handle = handle.release() else { return }
    self.tcp = nil
    if uv_tcp_close_reset(tcp, freeBlock) < 0 { closeBlock(handle) }
  }

  func closeHandle() { close() }

  func closeAndTell(_ error: UVError?) {
    discardArrived()
    guard let handle = handle.release() else { return }
    tcp = nil
    PendingClose(of: self, error: error).start(on: handle)
  }

  /// Reads and discards pending bytes: otherwise the kernel closes with a reset, which can overtake
  /// the last sent bytes.
  private func discardArrived() {
    guard let tcp, let buffer = tcp.pointee.loop.pointee.data else { return }
    let descriptor = self.descriptor
    var reads = 0
    while reads < 16, recv(descriptor, buffer, EventLoop.readBufferSize, Int32(MSG_DONTWAIT)) > 0 {
      reads += 1
    }
  }
}

extension TCPStream {
  /// The peer's numeric address, while it is connected.
  public var peerAddress: SocketAddress? {
    guard let tcp else { return nil }
    return try? SocketAddress { uv_tcp_getpeername(tcp, $0, $1) }
  }

  /// The numeric address at which the peer has reached this machine, while it is connected.
  public var localAddress: SocketAddress? {
    guard let tcp else { return nil }
    return try? SocketAddress { uv_tcp_getsockname(tcp, $0, $1) }
  }

  /// The peer's IPv4 address, or the first 64 bits of its IPv6 address, while it is connected.
  public var peerNetwork: UInt64? {
    guard let tcp else { return nil }
    return try? SocketAddress.network { uv_tcp_getpeername(tcp, $0, $1) }
  }

  /// Limits the unsent bytes that the kernel buffers (`TCP_NOTSENT_LOWAT`).
  ///
  /// Without a limit the kernel buffers megabytes for a peer that does not read.
  public func limitUnsentInKernel(to byteCount: Int) throws(UVError) {
    try setOption(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Int32(byteCount))
  }

  /// Enables TCP keepalive: the kernel probes an idle peer after `idle`, and closes the connection
  /// after `probes` unanswered probes, one per `interval`. All times are whole seconds.
  public func keepAlive(
    after idle: Duration, every interval: Duration, probes: Int32
  ) throws(UVError) {
    try setOption(Int32(IPPROTO_TCP), TCP_KEEPIDLE, Int32(idle / .seconds(1)))
    try setOption(Int32(IPPROTO_TCP), TCP_KEEPINTVL, Int32(interval / .seconds(1)))
    try setOption(Int32(IPPROTO_TCP), TCP_KEEPCNT, probes)
    try setOption(SOL_SOCKET, SO_KEEPALIVE, 1)
  }

  /// Limits the time without an acknowledgement (`TCP_USER_TIMEOUT`).
  public func limitUnacknowledged(to duration: Duration) throws(UVError) {
    try setOption(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(duration / .milliseconds(1)))
  }

  private var descriptor: Int32 {
    var descriptor: uv_os_fd_t = -1
    if let tcp {
      uv_fileno(UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_handle_t.self), &descriptor)
    }
    return descriptor
  }

  private func setOption(_ level: Int32, _ name: Int32, _ value: Int32) throws(UVError) {
    var value = value
    let size = socklen_t(MemoryLayout<Int32>.size)
    if setsockopt(descriptor, level, name, &value, size) < 0 { throw UVError(code: -errno) }
  }
}

@available(*, unavailable)
extension TCPStream: Sendable {}
