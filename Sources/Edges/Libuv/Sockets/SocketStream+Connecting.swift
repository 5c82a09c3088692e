import CLibuv
import Glibc
import Net

extension SocketStream {
  /// Connects to an endpoint and calls back exactly once, from the loop.
  ///
  /// The attempt retains the stream until then. Writes made before are queued; closing the stream
  /// that is returned ends the attempt with `UVError.canceled`.
  @discardableResult
  public static func connect(
    to endpoint: Endpoint, on loop: EventLoop,
    completion: @escaping (Result<SocketStream, UVError>) -> Void
  ) throws(UVError) -> SocketStream {
    let stream = try SocketStream(endpoint.kind, on: loop)
    guard let socket = stream.socket else { throw .canceled }
    try PendingConnect(of: stream, completion: completion).start(on: socket, to: endpoint)
    return stream
  }

  /// Accepts the pending connection of a listener.
  convenience init(
    accepting listener: UnsafeMutablePointer<uv_stream_t>, on loop: EventLoop
  ) throws(UVError) {
    try self.init(listener.pointee.type == UV_TCP ? .internet : .unix, on: loop)
    guard let socket else { throw .canceled }
    try check(uv_accept(listener, socket))
    didConnect()
  }
}

extension SocketStream {
  /// Connects as `connect(to:on:completion:)` does, and limits the kernel's receive buffer to about
  /// this many bytes.
  ///
  /// A peer then soon notices a stream that stops reading. The kernel enforces a minimum.
  @discardableResult
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, receiveBuffer: Int32,
    completion: @escaping (Result<SocketStream, UVError>) -> Void
  ) throws(UVError) -> SocketStream {
    let stream = try SocketStream(.internet, on: loop)
    guard let socket = stream.socket else { throw .canceled }
    // The window is negotiated while connecting, so the socket must exist before.
    let unspecified: SocketAddress
    do throws(AddressFault) {
      unspecified = try SocketAddress(host: address.host.contains(":") ? "::" : "0.0.0.0", port: 0)
    } catch {
      throw UVError(error)
    }
    try check(unspecified.withSockaddr { uv_tcp_bind(cuv_tcp(socket), $0, 0) })
    var size = receiveBuffer
    try check(uv_recv_buffer_size(cuv_handle(socket), &size))
    try PendingConnect(of: stream, completion: completion).start(
      on: socket, to: .internet(address))
    return stream
  }
}

// What the kernel knows of a connection, and what it is told to do with it.

extension SocketStream {
  /// The address of the client, while it is connected: the peer's, or the one that a proxy has told. Nil on
  /// a Unix socket.
  public var peerAddress: SocketAddress? { proxied?.addresses.client ?? ownPeerAddress }

  /// The peer's numeric address, also if it is a proxy.
  public var ownPeerAddress: SocketAddress? {
    guard let socket, kind == .internet else { return nil }
    return SocketAddress { uv_tcp_getpeername(cuv_tcp(socket), $0, $1) }
  }

  /// The numeric address to which the client has connected, while it is connected: one of this machine, or
  /// the one that a proxy has told. Nil on a Unix socket.
  public var localAddress: SocketAddress? {
    if let proxied { return proxied.addresses.server }
    guard let socket, kind == .internet else { return nil }
    return SocketAddress { uv_tcp_getsockname(cuv_tcp(socket), $0, $1) }
  }

  /// The client's IPv4 address, or the first 64 bits of its IPv6 address, while it is connected; nil on a
  /// Unix socket.
  public var peerNetwork: UInt64? {
    if let proxied { return proxied.addresses.client.network }
    guard let socket, kind == .internet else { return nil }
    return SocketAddress.network { uv_tcp_getpeername(cuv_tcp(socket), $0, $1) }
  }

  /// The id of the user whose process has connected to a Unix socket (`SO_PEERCRED`), while it is
  /// connected; nil over TCP.
  public var peerUser: UInt32? {
    guard kind == .unix else { return nil }
    var credentials = cuv_credentials_t()
    var size = socklen_t(MemoryLayout<cuv_credentials_t>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    return credentials.user
  }

  /// Limits the unsent bytes that the kernel buffers: `TCP_NOTSENT_LOWAT`, or `SO_SNDBUF` of a Unix socket.
  ///
  /// Without a limit the kernel buffers up to megabytes for a peer that does not read.
  public func limitUnsentInKernel(to byteCount: Int) throws(UVError) {
    switch kind {
    case .internet: try setOption(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Int32(byteCount))
    case .unix: try setOption(SOL_SOCKET, SO_SNDBUF, Int32(byteCount))
    }
  }

  /// Enables TCP keepalive: the kernel probes an idle peer after `idle`, and closes the connection
  /// after `probes` unanswered probes, one per `interval`. All times are whole seconds.
  ///
  /// A Unix socket needs none: it ends with its peer.
  public func keepAlive(
    after idle: Duration, every interval: Duration, probes: Int32
  ) throws(UVError) {
    guard kind == .internet else { return }
    try setOption(Int32(IPPROTO_TCP), TCP_KEEPIDLE, Int32(idle / .seconds(1)))
    try setOption(Int32(IPPROTO_TCP), TCP_KEEPINTVL, Int32(interval / .seconds(1)))
    try setOption(Int32(IPPROTO_TCP), TCP_KEEPCNT, probes)
    try setOption(SOL_SOCKET, SO_KEEPALIVE, 1)
  }

  /// Limits the time without an acknowledgement (`TCP_USER_TIMEOUT`).
  public func limitUnacknowledged(to duration: Duration) throws(UVError) {
    try setOption(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(duration / .milliseconds(1)))
  }

  var descriptor: Int32 {
    var descriptor: uv_os_fd_t = -1
    if let socket { uv_fileno(cuv_handle(socket), &descriptor) }
    return descriptor
  }

  private func setOption(_ level: Int32, _ name: Int32, _ value: Int32) throws(UVError) {
    var value = value
    let size = socklen_t(MemoryLayout<Int32>.size)
    if setsockopt(descriptor, level, name, &value, size) < 0 { throw UVError(code: -errno) }
  }
}

// Streams through a proxy that has said whose they are.

/// The addresses of a stream, apart from it: most streams have none.
final class ProxiedStream {
  let addresses: ProxiedAddresses

  init(_ addresses: ProxiedAddresses) { self.addresses = addresses }
}

extension SocketStream {
  /// The addresses that a proxy has told, which count as those of the stream; nil without a proxy.
  public var proxiedAddresses: ProxiedAddresses? {
    get { proxied?.addresses }
    set { proxied = newValue.map { ProxiedStream($0) } }
  }

  /// Hands bytes to the layer or the handler that were read before there was one.
  public func receive(_ bytes: [UInt8]) {
    guard isOpen, !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { didRead($0) }
  }
}
