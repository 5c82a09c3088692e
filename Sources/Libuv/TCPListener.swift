import CLibuv

/// A door that TCP clients come in by.
public final class TCPListener: HandleOwner {
  private var handle: OwnedHandle<uv_tcp_t>
  private let onConnection: (Result<TCPStream, UVError>) -> Void

  /// Where the listener listens, with the port that was really given.
  public let address: SocketAddress

  /// Listens at an address; port 0 lets the system choose, and `::` takes IPv4 as well.
  ///
  /// - Parameter onConnection: Gets each new stream, or the reason why one could not be accepted.
  ///   A stream that it does not keep is closed.
  public init(
    at address: SocketAddress, on loop: EventLoop, backlog: Int32 = 4096,
    onConnection: @escaping (Result<TCPStream, UVError>) -> Void
  ) throws(UVError) {
    let handle = try OwnedHandle(uv_tcp_t(), on: loop, initialize: uv_tcp_init)
    let tcp = handle.raw!
    try address.withSockaddr { uv_tcp_bind(tcp, $0, 0) }
    try check(uv_listen(cuv_stream(tcp), backlog, Self.didConnect))
    self.address = try SocketAddress { uv_tcp_getsockname(tcp, $0, $1) }
    self.handle = handle
    self.onConnection = onConnection
    self.handle.bind(self)
  }

  /// Stops listening. Streams that were accepted stay.
  public func close() { handle.close() }

  func closeHandle() { close() }

  private static let didConnect: uv_connection_cb = { handle, status in
    let listener = Unmanaged<TCPListener>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
    listener.accept(status, from: handle!)
  }

  private func accept(_ status: Int32, from listener: UnsafeMutablePointer<uv_stream_t>) {
    do throws(UVError) {
      try check(status)
      onConnection(.success(try TCPStream(accepting: listener, on: handle.loop)))
    } catch {
      onConnection(.failure(error))
    }
  }
}

@available(*, unavailable)
extension TCPListener: Sendable {}
