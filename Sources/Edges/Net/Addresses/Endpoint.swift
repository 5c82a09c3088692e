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

/// Why a text is no address of a socket, in the words of the system.
public enum AddressFault: Error, Hashable, Sendable {
  /// `EINVAL`: it is no numeric address, or no path.
  case invalid
  /// `ENAMETOOLONG`: the path is longer than `UnixPath.maximumBytes`.
  case tooLong

  public var message: String {
    switch self {
    case .invalid: "invalid argument"
    case .tooLong: "name too long"
    }
  }
}

extension AddressFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalid: "EINVAL: \(message)"
    case .tooLong: "ENAMETOOLONG: \(message)"
    }
  }
}
