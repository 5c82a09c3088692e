import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import Libuv
import Logging
import Net
import SQLiteJournal

extension BoardServer {
  /// The settings of a server. Their defaults are those of `dropline serve`, but that boards are in memory alone, and that
  /// the system chooses the port.
  public struct Configuration {
    /// Where boards are kept.
    public var place = Place.memory
    /// The boards that the server gets, unless it has them, or had them and they were removed or renamed.
    public var boards: [BoardFile] = []
    /// The HTTP port with the page, WebSockets and `/metrics`; nil if there is none.
    public var web: WebConfiguration?
    /// Who may do what; nil if everybody may do everything.
    public var access: AccessRules?
    /// The certificate of encrypted connections, also those of the HTTP port; nil if they are plain.
    public var certificate: Certificate?
    /// How often watchers get a batch.
    public var cadence = Cadence.automatic
    /// What the server logs to. The default one is that of the app, from notices on.
    public var logger: Logger
    /// The epoch of a server that keeps nothing; nil for a new one.
    package var epoch: Epoch?
    /// How connections are accepted, and ended.
    package var connections: Server.Configuration

    public init() {
      logger = Logger(label: "dropline")
      logger.logLevel = .notice
      connections = Server.Configuration(address: .loopback(0))
      connections.greetingDelay = Limits.greetingDelay
    }

    /// Where it listens for lines. Port 0 lets the system choose. Without an address it is reached by `client(named:)`
    /// and over HTTP alone.
    public var addresses: [Endpoint] {
      get { connections.sources.compactMap(\.endpoint) }
      set { connections.sources = newValue.map { .own($0) } }
    }

    /// The limit on open connections. Of descriptors there must be some more.
    public var connectionLimit: Int {
      get { connections.connectionLimit }
      set { connections.connectionLimit = newValue }
    }

    /// The proxies, whose connections begin with a header of the PROXY protocol.
    public var proxies: [AddressRange] {
      get { connections.proxies }
      set { connections.proxies = newValue }
    }

    /// How long `stop()` lets clients read their last line.
    public var farewell: Duration {
      get { connections.farewell }
      set { connections.farewell = newValue }
    }

    /// How long `stop()` waits for the disk.
    public var diskTimeout: Duration {
      get { connections.diskTimeout }
      set { connections.diskTimeout = newValue }
    }
  }

  /// Where a server keeps its boards.
  public enum Place {
    /// In memory alone.
    case memory
    /// In a directory, which is made if there is none. What is acknowledged is on the disk.
    case directory(String)
    /// Where a journal keeps them, that of a space or of a server without spaces. The text names it in the log.
    case journal(any Journal, of: SpaceName?, at: String)

    /// - Throws: `JournalFault` if another server has it, or if it is damaged.
    fileprivate func open() throws(JournalFault) -> (journal: (any Journal)?, space: SpaceName?) {
      switch self {
      case .memory: (nil, nil)
      case .directory(let path): (try SQLiteJournal(path), nil)
      case .journal(let journal, let space, _): (journal, space)
      }
    }

    /// The place for the log; nil for memory.
    fileprivate var text: String? {
      switch self {
      case .memory: nil
      case .directory(let text), .journal(_, _, let text): text
      }
    }
  }

  /// The paths of the PEM files of a certificate and of its private key.
  public struct Certificate: Hashable, Sendable {
    public var path: String
    public var keyPath: String

    public init(path: String, keyPath: String) { (self.path, self.keyPath) = (path, keyPath) }
  }
}

extension BoardServer.Configuration {
  /// The boards of the server, restored from where they are kept, and the new ones stored.
  ///
  /// - Throws: `JournalFault`; `BoardServerFault.badBoard`.
  func openStore() throws -> BoardStore {
    let (journal, space) = try place.open()
    let store = try BoardStore(
      journal, in: space, cadence: cadence, epoch: epoch, logger: logger)
    if let text = place.text {
      logger.info(
        "keeping boards", metadata: ["place": "\(text)", "restored": "\(store.restored.count)"])
    }
    for file in boards { try store.serve(file) }
    try store.save()
    return store
  }
}
