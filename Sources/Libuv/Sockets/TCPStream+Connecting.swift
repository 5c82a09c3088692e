import CLibuv

extension TCPStream {
  /// Connects to an address and calls back exactly once, from the loop.
  ///
  /// The attempt retains the stream until then. Writes made before are queued; closing the stream
  /// that is returned ends the attempt with `UVError.canceled`.
  @discardableResult
  public static func connect(
    to address: SocketAddress, on loop: EventLoop,
    completion: @escaping (Result<TCPStream, UVError>) -> Void
  ) throws(UVError) -> TCPStream {
    let stream = try TCPStream(on: loop)
    guard let tcp = stream.tcp else { throw .canceled }
    try PendingConnect(of: stream, completion: completion).start(on: tcp, to: address)
    return stream
  }

  /// Accepts the pending connection of a listener.
  convenience init(
    accepting listener: UnsafeMutablePointer<uv_stream_t>, on loop: EventLoop
  ) throws(UVError) {
    try self.init(on: loop)
    guard let tcp else { throw .canceled }
    try check(uv_accept(listener, cuv_stream(tcp)))
    didConnect()
  }
}
