import CLibuv
import Glibc

/// A door that TCP clients come in by.
public final class TCPListener: HandleOwner {
  private var handle: OwnedHandle<uv_tcp_t>
  private let onConnection: (Result<TCPStream, UVError>) -> Void
  /// A descriptor to give to libuv when it has lost its own.
  private var spare: SpareDescriptor?

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
    let spare = SpareDescriptor()
    let handle = try OwnedHandle(uv_tcp_t(), on: loop, initialize: uv_tcp_init)
    let tcp = handle.raw!
    try address.withSockaddr { uv_tcp_bind(tcp, $0, 0) }
    try check(uv_listen(cuv_stream(tcp), backlog, Self.didConnect))
    self.address = try SocketAddress { uv_tcp_getsockname(tcp, $0, $1) }
    self.handle = handle
    self.spare = spare
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
    if status == UV_EMFILE.rawValue || status == UV_ENFILE.rawValue, restoreSpare() { return }
    do throws(UVError) {
      try check(status)
      if spare == nil { spare = SpareDescriptor() }
      onConnection(.success(try TCPStream(accepting: listener, on: handle.loop)))
    } catch {
      onConnection(.failure(error))
    }
  }

  /// Where no descriptor is left libuv turns clients away with the help of one that it has put by.
  /// When another thread got hold of that in the meantime, it would call back without end, in one turn.
  /// It puts one by whenever a stream is made, so giving it ours is enough.
  ///
  /// - Returns: whether there was one to give.
  private func restoreSpare() -> Bool {
    guard spare != nil else { return false }
    spare = nil
    guard let stream = try? TCPStream(on: handle.loop) else { return false }
    stream.close()
    return true
  }
}

/// A descriptor that is open for the sake of its number.
private final class SpareDescriptor {
  private let number: Int32

  /// Nil where there is none to be had.
  init?() {
    number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if number < 0 { return nil }
  }

  deinit { close(number) }
}

@available(*, unavailable)
extension TCPListener: Sendable {}
