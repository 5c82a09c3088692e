import CLibuv
import Net

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
