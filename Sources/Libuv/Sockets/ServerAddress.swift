/// The address of a server: a host name or numeric address, and a port.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  package var host: String
  package var port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// A server on this machine.
  package static func loopback(_ port: UInt16) -> ServerAddress {
    ServerAddress(host: "127.0.0.1", port: port)
  }

  /// `HOST:PORT`, with brackets around an IPv6 address.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
