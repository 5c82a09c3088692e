// Version 2: the signature, version and command, family and transport, the length of the rest, the
// addresses, and values that are skipped.

extension ProxyHeader {
  /// The bytes before the addresses.
  private static let headBytes = 16

  static func readBinary(_ bytes: [UInt8], limit: Int) -> Progress {
    guard bytes.count >= headBytes else { return .incomplete }
    let restBytes = Int(bytes[14]) << 8 | Int(bytes[15])
    let byteCount = headBytes + restBytes
    do throws(ProxyHeaderFault) {
      guard byteCount <= limit else { throw .tooLong }
      let family = try family(of: bytes)
      guard restBytes >= family?.addressBytes ?? 0 else {
        throw .malformed("it has not room for its addresses")
      }
      guard bytes.count >= byteCount else { return .incomplete }
      let header = ProxyHeader(addresses: family.flatMap { addresses(in: bytes, of: $0) })
      return .complete(header, byteCount: byteCount)
    } catch { return .failed(error) }
  }

  /// What the addresses of a header are.
  private enum Family {
    case v4, v6
    /// Paths on the machine of the proxy.
    case unix

    /// The bytes of both addresses and ports.
    var addressBytes: Int {
      switch self {
      case .v4: 12
      case .v6: 36
      case .unix: 216
      }
    }
  }

  /// - Returns: Nil if there are no addresses, or none that count.
  private static func family(of bytes: [UInt8]) throws(ProxyHeaderFault) -> Family? {
    switch bytes[12] {
    // A connection of the proxy itself.
    case 0x20: return nil
    case 0x21: break
    case let byte where byte >> 4 == 2: throw .malformed("it has an unknown command")
    default: throw .malformed("it is not of version 2")
    }
    switch bytes[13] {
    case 0x00: return nil
    case 0x11: return .v4
    case 0x21: return .v6
    case 0x31: return .unix
    default: throw .malformed("it is not for a stream over IPv4, IPv6 or a Unix socket")
    }
  }

  private static func addresses(in bytes: [UInt8], of family: Family) -> ProxiedAddresses? {
    let size: Int
    switch family {
    case .v4: size = 4
    case .v6: size = 16
    case .unix: return nil
    }
    let ports = headBytes + 2 * size
    func address(at offset: Int, port: Int) -> SocketAddress? {
      SocketAddress(
        bytes: bytes[offset..<offset + size],
        port: UInt16(bytes[port]) << 8 | UInt16(bytes[port + 1]))
    }
    guard let client = address(at: headBytes, port: ports),
      let server = address(at: headBytes + size, port: ports + 2)
    else { return nil }
    return ProxiedAddresses(client: client, server: server)
  }
}
