/// The header with which a proxy begins a connection, and which says whose it is: the PROXY protocol of
/// HAProxy, versions 1 and 2.
public struct ProxyHeader: Hashable, Sendable {
  /// The addresses; nil if those of the connection itself count, because the proxy speaks for itself, or
  /// does not know the client.
  public let addresses: ProxiedAddresses?

  /// How far a header has been read.
  public enum Progress: Hashable, Sendable {
    /// More bytes are needed.
    case incomplete
    /// The header takes so many bytes.
    case complete(ProxyHeader, byteCount: Int)
    case failed(ProxyHeaderFault)
  }

  /// Reads a header from the first bytes of a connection.
  ///
  /// - Parameter limit: The most bytes of a header of version 2. One of version 1 has at most 107.
  /// - Complexity: O(1): no more than 107 bytes are looked at.
  public static func read(_ bytes: [UInt8], limit: Int) -> Progress {
    switch version(of: bytes) {
    case .undecided: .incomplete
    case .none: .failed(.missing)
    case .text: readText(bytes)
    case .binary: readBinary(bytes, limit: limit)
    }
  }

  /// What the first bytes of a connection show.
  public enum Version: Hashable, Sendable {
    /// They are the beginning of a header, and too few to say of which version.
    case undecided
    /// They begin no header.
    case none
    /// A header of version 1.
    case text
    /// A header of version 2.
    case binary
  }

  /// The version of a header from its first bytes.
  public static func version(of bytes: [UInt8]) -> Version {
    if bytes.starts(with: textSignature) { return .text }
    if bytes.starts(with: binarySignature) { return .binary }
    let isBegun = textSignature.starts(with: bytes) || binarySignature.starts(with: bytes)
    return isBegun ? .undecided : .none
  }

  private static let textSignature = Array("PROXY ".utf8)
  private static let binarySignature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]
}

/// The addresses of a connection that comes through a proxy.
public struct ProxiedAddresses: Hashable, Sendable {
  public let client: SocketAddress
  /// The address to which the client has connected.
  public let server: SocketAddress

  public init(client: SocketAddress, server: SocketAddress) {
    self.client = client
    self.server = server
  }
}

/// Why there is no valid header.
public enum ProxyHeaderFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The connection begins with something else.
  case missing
  case tooLong
  /// The header is not what its version allows.
  case malformed(String)

  public var description: String {
    switch self {
    case .missing: "the connection does not begin with a PROXY header"
    case .tooLong: "the PROXY header is too long"
    case .malformed(let reason): "the PROXY header is malformed: \(reason)"
    }
  }
}

// Version 1: `PROXY TCP4 192.0.2.7 198.51.100.1 56324 7667`, and CR LF.

extension ProxyHeader {
  /// The most bytes of a header, with its line end.
  private static let textLimit = 107

  private static func readText(_ bytes: [UInt8]) -> Progress {
    guard let end = bytes.prefix(textLimit).firstIndex(of: 0x0A) else {
      return bytes.count < textLimit ? .incomplete : .failed(.tooLong)
    }
    guard bytes[end - 1] == 0x0D else { return .failed(.malformed("its line ends without CR")) }
    let line = bytes[textSignature.count..<max(textSignature.count, end - 1)]
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    do throws(ProxyHeaderFault) {
      let header = ProxyHeader(addresses: try addresses(in: words))
      return .complete(header, byteCount: end + 1)
    } catch { return .failed(error) }
  }

  private static func addresses(
    in words: [String]
  ) throws(ProxyHeaderFault) -> ProxiedAddresses? {
    switch words.first {
    // What follows means nothing.
    case "UNKNOWN": return nil
    case "TCP4", "TCP6":
      guard words.count == 5 else { throw .malformed("it does not have two addresses and ports") }
      return ProxiedAddresses(
        client: try address(words[1], port: words[3], words[0]),
        server: try address(words[2], port: words[4], words[0]))
    default: throw .malformed("it is for none of TCP4, TCP6 and UNKNOWN")
    }
  }

  private static func address(
    _ host: String, port: String, _ family: String
  ) throws(ProxyHeaderFault) -> SocketAddress {
    let isLegal = host.utf8.allSatisfy {
      (0x30...0x39).contains($0) || $0 == 0x2E
        || family == "TCP6" && ((0x61...0x66).contains($0 | 0x20) || $0 == 0x3A)
    }
    guard isLegal, host.contains(":") == (family == "TCP6"),
      let address = try? SocketAddress(host: host, port: 0)
    else { throw .malformed("it has an address that is none of \(family)") }
    guard let number = UInt16(port), "\(number)" == port,
      let whole = SocketAddress(bytes: address.bytes, port: number)
    else { throw .malformed("it has a port that is none") }
    return whole
  }
}

// Version 2: the signature, version and command, family and transport, the length of the rest, the
// addresses, and values that are skipped.

extension ProxyHeader {
  /// The bytes before the addresses.
  private static let headBytes = 16

  private static func readBinary(_ bytes: [UInt8], limit: Int) -> Progress {
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
