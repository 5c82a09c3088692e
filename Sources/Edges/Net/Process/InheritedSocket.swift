import Glibc

/// A listening socket that a service manager has opened for the process (socket activation,
/// `sd_listen_fds(3)`).
public struct InheritedSocket: Hashable, Sendable {
  /// `FileDescriptorName=` of its unit.
  public let name: String
  package let descriptor: Int32

  /// The number of the first descriptor.
  private static let first: Int32 = 3

  /// The sockets that the environment names, in their order. Children of the process do not inherit them.
  ///
  /// - Parameter variable: The value of a variable of the environment.
  public static func all(_ variable: (String) -> String?) -> [InheritedSocket] {
    guard variable("LISTEN_PID") == "\(getpid())",
      let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), (1...1_024).contains(count)
    else { return [] }
    let names = (variable("LISTEN_FDNAMES") ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    return (0..<Int(count)).map { index in
      let descriptor = first + Int32(index)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return InheritedSocket(
        name: index < names.count ? String(names[index]) : "", descriptor: descriptor)
    }
  }
}

extension InheritedSocket {
  /// Where it listens; nil if it is no listening TCP socket or Unix socket with a path.
  public var endpoint: Endpoint? {
    guard option(SO_ACCEPTCONN) != 0, option(SO_TYPE) == Int32(SOCK_STREAM.rawValue) else {
      return nil
    }
    switch option(SO_DOMAIN) {
    case AF_UNIX: return path.map { .unix($0) }
    case AF_INET, AF_INET6: return address.map { .internet($0) }
    default: return nil
    }
  }

  /// The value of an option of the socket; 0 if it has none.
  private func option(_ name: Int32) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : 0
  }

  private var address: SocketAddress? {
    SocketAddress { address, size in
      var length = socklen_t(size.pointee)
      return getsockname(descriptor, address, &length) == 0 ? 0 : -errno
    }
  }

  private var path: UnixPath? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard status == 0 else { return nil }
    let name = withUnsafeBytes(of: address.sun_path) { Array($0.prefix { $0 != 0 }) }
    return try? UnixPath(String(decoding: name, as: UTF8.self))
  }
}
