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
