import BoardModel
import Libuv
import TLS

/// Where other nodes of a cluster connect for their clients.
///
/// A connection is encrypted. The other node verifies the certificate by its digest, which it has from the database,
/// and is known itself by the secret of the cluster.
///
/// It begins with a header of the PROXY protocol, version 2, which says whose it is. Its values are the secret, and
/// whether the client speaks HTTP. What follows is what the client has sent, which may be encrypted itself.
public struct NodeLink {
  public let source: SocketListener.Source
  /// What all nodes know, and nobody else.
  public let secret: [UInt8]
  let identity: ServerIdentity

  package init(
    _ source: SocketListener.Source, secret: [UInt8], identity: ServerIdentity
  ) {
    self.source = source
    self.secret = secret
    self.identity = identity
  }

  /// What the client of a link speaks.
  public enum Port: Sendable {
    case lines
    case web
  }

  /// The types of the values, of those that the PROXY protocol leaves to applications, and its own for the
  /// protocol of the client (`PP2_TYPE_ALPN`).
  private static let secretType: UInt8 = 0xE0
  private static let protocolType: UInt8 = 0x01
  private static let web = Array("http/1.1".utf8)

  /// The header of a connection for a client.
  public static func header(
    for addresses: ProxiedAddresses, of port: Port, secret: [UInt8]
  ) -> [UInt8] {
    var values = [(type: secretType, bytes: secret)]
    switch port {
    case .lines: break
    case .web: values.append((protocolType, web))
    }
    return ProxyHeader.bytes(addresses, values)
  }

  /// What the client speaks, if the header has the secret. The time does not depend on how much of it is right.
  func port(of header: ProxyHeader) -> Port? {
    let found = header.values[Self.secretType] ?? []
    guard found.count == secret.count else { return nil }
    let difference = zip(found, secret).reduce(0) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0 else { return nil }
    return header.values[Self.protocolType] == Self.web ? .web : .lines
  }
}
