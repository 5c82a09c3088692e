/// The address of a server: a host and a port, or the path of a Unix socket.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// Where the server listens.
  package enum Place: Hashable, Sendable {
    /// A host name or numeric address, and a port.
    case host(String, port: UInt16)
    /// The path of a Unix socket of this machine.
    case unix(String)
  }

  package var place: Place
  /// How its certificate is verified; nil if the connection is plain.
  package var trust: ServerTrust?

  package init(_ place: Place, trust: ServerTrust? = nil) {
    self.place = place
    self.trust = trust
  }

  package init(host: String, port: UInt16, trust: ServerTrust? = nil) {
    self.init(.host(host, port: port), trust: trust)
  }

  /// A server on this machine.
  package static func loopback(_ port: UInt16) -> ServerAddress {
    ServerAddress(host: "127.0.0.1", port: port)
  }

  /// `HOST:PORT`, with brackets around an IPv6 address, or `unix:PATH`, and `tls://` in front if it is
  /// encrypted.
  package var description: String { (trust == nil ? "" : "tls://") + place.description }
}

extension ServerAddress.Place {
  /// Reads `HOST:PORT`, with brackets around an IPv6 address, as the description of a host has them.
  package init?(hostAndPort text: some StringProtocol) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { return nil }
    self = .host(host, port: port)
  }
}

extension ServerAddress.Place: CustomStringConvertible {
  package var description: String {
    switch self {
    case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }
}
