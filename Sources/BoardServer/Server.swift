import BoardCore
import BoardHub
import Libuv
import Logging

/// The shell around the hub: it moves bytes between sockets and the hub, and the hub's clock.
///
/// It decides nothing about boards. One thread owns it, the one that calls `run()`; `control` is how
/// others reach it.
public final class Server {
  /// What a server is to serve, and to whom.
  public struct Configuration: Sendable {
    /// Where to listen. Port 0 lets the system choose.
    public var address: SocketAddress
    /// The most connections at one time.
    public var connectionLimit: Int = Limits.connections
    /// How long connections may take to read their goodbye when the server stops.
    public var farewell: Duration = .seconds(2)
    /// How long any other connection that is being closed may take nothing of its last answers.
    public var patience: Duration = .seconds(30)

    public init(address: SocketAddress) {
      self.address = address
    }
  }

  let hub: Hub
  let loop: EventLoop
  let logger: Logger
  private let configuration: Configuration
  private var listener: TCPListener?
  private let timer: Timer
  private var signalWatchers: [SignalWatcher] = []
  private let inbox: AsyncInbox<ServerControl.Command>
  /// By the slot of their connection.
  private(set) var peers: [Peer?] = []
  private var peerCount = 0
  /// Those that only take their last words.
  private var leaving: [ObjectIdentifier: Leaving] = [:]
  private var isStopping = false
  /// How far tests have moved the clock.
  private var clockOffset: Duration = .zero
  /// Whether the log says already that the server is full.
  private var isFullLogged = false

  /// A peer that is being closed, and when the server looks whether it still takes anything.
  private struct Leaving {
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
  /// - Throws: `UVError` where the address cannot be had.
  public init(_ configuration: Configuration, hub: Hub, logger: Logger) throws(UVError) {
    self.configuration = configuration
    self.hub = hub
    self.logger = logger
    loop = try EventLoop()
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
    door.server = self
    loop.onTurnEnd = { [unowned self] in self.endTurn() }
  }

  /// What callbacks made before the server was whole reach it by.
  private final class Door {
    unowned var server: Server?
  }

  /// Serves until it is told to stop and everyone has been told.
  public func run() {
    logger.info("listening", metadata: ["address": "\(address)"])
    loop.run()
    leaving = [:]
    peers = []
    loop.close()
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

  /// Tells everyone, then closes. A second call waits for nobody.
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

  // MARK: Peers

  private func accept(_ result: Result<TCPStream, UVError>) {
    switch result {
    case .failure(let error):
      logger.warning("a connection could not be accepted", metadata: ["error": "\(error)"])
    case .success(let stream):
      guard !isStopping else { return stream.close(saying: Self.shutdown) }
      guard peerCount + leaving.count < configuration.connectionLimit else {
        return refuse(stream)
      }
      welcome(stream)
    }
  }

  private func refuse(_ stream: TCPStream) {
    stream.close(saying: Self.full)
    if !isFullLogged {
      logger.warning("full", metadata: ["connections": "\(configuration.connectionLimit)"])
    }
    isFullLogged = true
  }

  /// How long the commands of one connection may keep all others waiting.
  private static let patience: Duration = .milliseconds(5)

  private static let shutdown = SharedBytes(Array("bye shutdown\n".utf8))
  private static let full = SharedBytes(Array("bye full; try again later\n".utf8))

  private func welcome(_ stream: TCPStream) {
    // Without this the kernel would swallow megabytes for a peer that does not read, and all of it
    // would be stale.
    try? stream.limitUnsentInKernel(to: 16_384)
    let id = hub.connect(at: now)
    let peer = Peer(stream: stream, id: id, server: self)
    while peers.count <= id.slot { peers.append(nil) }
    peers[id.slot] = peer
    peerCount += 1
    stream.startReading()
  }

  func didRead(_ bytes: RawSpan, from peer: Peer) {
    let start = loop.now
    let isDone = bytes.withUnsafeBytes {
      hub.receive($0, from: peer.id, at: now) { loop.now - start < Self.patience }
    }
    if !isDone { peer.stream.stopReading() }
  }

  func didEnd(_ peer: Peer) {
    hub.inputEnded(by: peer.id, at: now)
  }

  func didDrain(_ peer: Peer) {
    hub.setBlocked(peer.id, false)
    if !hub.holdsUnread(of: peer.id) { peer.stream.startReading() }
  }

  /// The peer is gone, of its own will or because it is broken.
  func didClose(_ peer: Peer) {
    if leaving.removeValue(forKey: ObjectIdentifier(peer)) == nil { drop(peer) }
  }

  private func drop(_ peer: Peer) {
    guard self.peer(peer.id) === peer else { return }
    hub.disconnected(peer.id, at: now)
    peers[peer.id.slot] = nil
    peerCount -= 1
    isFullLogged = false
  }

  // MARK: Turns

  /// Performs what the turn wants done, until it wants nothing more.
  private func endTurn() {
    let start = now
    let done = hub.goOn(at: start) { loop.now + clockOffset - start < Self.patience }
    for id in done { peer(id)?.stream.startReading() }
    while true {
      let effects = hub.endTurn(at: now)
      if effects.isEmpty { break }
      perform(effects)
    }
    let end = now
    hub.turnTook(end - start, endingAt: end)
    closeLate()
    if isStopping && peerCount == 0 && leaving.isEmpty { loop.stop() }
    arm()
  }

  private func arm() {
    if hub.hasUnread { return timer.start(after: .zero) }
    let deadlines = [hub.nextDeadline, leaving.values.lazy.map(\.deadline).min()]
    guard let next = deadlines.compactMap(\.self).min() else { return timer.stop() }
    timer.start(after: max(.zero, next - now))
  }

  /// Closes peers that have taken nothing of their last words for a while. A server that stops waits
  /// once and for nobody in particular.
  private func closeLate() {
    for (key, late) in leaving where late.deadline <= now {
      let unsentBytes = late.peer.stream.unsentBytes
      if unsentBytes < late.unsentBytes && !isStopping {
        leaving[key]!.unsentBytes = unsentBytes
        leaving[key]!.deadline = now + configuration.patience
      } else {
        late.peer.stream.close()
        leaving[key] = nil
      }
    }
  }

  private func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let pieces, let id):
        send(pieces, to: id)
      case .broadcast(let encoding, let ids):
        broadcast(encoding, to: ids)
      case .close(let id):
        close(id)
      }
    }
  }

  private func send(_ pieces: [Piece], to id: ConnectionID) {
    guard let peer = peer(id) else { return }
    handle(peer.write(pieces), of: peer)
  }

  private func broadcast(_ encoding: Encoding, to ids: [ConnectionID]) {
    let shared = encoding.sharedBytes
    for id in ids {
      guard let peer = peer(id) else { continue }
      handle(peer.stream.write(shared), of: peer)
    }
  }

  private func handle(_ outcome: WriteOutcome, of peer: Peer) {
    switch outcome {
    case .sent:
      return
    case .queued(let bytes):
      hub.setBlocked(peer.id, true)
      if bytes > Limits.unsentBytes { peer.stream.stopReading() }
    case .failed:
      peer.stream.close()
      drop(peer)
    }
  }

  private func close(_ id: ConnectionID) {
    guard let peer = peer(id) else { return }
    drop(peer)
    let patience = isStopping ? configuration.farewell : configuration.patience
    leaving[ObjectIdentifier(peer)] = Leaving(
      peer: peer, deadline: now + patience, unsentBytes: peer.stream.unsentBytes)
    peer.stream.shutdownAfterWrites()
  }

  private func peer(_ id: ConnectionID) -> Peer? {
    guard id.slot < peers.count, let peer = peers[id.slot], peer.id == id else { return nil }
    return peer
  }
}
