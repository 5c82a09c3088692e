import CLibuv
import Glibc

extension SocketAddress {
  /// Checks that a listener could be bound to the address now. Nobody can connect meanwhile.
  ///
  /// - Throws: `UVError` if another socket listens there, or if the address or the port may not be used.
  public func checkFree() throws(UVError) {
    try withSockaddr { address in
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let socket = Glibc.socket(Int32(address.pointee.sa_family), kind, 0)
      guard socket >= 0 else { return -errno }
      defer { close(socket) }
      // As libuv does it: connections that are being closed do not keep the port.
      var isOn: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
      let isV4 = address.pointee.sa_family == sa_family_t(AF_INET)
      let size = isV4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      return bind(socket, address, socklen_t(size)) == 0 ? 0 : -errno
    }
  }
}
