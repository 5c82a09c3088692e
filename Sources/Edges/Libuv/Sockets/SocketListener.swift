import CLibuv
import Glibc
import Net

/// A listening socket: TCP, or a Unix socket.
///
/// In a turn of the loop it accepts as many connections as the loop has room for in one. The next turn goes on.
public final class SocketListener: HandleOwner {
  /// What a listener listens with.
  public enum Source: Hashable, Sendable {
    /// A socket of its own.
    case own(Endpoint)
    /// One that a service manager has opened.
    case inherited(InheritedSocket)
  }

  private var handle: OwnedHandle<uv_stream_t>
  /// The file of a Unix socket of its own.
  private var file: UnixSocketFile?
  private let onConnection: (Result<SocketStream, UVError>) -> Void
  /// A spare descriptor for libuv, which may lose its own.
  private var spare: SpareDescriptor?

  /// Where it listens, with the actual port.
  public let endpoint: Endpoint

  /// Listens. Of an address, port 0 lets the system choose, and `::` accepts IPv4 as well.
  ///
  /// - Parameter onConnection: Receives each new stream, or the error of a failed accept. A stream that
  ///   it does not retain is closed.
  public init(
    with source: Source, on loop: EventLoop, backlog: Int32 = 4096,
    onConnection: @escaping (Result<SocketStream, UVError>) -> Void
  ) throws(UVError) {
    let spare = SpareDescriptor()
    guard let wanted = source.endpoint else { throw UVError(code: UV_ENOTSOCK.rawValue) }
    let handle = try wanted.kind.makeHandle(on: loop)
    let socket = handle.raw!
    switch source {
    case .own(.internet(let address)):
      try check(address.withSockaddr { uv_tcp_bind(cuv_tcp(socket), $0, 0) })
    case .own(.unix(let path)):
      let file = try UnixSocketFile(at: path, backlog: backlog)
      try check(uv_pipe_open(cuv_pipe(socket), file.descriptor))
      self.file = consume file
    case .inherited(let inherited):
      try check(
        wanted.kind == .internet
          ? uv_tcp_open(cuv_tcp(socket), inherited.descriptor)
          : uv_pipe_open(cuv_pipe(socket), inherited.descriptor))
    }
    try check(uv_listen(socket, backlog, Self.didConnect))
    endpoint =
      wanted.kind == .unix ? wanted : .internet(try Self.address(of: socket))
    self.handle = handle
    self.spare = spare
    self.onConnection = onConnection
    self.handle.bind(self)
  }

  private static func address(
    of socket: UnsafeMutablePointer<uv_stream_t>
  ) throws(UVError) -> SocketAddress {
    var status: Int32 = 0
    let address = SocketAddress {
      status = uv_tcp_getsockname(cuv_tcp(socket), $0, $1)
      return status
    }
    guard let address else { throw UVError(code: status) }
    return address
  }

  /// Stops listening, and removes the file of a Unix socket. Accepted streams stay open.
  public func close() {
    handle.close()
    file = nil
  }

  func closeHandle() { close() }

  private static let didConnect: uv_connection_cb = { handle, status in
    let listener = Unmanaged<SocketListener>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
    listener.accept(status, from: handle!)
  }

  /// Accepts the connection that libuv holds, if the turn has room for it.
  func acceptHeld() {
    if let socket = handle.raw { accept(0, from: socket) }
  }

  private func accept(_ status: Int32, from listener: UnsafeMutablePointer<uv_stream_t>) {
    // libuv looks for no more connections while this one is not accepted.
    guard handle.loop.crowd.take(.accepting) || status != 0 else {
      return handle.loop.crowd.append(self)
    }
    if status == UV_EMFILE.rawValue || status == UV_ENFILE.rawValue, restoreSpare() { return }
    do throws(UVError) {
      try check(status)
      if spare == nil { spare = SpareDescriptor() }
      onConnection(.success(try SocketStream(accepting: listener, on: handle.loop)))
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
    guard let stream = try? SocketStream(endpoint.kind, on: handle.loop) else { return false }
    stream.close()
    return true
  }
}

extension SocketListener {
  /// Listens at an address. Port 0 lets the system choose.
  public convenience init(
    at address: SocketAddress, on loop: EventLoop, backlog: Int32 = 4096,
    onConnection: @escaping (Result<SocketStream, UVError>) -> Void
  ) throws(UVError) {
    try self.init(
      with: .own(.internet(address)), on: loop, backlog: backlog, onConnection: onConnection)
  }

  /// The bound address, with the actual port; nil of a Unix socket.
  public var address: SocketAddress? { endpoint.address }

  /// The actual port; 0 of a Unix socket.
  public var port: UInt16 { address?.port ?? 0 }
}

extension SocketListener.Source {
  /// Where it is to listen; nil if an inherited descriptor is no listening stream socket.
  public var endpoint: Endpoint? {
    switch self {
    case .own(let endpoint): endpoint
    case .inherited(let socket): socket.endpoint
    }
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
extension SocketListener: Sendable {}
