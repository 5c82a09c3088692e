import CLibuv
import Glibc

/// Where a stream connects to, and where a listener listens.
public enum Endpoint: Hashable, Sendable {
  case internet(SocketAddress)
  case unix(UnixPath)

  /// What kind of socket it needs.
  public enum Kind: Hashable, Sendable {
    /// TCP over IPv4 or IPv6.
    case internet
    /// A stream socket of this machine, with a path.
    case unix
  }

  public var kind: Kind {
    switch self {
    case .internet: .internet
    case .unix: .unix
    }
  }

  /// The numeric address, unless it is the path of a Unix socket.
  public var address: SocketAddress? {
    switch self {
    case .internet(let address): address
    case .unix: nil
    }
  }

  /// Checks that a listener could be bound to it now. Nobody can connect meanwhile.
  ///
  /// - Throws: `UVError` if another socket listens there, or if it may not be used.
  public func checkFree() throws(UVError) {
    switch self {
    case .internet(let address): try address.checkFree()
    case .unix(let path): try path.checkFree()
    }
  }
}

extension Endpoint: CustomStringConvertible {
  /// `127.0.0.1:7000`, `[::1]:7000` or `unix:/run/dropline.socket`.
  public var description: String {
    switch self {
    case .internet(let address): address.description
    case .unix(let path): path.description
    }
  }
}

extension Endpoint.Kind {
  /// A new handle without a socket.
  func makeHandle(on loop: EventLoop) throws(UVError) -> OwnedHandle<uv_stream_t> {
    switch self {
    case .internet:
      try OwnedHandle(as: UV_TCP, on: loop) { uv_tcp_init($0, cuv_tcp($1)) }
    case .unix:
      try OwnedHandle(as: UV_NAMED_PIPE, on: loop) { uv_pipe_init($0, cuv_pipe($1), 0) }
    }
  }
}
