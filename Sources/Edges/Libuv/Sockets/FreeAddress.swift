import Glibc
import Net

extension Endpoint {
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

extension SocketAddress {
  /// Checks that a listener could be bound to the address now. Nobody can connect meanwhile.
  ///
  /// - Throws: `UVError` if another socket listens there, or if the address or the port may not be used.
  public func checkFree() throws(UVError) {
    close(try boundSocket())
  }

  /// A socket that is bound to the address as libuv does it: connections that are being closed do not keep the
  /// port, and `::` takes IPv4 as well.
  ///
  /// - Returns: Its descriptor, which the caller closes.
  package func boundSocket() throws(UVError) -> Int32 {
    var descriptor: Int32 = -1
    let status: Int32 = withSockaddr { address in
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      descriptor = Glibc.socket(Int32(address.pointee.sa_family), kind, 0)
      guard descriptor >= 0 else { return -errno }
      var (isOn, isOff): (Int32, Int32) = (1, 0)
      let optionSize = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, optionSize)
      let isV4 = address.pointee.sa_family == sa_family_t(AF_INET)
      if !isV4 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isOff, optionSize) }
      let size = isV4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      if bind(descriptor, address, socklen_t(size)) == 0 { return 0 }
      let error = -errno
      close(descriptor)
      return error
    }
    try check(status)
    return descriptor
  }
}
