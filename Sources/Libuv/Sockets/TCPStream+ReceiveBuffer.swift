import CLibuv

extension TCPStream {
  /// Connects as `connect(to:on:completion:)` does, and limits the kernel's receive buffer to about
  /// this many bytes.
  ///
  /// A peer then soon notices a stream that stops reading. The kernel enforces a minimum.
  @discardableResult
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, receiveBuffer: Int32,
    completion: @escaping (Result<TCPStream, UVError>) -> Void
  ) throws(UVError) -> TCPStream {
    let stream = try TCPStream(on: loop)
    guard let tcp = stream.tcp else { throw .canceled }
    // The window is negotiated while connecting, so the socket must exist before.
    let any = try SocketAddress(host: address.host.contains(":") ? "::" : "0.0.0.0", port: 0)
    try any.withSockaddr { uv_tcp_bind(tcp, $0, 0) }
    var size = receiveBuffer
    try UnsafeMutableRawPointer(tcp).withMemoryRebound(to: uv_handle_t.self, capacity: 1) {
      handle throws(UVError) in try check(uv_recv_buffer_size(handle, &size))
    }
    try PendingConnect(of: stream, completion: completion).start(on: tcp, to: address)
    return stream
  }
}
