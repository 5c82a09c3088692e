import Libuv
import Net

/// The settings of the HTTP port.
public struct WebConfiguration: Sendable {
  /// The socket to listen with.
  public var source: SocketListener.Source
  /// The origins whose pages may connect, besides the server's own.
  public var origins: [WebOrigin] = []
  /// A folder with a page of one's own: `index.html` is what `/` and `/b/BOARD` show, and the other files are at `/page/NAME`. They
  /// go before the files of the built-in page, whose module a page can import, as `/page/connection.js`. Scripts and styles
  /// are files, since browsers are told to run no others. Nil for the built-in page.
  public var folder: String?
  /// Whether other machines are told the metrics, too.
  public var hasRemoteMetrics = false

  public init(_ source: SocketListener.Source) { self.source = source }

  /// - Parameter address: The address to listen on. Port 0 lets the system choose.
  public init(address: SocketAddress) { self.init(.own(.internet(address))) }
}
