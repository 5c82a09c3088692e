import BoardAuthority
import BoardHub
import BoardJournal
import BoardModel
import Libuv
import Logging
import Net
import TLS

/// The I/O around the hubs of spaces: it moves bytes between sockets and hubs, and advances their clocks.
///
/// It decides nothing about boards. The thread that calls `run()` owns it; other threads use
/// `control`.
package final class Server {
  /// The settings of a server.
  package struct Configuration {
    /// The sockets to listen with.
    package var sources: [SocketListener.Source]
    /// The proxies, whose connections begin with a header of the PROXY protocol.
    package var proxies: [AddressRange] = []
    /// The limit on open connections.
    package var connectionLimit: Int = Limits.connections
    /// How long a server that another one replaces waits for the drags that go on; nil if none does.
    package var drain: Duration?
    /// The timeout for the disk when the server stops, and what is then called instead of a reply to what
    /// waits for the disk: a thread in the kernel cannot be ended, and the process with it.
    package var diskTimeout: Duration = .seconds(10)
    package var onSilentDisk: (() -> Void)?
    /// The timeout for clients to read their `bye` when the server stops.
    package var farewell: Duration = .seconds(2)
    /// The timeout for a connection that is being closed and reads nothing of its last lines.
    package var closeTimeout: Duration = .seconds(30)
    /// How long a connection that has taken its last line is read on.
    package var linger: Duration = Limits.linger
    /// The silence after which it is read no further when the server stops.
    package var lingerSilence: Duration = Limits.lingerSilence
    /// The time that a greeting waits for the first bytes of a client, which may be a browser (A.4).
    package var greetingDelay: Duration = .zero
    /// The limit on bytes that the kernel buffers for a peer that does not read.
    package var unsentInKernel = 16_384
    /// Called at the milestones of each committed group, so that tests can end the process there.
    package var onMilestone: ((Milestone) -> Void)?

    package init(_ sources: [SocketListener.Source]) {
      self.sources = sources
    }

    /// - Parameter address: The address to listen on. Port 0 lets the system choose.
    package init(address: SocketAddress) {
      self.init([.own(.internet(address))])
    }
  }

  /// The milestones from a committed group to its last effect.
  package enum Milestone: String, Sendable {
    case beforeRelease = "before-release"
    /// After the first effect.
    case midRelease = "mid-release"
    case afterRelease = "after-release"
  }

  package let loop: EventLoop
  package let logger: Logger
  package let configuration: Configuration
  var listeners: [SocketListener] = []
  /// The certificate of encrypted connections; nil if they are plain.
  var identity: ServerIdentity?
  /// The handshakes of clients.
  let handshakes = SetUpQueue(mostHeldBytes: Limits.handshakeBytes)
  /// The HTTP port, if there is one.
  private(set) var web: WebListener?
  let timer: Timer
  var signalWatchers: [SignalWatcher] = []
  /// The service manager that is told what the server does, and the timer that tells it that the loop goes
  /// on; nil if there is none.
  var serviceManager: ServiceManager?
  var watchdogTimer: Timer?
  /// Looks for the process that has started this one; nil if the server does not end with it.
  var parentTimer: Timer?
  let inbox: AsyncInbox<ServerControl.Command>
  private var spacesByID: [ObjectIdentifier: Space] = [:]
  /// The only space of a server that is no node; nil for a node.
  private(set) var sole: Space?
  /// The clients in the process of a server that is no node.
  private(set) lazy var hostLink = HostLink(to: soleSpace)
  /// What gives connections to the spaces of a node; nil for a server that is none.
  package var router: (any ConnectionRouter)?
  /// The thread that commits the groups of all spaces together; nil if each space has one of its own.
  package var journalThread: JournalThread?
  /// The spaces whose turns are to be ended.
  var activeSpaces: [Space] = []
  /// Whether another turn is to be ended at once.
  var isWoken = false
  /// When spaces are to be touched, by number. Those that have another deadline by then are skipped.
  var spaceDeadlines = Deadlines<ObjectIdentifier>()
  /// The connections of all spaces.
  package var peerCount = 0
  /// When the first command of this turn began; nil before it.
  var turnStart: Duration?
  /// When the spaces began to execute what waits, at the end of this turn.
  var executionStart: Duration = .zero
  /// The connections that are not greeted yet.
  var arrivals = AwaitedStreams<Arrival>()
  /// The connections that may begin with the header of a proxy.
  var proxyArrivals = AwaitedStreams<ProxyArrival>()
  /// When the log has last warned of a header that is not valid.
  var lastProxyWarning: Duration?
  /// The connections that are being closed and have not finished the handshake before their last lines. They have
  /// reserved descriptors.
  var refused = AwaitedStreams<LeavingPeer>()
  /// The connections that are being closed and have not taken their last lines.
  var leaving = AwaitedStreams<LeavingPeer>()
  /// Those that have, and are read until their clients end.
  var lingering = AwaitedStreams<LeavingPeer>()
  /// Those that are read on in a later turn.
  var discarding: [LeavingPeer] = []
  private var isRunning = false
  /// Whether everyone has been sent `bye`.
  var isStopping = false
  /// Whether drags may end before the server stops.
  var isDraining = false
  /// The timer for the disk when the server stops.
  var diskTimer: Timer?
  /// Why the server has ended; nil if it has not failed.
  var fault: JournalFault?
  /// The time by which tests have advanced the clock.
  var clockOffset: Duration = .zero
  package var counters = ServerCounters()
  /// The timer whose delay is measured for `/metrics`.
  let lagTimer: Timer
  var lagProbe = LagProbe()
  /// Whether the connection limit was reached and logged.
  var connectionLimitReached = false

  /// Where the server listens, with the actual ports.
  package let endpoints: [Endpoint]
  /// The port of the first address on which it listens; 0 if there are Unix sockets only.
  package var port: UInt16 { endpoints.lazy.compactMap(\.address).first?.port ?? 0 }
  /// The interface for other threads.
  package let control: ServerControl

  /// Listens, but serves no client before `run()`.
  ///
  /// - Parameters:
  ///   - hub: The hub, with all boards of the journal.
  ///   - journal: An acquired journal, if the hub persists its boards.
  /// - Throws: `UVError` if an address is not available.
  package convenience init(
    _ configuration: Configuration, hub: Hub, journal: (any Journal)? = nil, logger: Logger
  ) throws(UVError) {
    try self.init(configuration, logger: logger)
    sole = open(SpaceSetup(hub, journal: journal))
  }

  /// Listens, but serves nothing yet: spaces are opened, or a router is set.
  ///
  /// - Throws: `UVError` if an address is not available.
  package init(_ configuration: Configuration, logger: Logger) throws(UVError) {
    self.configuration = configuration
    self.logger = logger
    loop = try EventLoop()
    let door = Door()
    let inbox = try AsyncInbox<ServerControl.Command>(on: loop) { door.server?.obey($0) }
    self.inbox = inbox
    control = ServerControl(inbox.sender)
    for source in configuration.sources {
      listeners.append(try SocketListener(with: source, on: loop) { door.server?.accept($0) })
    }
    endpoints = listeners.map(\.endpoint)
    // It only wakes the loop: the end of the turn does the work.
    timer = try Timer(on: loop) {}
    lagTimer = try Timer(on: loop) { door.server?.didProbe() }
    door.server = self
    loop.onTurnEnd = { [unowned self] in self.endTurn() }
  }

  /// Serves a space from now on, or from `run()` on.
  @discardableResult
  package func open(_ setup: SpaceSetup) -> Space {
    let space = Space(setup, in: self)
    spacesByID[ObjectIdentifier(space)] = space
    if isRunning { space.begin() }
    return space
  }

  /// Listens for HTTP, too. It is called before `run()`.
  ///
  /// - Returns: The address, with its actual port.
  /// - Throws: `UVError` if the address is not available.
  @discardableResult
  package func listen(
    _ configuration: WebConfiguration, page: PageFiles = .shared
  ) throws(UVError) -> SocketAddress {
    let web = try WebListener(configuration, page, of: self)
    self.web = web
    return web.address
  }

  /// Where it listens for HTTP, if it does.
  package var webAddress: SocketAddress? { web?.address }

  /// A reference to the server for callbacks that are created before its initialization ends.
  private final class Door {
    unowned var server: Server?
  }

  /// The spaces that are served here.
  package var spaces: some Collection<Space> { spacesByID.values }

  func space(_ id: ObjectIdentifier) -> Space? { spacesByID[id] }

  func forget(_ space: Space) { spacesByID[ObjectIdentifier(space)] = nil }

  /// Serves until `stop` is called and everyone has been sent `bye`.
  ///
  /// - Throws: `JournalFault` if the journal could not be written: the server has then ended at once,
  ///   without replies to the pending commands.
  package func run() throws(JournalFault) {
    for endpoint in endpoints {
      logger.info("listening", metadata: ["address": "\(endpoint)"])
    }
    isRunning = true
    for space in spaces { space.begin() }
    reportReady()
    loop.run()
    (leaving, lingering, discarding) = (AwaitedStreams(), AwaitedStreams(), [])
    refused = AwaitedStreams()
    arrivals = AwaitedStreams()
    proxyArrivals = AwaitedStreams()
    for space in spaces { space.recipients.removeAll() }
    sole?.recipients.removeAll()
    if sole != nil { hostLink.endAll() }
    web?.close()
    router?.close()
    loop.close()
    if let fault { throw fault }
    logger.info("stopped")
  }

  /// The time of all hubs: monotonic, from an arbitrary origin.
  package var now: Duration { loop.now + clockOffset }

  /// The only space of a server that is no node.
  package var soleSpace: Space {
    guard let sole else { preconditionFailure("a node has no only space") }
    return sole
  }

  /// The hub of the only space of a server that is no node.
  package var hub: Hub { soleSpace.hub }

  private func obey(_ command: ServerControl.Command) {
    switch command {
    case .stop:
      stop()
    case .advance(let time):
      clockOffset += time
      touchAll()
    case .answer(let question):
      question(self)
      touchAll()
    }
  }
}
