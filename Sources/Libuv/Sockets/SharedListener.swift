import CLibuv
import Glibc

/// A TCP socket that listens as long as this object exists, whoever accepts from it.
///
/// While nobody accepts, connections wait in the kernel. So one owner of the connections can follow another
/// without anybody being refused.
public final class SharedListener {
  private let descriptor: Int32

  /// Listens at an address, where port 0 lets the system choose, or with an inherited socket.
  ///
  /// - Throws: `UVError` if the address is not available.
  public init(_ source: SocketListener.Source, backlog: Int32 = 4096) throws(UVError) {
    switch source {
    case .inherited(let socket): descriptor = socket.descriptor
    case .own(.unix): throw .notSupported
    case .own(.internet(let address)):
      var opened: Int32 = -1
      try address.withSockaddr { address in
        opened = Self.open(address, backlog)
        return opened < 0 ? opened : 0
      }
      descriptor = opened
    }
  }

  deinit { close(descriptor) }

  /// - Returns: The descriptor, or an error less than 0.
  private static func open(_ address: UnsafePointer<sockaddr>, _ backlog: Int32) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(Int32(address.pointee.sa_family), kind, 0)
    guard socket >= 0 else { return -errno }
    var (isOn, isOff): (Int32, Int32) = (1, 0)
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, size)
    let isV4 = address.pointee.sa_family == sa_family_t(AF_INET)
    if !isV4 { setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isOff, size) }
    let length = isV4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    if bind(socket, address, socklen_t(length)) == 0, listen(socket, backlog) == 0 { return socket }
    let error = -errno
    close(socket)
    return error
  }

  /// The socket once more, for a listener, which closes its own.
  ///
  /// - Throws: `UVError` if no descriptor is left.
  public var source: SocketListener.Source {
    get throws(UVError) {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw UVError(code: -errno) }
      return .inherited(InheritedSocket(name: "", descriptor: copy))
    }
  }

  /// Where it listens, with the actual port.
  public var endpoint: Endpoint? { InheritedSocket(name: "", descriptor: descriptor).endpoint }
}
