import Glibc

/// A numeric IPv4 or IPv6 address and a port.
public struct SocketAddress: Hashable, Sendable {
  /// The numeric address; an IPv4-mapped IPv6 address appears as IPv4.
  public let host: String
  public let port: UInt16

  /// Makes an address without name resolution.
  ///
  /// - Throws: `invalid` if the host is not a numeric address.
  public init(host: String, port: UInt16) throws(AddressFault) {
    self.host = host
    self.port = port
    guard withSockaddrIfNumeric({ _ in }) != nil else { throw .invalid }
  }

  /// An address of this machine.
  package static func loopback(_ port: UInt16) -> SocketAddress {
    SocketAddress(numeric: "127.0.0.1", port)
  }

  private init(numeric host: String, _ port: UInt16) { (self.host, self.port) = (host, port) }

  /// Whether only this machine reaches it.
  public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// Whether it stands for all addresses of this machine.
  public var isUnspecified: Bool { host == "0.0.0.0" || host == "::" }

  /// Reads an address of a socket from the kernel, for example with `uv_tcp_getpeername`; nil if that fails.
  package init?(
    asking read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<Int32>) -> Int32
  ) {
    guard let storage = Self.storage(asking: read) else { return nil }
    host = Self.name(in: storage) ?? ""
    // The port is at the same place in both families.
    port = withUnsafeBytes(of: storage) {
      UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
    }
  }

  /// Reads an address of a socket from the kernel: its IPv4 address, also if that is mapped to IPv6, or
  /// the first 64 bits of its IPv6 address; nil if that fails.
  package static func network(
    asking read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<Int32>) -> Int32
  ) -> UInt64? {
    guard let storage = storage(asking: read) else { return nil }
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

  private static func storage(
    asking read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<Int32>) -> Int32
  ) -> sockaddr_storage? {
    var storage = sockaddr_storage()
    var size = Int32(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { read($0, &size) }
    }
    return status < 0 ? nil : storage
  }

  private static func name(in storage: sockaddr_storage) -> String? {
    withUnsafePointer(to: storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(of: $0) }
    }
  }

  /// The numeric host of an address in the kernel's form.
  package static func name(of address: UnsafePointer<sockaddr>) -> String? {
    let family = Int32(address.pointee.sa_family)
    guard family == AF_INET || family == AF_INET6 else { return nil }
    // The bytes of `sin_addr` and `sin6_addr`.
    let bytes = UnsafeRawPointer(address) + (family == AF_INET ? 4 : 8)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard inet_ntop(family, bytes, buffer.baseAddress!, socklen_t(buffer.count)) != nil else {
        return nil
      }
      let name = String(cString: buffer.baseAddress!)
      let mapped = "::ffff:"
      return name.hasPrefix(mapped) && name.contains(".")
        ? String(name.dropFirst(mapped.count)) : name
    }
  }

  /// Calls a closure with the address as a `sockaddr`.
  package func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    guard let result = withSockaddrIfNumeric(body) else {
      preconditionFailure("An address has a numeric host.")
    }
    return result
  }

  private func withSockaddrIfNumeric<Result>(
    _ body: (UnsafePointer<sockaddr>) -> Result
  ) -> Result? {
    var v4 = sockaddr_in()
    if inet_pton(AF_INET, host, &v4.sin_addr) == 1 {
      (v4.sin_family, v4.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
      return Self.rebind(&v4, body)
    }
    // An interface of this machine may stand behind a link-local address.
    let parts = host.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    var v6 = sockaddr_in6()
    guard inet_pton(AF_INET6, String(parts[0]), &v6.sin6_addr) == 1 else { return nil }
    (v6.sin6_family, v6.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
    if parts.count > 1 { v6.sin6_scope_id = if_nametoindex(String(parts[1])) }
    return Self.rebind(&v6, body)
  }

  private static func rebind<Address, Result>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>) -> Result
  ) -> Result {
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
