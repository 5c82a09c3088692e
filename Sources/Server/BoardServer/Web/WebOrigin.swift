import Net

/// The origin of a page, as a browser names it in the header field `Origin`: `https://boards.example`.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  private let scheme: Substring
  /// The host in lowercase, with the port unless it is that of the scheme: what the field `Host` has.
  let authority: String

  /// Reads an origin: a scheme, a host and possibly a port, and nothing behind them.
  public init?(_ text: String) {
    guard let colon = text.range(of: "://") else { return nil }
    scheme = text[..<colon.lowerBound]
    let authority = text[colon.upperBound...].lowercased()
    guard scheme == "http" || scheme == "https", let (host, port) = hostAndPort(authority),
      WebOrigin.isHost(host)
    else { return nil }
    let standard: UInt16 = scheme == "http" ? 80 : 443
    self.authority = port == nil || port == standard ? String(host) : authority
  }

  public var description: String { "\(scheme)://\(authority)" }

  /// Whether a text is a name, or a numeric address with brackets if it is of IPv6.
  private static func isHost(_ text: Substring) -> Bool {
    if text.hasPrefix("[") { return numericAddress(text) != nil }
    return !text.isEmpty
      && text.utf8.allSatisfy { $0.isLowercaseLetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
  }
}

/// The two parts of an authority; nil if what stands for its port is none.
func hostAndPort(_ authority: some StringProtocol) -> (host: Substring, port: UInt16?)? {
  let authority = Substring(authority)
  guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else {
    return (authority, nil)
  }
  let digits = authority[authority.index(after: colon)...]
  guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits) else {
    return nil
  }
  return (authority[..<colon], port)
}

/// The numeric address that a host is, of IPv4, or of IPv6 in brackets; nil if it is none.
func numericAddress(_ host: Substring) -> SocketAddress? {
  let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
  let address = isBracketed ? host.dropFirst().dropLast() : host
  guard address.contains(":") == isBracketed, !address.contains("%") else { return nil }
  return try? SocketAddress(host: String(address), port: 0)
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLowercaseLetter: Bool { (0x61...0x7A).contains(self) }
}

extension String {
  /// The first place of a text in this one.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.lazy.filter { self[$0...].hasPrefix(text) }.first.map {
      $0..<index($0, offsetBy: text.count)
    }
  }
}
