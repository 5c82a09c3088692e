import ArgumentParser
import Libuv
import Net

/// Where a server is told to listen: `HOST:PORT`, with brackets around an IPv6 address, or `unix:PATH`.
enum ListenAddress: ExpressibleByArgument {
  case internet(host: String, port: UInt16)
  case unix(path: String)

  init?(argument: String) {
    if let path = unixSocketPath(in: argument) {
      self = .unix(path: path)
      return
    }
    guard case .host(let host, let port)? = ServerAddress.Place(hostAndPort: argument)
    else { return nil }
    self = .internet(host: host == "localhost" ? "127.0.0.1" : host, port: port)
  }

  init(_ endpoint: Endpoint) {
    switch endpoint {
    case .internet(let address): self = .internet(host: address.host, port: address.port)
    case .unix(let path): self = .unix(path: path.string)
    }
  }

  /// Nil of a Unix socket.
  var port: UInt16? {
    switch self {
    case .internet(_, let port): port
    case .unix: nil
    }
  }

  /// Whether only this machine reaches it.
  var isLocal: Bool {
    switch self {
    case .internet(let host, _): host.hasPrefix("127.") || host == "::1"
    case .unix: true
    }
  }

  /// - Throws: `UVError` if the host is no numeric address, or the path no path of a Unix socket.
  var endpoint: Endpoint {
    get throws(UVError) {
      do throws(AddressFault) {
        switch self {
        case .internet(let host, let port):
          return .internet(try SocketAddress(host: host, port: port))
        case .unix(let path): return .unix(try UnixPath(path))
        }
      } catch {
        throw UVError(error)
      }
    }
  }
}

extension ListenAddress {
  /// Whether others can be told the address as it is: it is no name, no path, and not that of all interfaces.
  func isNumeric(orUnspecified: Bool = false) -> Bool {
    guard case .internet(let address)? = try? endpoint else { return false }
    return orUnspecified || !address.isUnspecified
  }
}

extension ListenAddress: CustomStringConvertible {
  var description: String {
    switch self {
    case .internet(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  var defaultValueDescription: String { description }
}
