import Libuv
import Net

/// The settings of the HTTP port.
public struct WebConfiguration: Sendable {
  /// The socket to listen with.
  public var source: SocketListener.Source
  /// The origins whose pages may connect, besides the server's own.
  public var origins: [WebOrigin] = []
  /// Whether other machines are told the metrics, too.
  public var hasRemoteMetrics = false

  public init(_ source: SocketListener.Source) { self.source = source }

  /// - Parameter address: The address to listen on. Port 0 lets the system choose.
  public init(address: SocketAddress) { self.init(.own(.internet(address))) }
}
