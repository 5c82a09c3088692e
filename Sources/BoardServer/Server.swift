import BoardHub
import BoardJournal
import BoardModel
import Libuv
import Logging

/// The shell around the hub: it moves bytes between sockets and the hub, and the hub's clock.
///
/// It decides nothing about boards. One thread owns it, the one that calls `run()`; `control` is how
/// others reach it.
public final class Server {
  /// What a server is to serve, and to whom.
  public struct Configuration {
    /// Where to listen. Port 0 lets the system choose.
    public var address: SocketAddress
    /// The most connections at one time.
    public var connectionLimit: Int = Limits.connections
    /// How long connections may take to read their goodbye when the server stops.
    public var farewell: Duration = .seconds(2)
    /// How long any other connection that is being closed may take nothing of its last answers.
    public var closeTimeout: Duration = .seconds(30)
    /// How many bytes the kernel takes of what it cannot send yet to a peer that does not read.
    public var unsentInKernel = 16_384
    /// Called on the way from a committed group to its last effect, so that tests can end the
    /// process there.
    public var onMilestone: ((Milestone) -> Void)?

    public init(address: SocketAddress) {
      self.address = address
    }
  }

  /// The places on the way from a committed group to its last effect.
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
  var listener: TCPListener?
  let timer: Timer
  var signalWatchers: [SignalWatcher] = []
  let inbox: AsyncInbox<ServerControl.Command>
  /// By the slot of their connection.
  package internal(set) var peers: [Peer?] = []
  var peerCount = 0
  /// When the first command of this turn began; nil before it.
  var turnStart: Duration?
  private(set) lazy var peerHandler = PeerHandler(of: self)
  /// Those that only take their last words.
  var leaving: [ObjectIdentifier: Leaving] = [:]
  var isStopping = false
  /// Where changes are made durable before they are sent; nil if they are not persisted.
  let journal: (any Journal)?
  /// Waits for the disk in the loop's place.
  let worker: Worker
  /// What is to be performed once the journal of its turn is committed.
  var pendingEffects: [Effect] = []
  /// Whether changes are refused because the disk is full.
  var isDiskFull = false
  /// When to look for room again.
  let roomTimer: Timer
  /// Why the journal cannot be used any more.
  var fault: JournalFault?
  /// How far tests have moved the clock.
  var clockOffset: Duration = .zero
  /// Whether the log says already that the server is full.
  var connectionLimitReached = false

  /// A peer that is being closed, and when the server looks whether it still takes anything.
  struct Leaving {
    let peer: Peer
    var deadline: Duration
    var unsentBytes: Int
  }

  /// Where the server listens, with the port that was really given.
  public let address: SocketAddress
  /// The door for other threads.
  public let control: ServerControl

  /// Listens, but serves nobody before `run()`.
  ///
  /// - Parameters:
  ///   - hub: It holds all boards that the journal has.
  ///   - journal: An acquired journal, if the hub keeps its boards.
  /// - Throws: `UVError` where the address cannot be had.
  public init(
    _ configuration: Configuration, hub: Hub, journal: (any Journal)? = nil, logger: Logger
  ) throws(UVError) {
    precondition(journal != nil || !hub.persists, "a hub that persists has a journal")
    self.configuration = configuration
    self.hub = hub
    self.journal = journal
    self.logger = logger
    loop = try EventLoop()
    worker = Worker(on: loop)
    let door = Door()
    let inbox = try AsyncInbox<ServerControl.Command>(on: loop) { door.server?.obey($0) }
    self.inbox = inbox
    control = ServerControl(inbox.sender)
    let listener = try TCPListener(at: configuration.address, on: loop) {
      door.server?.accept($0)
    }
    self.listener = listener
    address = listener.address
    // It only wakes the loop; the end of the turn does the rest.
    timer = try Timer(on: loop) {}
    roomTimer = try Timer(on: loop) { door.server?.lookForRoom() }
    door.server = self
    passTime()
    loop.onTurnEnd = { [unowned self] in self.endTurn() }
  }

  /// What callbacks made before the server was whole reach it by.
  private final class Door {
    unowned var server: Server?
  }

  /// Serves until `stop` is called and everyone has been sent `bye`.
  ///
  /// - Throws: `JournalFault` if the journal could not be written: then it ends at once, and nobody
  ///   has an answer to what was under way.
  public func run() throws(JournalFault) {
    logger.info("listening", metadata: ["address": "\(address)"])
    noteRoom()
    loop.run()
    leaving = [:]
    peers = []
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

  /// Sends everyone `bye`, then closes. A second call waits for nobody.
  public func stop() {
    if isStopping {
      loop.stop()
    } else {
      logger.info("stopping", metadata: ["connections": "\(peerCount)"])
      isStopping = true
      listener?.close()
      hub.stop(at: now)
    }
  }

  /// Makes these signals stop the server: the first one in peace, a second one at once.
  ///
  /// - Throws: `UVError` where a signal cannot be caught.
  public func stop(on signals: [Int32]) throws(UVError) {
    for signal in signals {
      signalWatchers.append(
        try SignalWatcher(for: signal, on: loop) { [unowned self] in self.stop() })
    }
  }
}
