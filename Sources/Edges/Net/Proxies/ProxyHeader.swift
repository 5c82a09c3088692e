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

  static let textSignature = Array("PROXY ".utf8)
  static let binarySignature: [UInt8] = [
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
