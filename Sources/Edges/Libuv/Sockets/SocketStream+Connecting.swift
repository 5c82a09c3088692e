import CLibuv
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
