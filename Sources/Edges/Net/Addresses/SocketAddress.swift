import CLibuv
import Glibc

/// A numeric IPv4 or IPv6 address and a port.
public struct SocketAddress: Hashable, Sendable {
  /// The numeric address; an IPv4-mapped IPv6 address appears as IPv4.
  public let host: String
  public let port: UInt16

  /// Makes an address without name resolution.
  ///
  /// - Throws: `EINVAL` if the host is not a numeric address.
  public init(host: String, port: UInt16) throws(UVError) {
    self.host = host
    self.port = port
    try withSockaddr { _ in 0 }
  }

  /// Whether only this machine reaches it.
  public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// Whether it stands for all addresses of this machine.
  public var isUnspecified: Bool { host == "0.0.0.0" || host == "::" }

  /// Reads an address of a socket from the kernel, for example with `uv_tcp_getpeername`.
  init(
    asking read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<Int32>) -> Int32
  ) throws(UVError) {
    var storage = sockaddr_storage()
    var size = Int32(MemoryLayout<sockaddr_storage>.size)
    var status: Int32 = 0
    var host = ""
    var port: UInt16 = 0
    withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        status = read(address, &size)
        if status == 0 { host = Self.name(of: address) ?? "" }
      }
      // The port is at the same place in both families.
      storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        port = UInt16(bigEndian: address.pointee.sin_port)
      }
    }
    try check(status)
    self.host = host
    self.port = port
  }

  /// Reads an address of a socket from the kernel: its IPv4 address, also if that is mapped to IPv6, or
  /// the first 64 bits of its IPv6 address.
  static func network(
    asking read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<Int32>) -> Int32
  ) throws(UVError) -> UInt64 {
    var storage = sockaddr_storage()
    var size = Int32(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { read($0, &size) }
    }
    try check(status)
    return withUnsafeBytes(of: storage) { bytes in
      if storage.ss_family == sa_family_t(AF_INET) {
        return UInt64(UInt32(bigEndian: bytes.load(fromByteOffset: 4, as: UInt32.self)))
      }
      // The bytes of `sin6_addr`.
      let (high, low) = (
        UInt64(bigEndian: bytes.load(fromByteOffset: 8, as: UInt64.self)),
        UInt64(bigEndian: bytes.load(fromByteOffset: 16, as: UInt64.self))
      )
      return high == 0 && low >> 32 == 0xFFFF ? low & 0xFFFF_FFFF : high
    }
  }

  /// The numeric host of an address in the kernel's form.
  static func name(of address: UnsafePointer<sockaddr>) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard uv_ip_name(address, buffer.baseAddress!, buffer.count) == 0 else { return nil }
      let name = String(cString: buffer.baseAddress!)
      let mapped = "::ffff:"
      return name.hasPrefix(mapped) && name.contains(".")
        ? String(name.dropFirst(mapped.count)) : name
    }
  }

  /// Calls a closure with the address as a `sockaddr`.
  func withSockaddr(_ body: (UnsafePointer<sockaddr>) -> Int32) throws(UVError) {
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    if uv_ip4_addr(host, Int32(port), &v4) == 0 {
      try check(Self.rebind(&v4, body))
    } else {
      try check(uv_ip6_addr(host, Int32(port), &v6))
      try check(Self.rebind(&v6, body))
    }
  }

  private static func rebind<Address>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The address as in a URL: `127.0.0.1:7000` or `[::1]:7000`.
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
