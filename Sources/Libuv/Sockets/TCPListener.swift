import CLibuv
import Glibc

/// A listening TCP socket.
///
/// In a turn of the loop it accepts a limited number of connections, so that a crowd that keeps coming
/// does not keep the loop from everybody else. The next turn goes on.
public final class TCPListener: HandleOwner {
  private var handle: OwnedHandle<uv_tcp_t>
  private let onConnection: (Result<TCPStream, UVError>) -> Void
  /// A spare descriptor for libuv, which may lose its own.
  private var spare: SpareDescriptor?
  /// The connections that were accepted in this turn.
  private var accepted = 0
  /// Whether libuv holds a connection that waits for the next turn.
  private var holdsConnection = false
  /// Fires in the next turn.
  private let nextTurn: Timer

  /// The most connections that are accepted in a turn.
  static let acceptedPerTurn = 64

  /// The bound address, with the actual port.
  public let address: SocketAddress

  /// Listens at an address; port 0 lets the system choose, and `::` accepts IPv4 as well.
  ///
  /// - Parameters:
  ///   - inherited: A bound socket to listen with instead; the address is not used then.
  ///   - onConnection: Receives each new stream, or the error of a failed accept. A stream that it does
  ///     not retain is closed.
  public init(
    at address: SocketAddress, inherited: InheritedSocket? = nil, on loop: EventLoop,
    backlog: Int32 = 4096,
    onConnection: @escaping (Result<TCPStream, UVError>) -> Void
  ) throws(UVError) {
    let spare = SpareDescriptor()
    let handle = try OwnedHandle(uv_tcp_t(), on: loop, initialize: uv_tcp_init)
    let tcp = handle.raw!
    if let inherited {
      try check(uv_tcp_open(tcp, inherited.descriptor))
    } else {
      try address.withSockaddr { uv_tcp_bind(tcp, $0, 0) }
    }
    try check(uv_listen(cuv_stream(tcp), backlog, Self.didConnect))
    self.address = try SocketAddress { uv_tcp_getsockname(tcp, $0, $1) }
    self.handle = handle
    self.spare = spare
    self.onConnection = onConnection
    let door = Door()
    nextTurn = try Timer(on: loop) { door.listener?.beginTurn() }
    door.listener = self
    self.handle.bind(self)
  }

  /// A reference to the listener for a callback that is made before its initialization ends.
  private final class Door {
    weak var listener: TCPListener?
  }

  /// Stops listening. Accepted streams stay open.
  public func close() {
    nextTurn.stop()
    handle.close()
  }

  func closeHandle() { close() }

  private static let didConnect: uv_connection_cb = { handle, status in
    let listener = Unmanaged<TCPListener>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
    listener.accept(status, from: handle!)
  }

  private func beginTurn() {
    accepted = 0
    guard holdsConnection, let tcp = handle.raw else { return }
    holdsConnection = false
    accept(0, from: cuv_stream(tcp))
  }

  private func accept(_ status: Int32, from listener: UnsafeMutablePointer<uv_stream_t>) {
    // libuv looks for no more connections while this one is not accepted.
    if status == 0, accepted == Self.acceptedPerTurn {
      holdsConnection = true
      return
    }
    if accepted == 0 { nextTurn.start(after: .zero) }
    accepted += 1
    if status == UV_EMFILE.rawValue || status == UV_ENFILE.rawValue, restoreSpare() { return }
    do throws(UVError) {
      try check(status)
      if spare == nil { spare = SpareDescriptor() }
      onConnection(.success(try TCPStream(accepting: listener, on: handle.loop)))
    } catch {
      onConnection(.failure(error))
    }
  }

  /// If no descriptor is left, libuv rejects clients with the help of a reserved one. If another
  /// thread took that in the meantime, libuv would call back endlessly in one turn. It reserves one
  /// whenever a stream is made, so closing our spare one is enough.
  ///
  /// - Returns: whether there was a spare one.
  private func restoreSpare() -> Bool {
    guard spare != nil else { return false }
    spare = nil
    guard let stream = try? TCPStream(on: handle.loop) else { return false }
    stream.close()
    return true
  }
}

/// An open descriptor whose only purpose is to be closed when another is needed.
private final class SpareDescriptor {
  private let number: Int32

  /// Nil if no descriptor is available.
  init?() {
    number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if number < 0 { return nil }
  }

  deinit { close(number) }
}

@available(*, unavailable)
extension TCPListener: Sendable {}
