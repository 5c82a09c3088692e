import Glibc

extension SocketAddress {
  /// What is before an IPv4 address in the IPv6 address to which it is mapped.
  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Makes an address from its bytes, in network order.
  ///
  /// - Parameter bytes: 4 of an IPv4 address, or 16 of an IPv6 address.
  init?(bytes: some Collection<UInt8>, port: UInt16) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    var v4 = sockaddr_in()
    v4.sin_family = sa_family_t(AF_INET)
    var v6 = sockaddr_in6()
    v6.sin6_family = sa_family_t(AF_INET6)
    let isV4 = bytes.count == 4
    if isV4 {
      withUnsafeMutableBytes(of: &v4.sin_addr) { $0.copyBytes(from: bytes) }
    } else {
      withUnsafeMutableBytes(of: &v6.sin6_addr) { $0.copyBytes(from: bytes) }
    }
    let name = isV4 ? Self.host(of: &v4) : Self.host(of: &v6)
    guard let name, let address = try? SocketAddress(host: name, port: port) else { return nil }
    self = address
  }

  private static func host<Address>(of address: inout Address) -> String? {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(of: $0) }
    }
  }

  /// The 4 bytes of an IPv4 address, also of one that is mapped to IPv6, or the 16 of an IPv6 address, in
  /// network order.
  var bytes: [UInt8] {
    let bytes: [UInt8] = withSockaddr { address in
      if address.pointee.sa_family == sa_family_t(AF_INET) {
        address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
        }
      } else {
        address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
        }
      }
    }
    return bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : bytes
  }

  /// The IPv4 address, or the first 64 bits of the IPv6 address.
  package var network: UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
