import Libuv
import Net
import WebSocket

/// Which hosts a request may name, and which pages may open a WebSocket.
///
/// Any page that a browser shows can send requests here. Its `Origin` alone does not stop it: a name of
/// the attacker's can be made to resolve to this machine (DNS rebinding), and then origin and host
/// agree. So the host must be one that nobody else can own: `localhost`, a numeric address, or a host
/// that the operator has named.
struct WebBorder {
  let port: UInt16
  let origins: [WebOrigin]
  /// Whether the port speaks HTTPS.
  var isEncrypted = false

  /// A host that a request may name.
  struct Host {
    /// The field `Host` in lowercase.
    let authority: String
    /// Whether it is `localhost` or a numeric address, with the server's port.
    let isOwn: Bool

    /// Whether it is one of this machine's own, which is reached from nowhere else.
    var isLoopback: Bool {
      guard isOwn, let (host, _) = hostAndPort(authority) else { return false }
      return host == "localhost" || numericAddress(host)?.isLoopback == true
    }
  }

  /// The host that a request names; nil if the server does not answer to it.
  ///
  /// - Parameter port: The port that the client has reached, if a proxy or another node has passed it on.
  func host(of request: HTTPRequest, reachedAt port: UInt16? = nil) -> Host? {
    guard let authority = request.value("host")?.lowercased() else { return nil }
    if isOwn(authority, port ?? self.port) || isOwn(authority, self.port) {
      return Host(authority: authority, isOwn: true)
    }
    let isNamed = origins.contains { $0.authority == authority }
    return isNamed ? Host(authority: authority, isOwn: false) : nil
  }

  private func isOwn(_ authority: String, _ ownPort: UInt16) -> Bool {
    guard let (host, port) = hostAndPort(authority), port ?? (isEncrypted ? 443 : 80) == ownPort
    else { return false }
    return host == "localhost" || numericAddress(host) != nil
  }

  /// Whether a request may open a WebSocket. One without an origin is not of a page.
  func mayOpenSocket(_ request: HTTPRequest, for host: Host) -> Bool {
    let values = request.values("origin")
    guard let origin = values.first else { return true }
    guard values.count == 1 else { return false }
    return host.isOwn && origin == "\(isEncrypted ? "https" : "http")://\(host.authority)"
      || origins.contains { $0.description == origin }
  }
}
