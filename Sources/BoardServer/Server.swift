import BoardHub
import BoardJournal
import BoardModel
import Libuv
import Logging
import TLS

/// The I/O around the hub: it moves bytes between sockets and the hub, and advances the hub's clock.
///
/// It decides nothing about boards. The thread that calls `run()` owns it; other threads use
/// `control`.
public final class Server {
  /// The settings of a server.
  public struct Configuration {
    /// The sockets to listen with.
    public var sources: [SocketListener.Source]
    /// The proxies, whose connections begin with a header of the PROXY protocol.
    public var proxies: [AddressRange] = []
    /// Where other nodes connect for their clients (`NodeLink`).
    public var links: [NodeLink] = []
    /// The limit on open connections.
    public var connectionLimit: Int = Limits.connections
    /// How long a server that another one replaces waits for the drags that go on; nil if none does.
    public var drain: Duration?
    /// The timeout for the disk when the server stops, and what is then called instead of a reply to what
    /// waits for the disk: a thread in the kernel cannot be ended, and the process with it.
    public var diskTimeout: Duration = .seconds(10)
    public var onSilentDisk: (() -> Void)?
    /// The timeout for clients to read their `bye` when the server stops.
    public var farewell: Duration = .seconds(2)
    /// The timeout for a connection that is being closed and reads nothing of its last lines.
    public var closeTimeout: Duration = .seconds(30)
    /// The time that a greeting waits for the first bytes of a client, which may be a browser (A.4).
    public var greetingDelay: Duration = .zero
    /// The limit on bytes that the kernel buffers for a peer that does not read.
    public var unsentInKernel = 16_384
    /// Called at the milestones of each committed group, so that tests can end the process there.
    public var onMilestone: ((Milestone) -> Void)?

    public init(_ sources: [SocketListener.Source]) {
      self.sources = sources
    }

    /// - Parameter address: The address to listen on. Port 0 lets the system choose.
    public init(address: SocketAddress) {
      self.init([.own(.internet(address))])
    }
  }

  /// The milestones from a committed group to its last effect.
  public enum Milestone: String, Sendable {
    case beforeRelease = "before-release"
    /// After the first effect.
    case midRelease = "mid-release"
    case afterRelease = "after-release"
  }

  package let hub: Hub
  package let loop: EventLoop
  let logger: Logger
  let configuration: Configuration
  var listeners: [SocketListener] = []
  var linkListeners: [SocketListener] = []
  /// The certificate of encrypted connections; nil if they are plain.
  var identity: ServerIdentity?
  /// The HTTP port, if there is one.
  private(set) var web: WebListener?
  let timer: Timer
  var signalWatchers: [SignalWatcher] = []
  /// The service manager that is told what the server does, and the timer that tells it that the loop goes
  /// on; nil if there is none.
  var serviceManager: ServiceManager?
  var watchdogTimer: Timer?
  let inbox: AsyncInbox<ServerControl.Command>
  /// The open connections, by slot.
  package internal(set) var peers: [Peer?] = []
  var peerCount = 0
  /// When the first command of this turn began; nil before it.
  var turnStart: Duration?
  /// The connections that are not greeted yet.
  var arrivals = AwaitedStreams<Arrival>()
  /// The connections that may begin with the header of a proxy.
  var proxyArrivals = AwaitedStreams<ProxyArrival>()
  /// When the log has last warned of a header that is not valid.
  var lastProxyWarning: Duration?
  private(set) lazy var peerHandler = PeerHandler(of: self)
  /// The peers that are being closed, and may still read their last lines.
  var leaving: [ObjectIdentifier: Leaving] = [:]
  var isStopping = false
  /// Whether drags may end before the server stops.
  var isDraining = false
  /// The timer for the disk when the server stops.
  var diskTimer: Timer?
  /// The journal, or nil if boards are in memory only.
  let journal: (any Journal)?
  /// The thread that waits for the disk.
  let worker: Worker
  /// The thread that loads boards, and what they are loaded from.
  let loader: Worker
  let source: (any BoardSource)?
  /// The thread that makes long changes.
  let changer: Worker
  /// The thread that checks the journal.
  let checker: Worker
  /// Whether it has found nothing.
  var isChecked = false
  /// The turn whose journal group is to be committed before its effects are performed; nil if there is
  /// none. No command is executed meanwhile.
  var pendingTurn: Turn?
  /// The commits since the journal had time for checkpoints and snapshots.
  var commitsInARow = 0
  /// Under a load without pauses, a checkpoint or a part of a snapshot comes after so many commits.
  static let mostCommitsInARow = 256
  /// The snapshot that is to be committed when nothing else is; nil if none is encoded.
  var encodedSnapshot: EncodedSnapshot?
  /// Whether changes are refused because the disk is full.
  var isDiskFull = false
  /// The timer for the next check for room.
  let roomTimer: Timer
  /// The timer for the next renewal of the journal's lease.
  let renewalTimer: Timer
  /// How often the journal's lease is to be renewed; nil if it has none.
  let renewalInterval: Duration?
  /// When the last commit or renewal that was good was begun; nil before the first one.
  var leaseStart: Duration?
  /// Whether the last renewal had no answer, which was logged.
  var isRenewalOverdue = false
  /// Whether it has stopped so that another node takes over.
  public internal(set) var hasSteppedDown = false
  /// The seconds for which the pending turn has waited while the process ran.
  var pendingTicks = 0
  /// The connections that the pending turn sends something; nil if they were not asked for yet.
  var owed: Set<ConnectionID>?
  /// Why the journal cannot be used any more; nil if it can.
  var fault: JournalFault?
  /// The time by which tests have advanced the clock.
  var clockOffset: Duration = .zero
  var counters = ServerCounters()
  /// The timer whose delay is measured for `/metrics`.
  let lagTimer: Timer
  var lagProbe = LagProbe()
  /// Whether the connection limit was reached and logged.
  var connectionLimitReached = false

  /// A peer that is being closed, with the deadline by which it must have read something.
  struct Leaving {
    let peer: Peer
    let handler: (any SocketStreamHandler)?
    var deadline: Duration
    var unsentBytes: Int
    /// The bytes of answers among them that it shares with nobody.
    let unreadBytes: Int
  }

  /// Where the server listens, with the actual ports.
  public let endpoints: [Endpoint]
  /// The port of the first address on which it listens; 0 if there are Unix sockets only.
  public var port: UInt16 { endpoints.lazy.compactMap(\.address).first?.port ?? 0 }
  /// The interface for other threads.
  public let control: ServerControl

  /// Listens, but serves no client before `run()`.
  ///
  /// - Parameters:
  ///   - hub: The hub, with all boards of the journal.
  ///   - journal: An acquired journal, if the hub persists its boards.
  /// - Throws: `UVError` if an address is not available.
  public init(
    _ configuration: Configuration, hub: Hub, journal: (any Journal)? = nil, logger: Logger
  ) throws(UVError) {
    precondition(journal != nil || !hub.persists, "a hub that persists has a journal")
    self.configuration = configuration
    self.hub = hub
    hub.connectionLimit = configuration.connectionLimit
    hub.stepsOfLongChange = Hub.longChangeSteps
    self.journal = journal
    renewalInterval = journal?.renewalInterval
    self.logger = logger
    loop = try EventLoop()
    worker = Worker(on: loop)
    loader = Worker(on: loop)
    changer = Worker(on: loop)
    checker = Worker(on: loop)
    source = journal?.source
    let door = Door()
    let inbox = try AsyncInbox<ServerControl.Command>(on: loop) { door.server?.obey($0) }
    self.inbox = inbox
    control = ServerControl(inbox.sender)
    for source in configuration.sources {
      listeners.append(try SocketListener(with: source, on: loop) { door.server?.accept($0) })
    }
    for link in configuration.links {
      linkListeners.append(
        try SocketListener(with: link.source, on: loop) { door.server?.accept($0, by: link) })
    }
    endpoints = listeners.map(\.endpoint)
    // It only wakes the loop: the end of the turn does the work.
    timer = try Timer(on: loop) {}
    roomTimer = try Timer(on: loop) { door.server?.lookForRoom() }
    renewalTimer = try Timer(on: loop) { door.server?.renewLease() }
    lagTimer = try Timer(on: loop) { door.server?.didProbe() }
    door.server = self
    passTime()
    loop.onTurnEnd = { [unowned self] in self.endTurn() }
    hub.ownerStats = { [unowned self] in self.stats }
  }

  /// Listens for HTTP, too. It is called before `run()`.
  ///
  /// - Returns: The address, with its actual port.
  /// - Throws: `UVError` if the address is not available.
  @discardableResult
  public func listen(_ configuration: WebConfiguration) throws(UVError) -> SocketAddress {
    let web = try WebListener(configuration, of: self)
    self.web = web
    return web.address
  }

  /// A reference to the server for callbacks that are created before its initialization ends.
  private final class Door {
    unowned var server: Server?
  }

  /// Serves until `stop` is called and everyone has been sent `bye`.
  ///
  /// - Throws: `JournalFault` if the journal could not be written: the server has then ended at once,
  ///   without replies to the pending commands.
  public func run() throws(JournalFault) {
    for endpoint in endpoints {
      logger.info("listening", metadata: ["address": "\(endpoint)"])
    }
    noteRoom()
    checkJournal()
    keepLease()
    reportReady()
    loop.run()
    leaving = [:]
    arrivals = AwaitedStreams()
    proxyArrivals = AwaitedStreams()
    peers = []
    web?.close()
    loop.close()
    if let fault { throw fault }
    logger.info("stopped")
  }

  /// The hub's time: monotonic, from an arbitrary origin.
  var now: Duration { loop.now + clockOffset }

  private func obey(_ command: ServerControl.Command) {
    switch command {
    case .stop:
      stop()
    case .advance(let time):
      clockOffset += time
    case .answer(let question):
      question(self)
    }
  }
}
