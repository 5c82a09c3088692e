/// The address of a server: a host name or numeric address, and a port.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  package var host: String
  package var port: UInt16
  /// How its certificate is verified; nil if the connection is plain.
  package var trust: ServerTrust?

  package init(host: String, port: UInt16, trust: ServerTrust? = nil) {
    self.host = host
    self.port = port
    self.trust = trust
  }

  /// A server on this machine.
  package static func loopback(_ port: UInt16) -> ServerAddress {
    ServerAddress(host: "127.0.0.1", port: port)
  }

  /// `HOST:PORT`, with brackets around an IPv6 address, and `tls://` in front if it is encrypted.
  package var description: String {
    (trust == nil ? "" : "tls://") + (host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)")
  }
}
