import Glibc

/// A listening socket that a service manager has opened for the process (socket activation,
/// `sd_listen_fds(3)`).
public struct InheritedSocket: Hashable, Sendable {
  /// `FileDescriptorName=` of its unit.
  public let name: String
  let descriptor: Int32

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
  /// The address it is bound to; nil if it is no TCP socket.
  public var address: SocketAddress? {
    var kind: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &kind, &size) == 0, kind != 0 else {
      return nil
    }
    let address = try? SocketAddress { address, size in
      var length = socklen_t(size.pointee)
      return getsockname(descriptor, address, &length) == 0 ? 0 : -errno
    }
    return address.flatMap { $0.host.isEmpty ? nil : $0 }
  }
}
