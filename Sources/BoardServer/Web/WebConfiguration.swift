import Libuv

/// The settings of the HTTP port.
public struct WebConfiguration: Sendable {
  /// The address to listen on. Port 0 lets the system choose.
  public var address: SocketAddress
  /// The socket to listen with instead, if a service manager has opened one.
  public var inherited: InheritedSocket?
  /// The origins whose pages may connect, besides the server's own.
  public var origins: [WebOrigin] = []
  /// Whether other machines are told the metrics, too.
  public var hasRemoteMetrics = false

  public init(address: SocketAddress) { self.address = address }
}
