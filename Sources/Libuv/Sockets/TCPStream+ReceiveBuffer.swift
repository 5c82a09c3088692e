import CLibuv

extension TCPStream {
  /// Connects as `connect(to:on:completion:)` does, and has the kernel take in only about so many
  /// bytes ahead of the reader.
  ///
  /// A stream that stops reading is then felt by its peer soon. The kernel has its own least size.
  @discardableResult
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, receiveBuffer: Int32,
    completion: @escaping (Result<TCPStream, UVError>) -> Void
  ) throws(UVError) -> TCPStream {
    let stream = try TCPStream(on: loop)
    guard let tcp = stream.tcp else { throw .canceled }
    // The window is agreed upon while connecting, so the socket has to be there before.
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
