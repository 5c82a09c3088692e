import BoardJournal
import BoardModel
import BoardServer
import Glibc
import Libuv
import Logging
import PostgresJournal
import TLS

/// A node that does not own its space: it passes clients on to the node that does, until nobody owns it.
///
/// While no owner is known or reached, it accepts nobody, and clients wait in the kernel for the next owner, which
/// may be this node.
final class Follower {
  /// The node that clients are passed on to.
  private struct Owner {
    let node: NodeAddress
    let address: SocketAddress
    let trust: ServerTrust
  }

  /// Why it ended.
  enum End {
    /// By a signal.
    case stopped
    /// Nobody owns the space.
    case unowned
    case failed(JournalFault)
  }

  private let loop: EventLoop
  private let node: NodeSetup
  private let logger: Logger
  private let worker: Worker
  private var timer: Timer?
  private var signals: [SignalWatcher] = []
  private var listeners: [SocketListener] = []
  private var bridges: [ObjectIdentifier: (bridge: StreamBridge, port: NodeLink.Port)] = [:]
  /// The clients that no owner could be reached for.
  private var waiting: [(client: SocketStream, port: NodeLink.Port)] = []
  private var owner: Owner?
  /// The link that refused a connection, and until when it is not tried again.
  private var unreached: (node: NodeAddress, until: Duration)?
  /// Tries whether the owner, or the last one, can be reached.
  private var probe: (node: NodeAddress, probe: LinkProbe)?
  /// How long it leaves the space to others if nobody owns it.
  private let standingBack: Duration
  private let begin: Duration
  /// The owner that the log has last said cannot be reached, so that it says so once.
  private var lastUnreached: NodeAddress?
  /// What the log was last warned of, so that it is warned once.
  private var warning: String?
  private var end: End?

  /// How often it looks who owns the space.
  private static let interval: Duration = .milliseconds(250)

  /// - Parameter standingBack: How long it leaves the space to others if nobody owns it.
  init(
    _ node: NodeSetup, standingBack: Duration = .zero, logger: Logger
  ) throws(UVError) {
    self.node = node
    self.standingBack = standingBack
    self.logger = logger
    loop = try EventLoop()
    begin = loop.now
    worker = Worker(on: loop)
    timer = try Timer(on: loop) { [unowned self] in look() }
  }

  /// Passes clients on until it ends.
  func run() throws(UVError) -> End {
    for signal in [SIGTERM, SIGINT] {
      signals.append(
        try SignalWatcher(for: signal, on: loop) { [unowned self] in finish(.stopped) })
    }
    // What SIGHUP loads is loaded when the node becomes the owner.
    signals.append(try SignalWatcher(for: SIGHUP, on: loop) {})
    node.manager?.tell(.ready)
    timer?.start(after: .zero, repeating: Self.interval)
    loop.run()
    leave()
    signals = []
    timer = nil
    loop.close()
    return end ?? .stopped
  }

  private func finish(_ end: End) {
    self.end = end
    loop.stop()
  }

  // MARK: The owner

  private func look() {
    node.manager?.tell(.alive)
    probe?.probe.tick()
    noteReach()
    guard !worker.isBusy, end == nil else { return }
    let (watch, unreached) = (node.watch, unreachedLink)
    let job: @Sendable () -> Result<SpaceOwner, JournalFault> = {
      Result { () throws(JournalFault) in try watch.look(unreached: unreached) }
    }
    do throws(UVError) {
      try worker.run(job) { [unowned self] in didLook($0) }
    } catch { finish(.failed(.failed("no thread can be had: \(error)"))) }
  }

  private func didLook(_ result: Result<SpaceOwner, JournalFault>) {
    switch result {
    case .success(.nobody):
      if loop.now - begin >= standingBack { return finish(.unowned) }
      leave()
      probe = nil
    case .success(.node(let node)):
      warning = nil
      follow(node)
    case .success(.server(let holder)):
      warn("waiting for a server that is no node", because: holder)
      leave()
    case .failure(.failed(let reason)): warn("the database does not answer", because: reason)
    case .failure(let fault): finish(.failed(fault))
    }
  }

  private func warn(_ text: String, because reason: String) {
    if warning != text { logger.warning("\(text)", metadata: ["reason": "\(reason)"]) }
    warning = text
  }

  /// How long an owner may not be reached until the others are told so.
  private static let patience: Duration = .seconds(3)
  /// How long until its clients are. An owner that is paused for less than its lease goes on as if nothing was.
  private static let longestSilence: Duration = .seconds(5)

  /// The link that has not been reached lately; nil if there is none.
  private var unreachedLink: String? {
    probe.flatMap { $0.probe.silence < Self.patience ? nil : $0.node.link }
  }

  /// Ends the connections with an owner that is cut off, so that their clients come back and wait for another one.
  private func noteReach() {
    guard let owner, let probe, owner.node == probe.node,
      probe.probe.silence >= Self.longestSilence
    else { return }
    noteUnreached(owner.node)
    leave()
  }

  /// Passes clients on to this node.
  private func follow(_ found: NodeAddress) {
    // The lease of the process that had the link before this one.
    guard found.link != node.node.address.link, let address = SocketAddress(link: found.link)
    else { return leave() }
    let trust = ServerTrust.certificate(digest: found.certificate)
    if probe?.node != found {
      probe = (found, LinkProbe(of: found.link, at: address, trust: trust, on: loop))
    }
    guard unreachedLink == nil else { return }
    if let unreached, unreached.node == found, loop.now < unreached.until { return }
    unreached = nil
    guard found != owner?.node else { return }
    leave()
    logger.info("following", metadata: ["owner": "\(found.link)"])
    owner = Owner(node: found, address: address, trust: trust)
    do throws(UVError) {
      for door in node.doors {
        let port = door.port
        listeners.append(
          try SocketListener(with: try door.listener.source, on: loop) { [unowned self] in
            if case .success(let client) = $0 { pass(client, port) }
          })
      }
      let clients = waiting
      waiting = []
      for (client, port) in clients { pass(client, port) }
    } catch { finish(.failed(.failed("cannot listen: \(error)"))) }
  }

  /// Accepts nobody any more, and ends what goes on.
  private func leave() {
    owner = nil
    for listener in listeners { listener.close() }
    listeners = []
    for (bridge, port) in Array(bridges.values) {
      // Who has not got there yet waits for the next owner.
      if let client = bridge.release() { waiting.append((client, port)) } else { bridge.close() }
    }
    bridges = [:]
  }

  // MARK: Clients

  /// Passes a client on to the owner. It is closed if there are too many.
  private func pass(_ client: SocketStream, _ port: NodeLink.Port) {
    guard let owner, bridges.count + waiting.count < node.connectionLimit,
      let peer = client.peerAddress, let local = client.localAddress
    else { return client.close() }
    try? client.keepAlive(after: .seconds(15), every: .seconds(10), probes: 3)
    let header = NodeLink.header(
      for: ProxiedAddresses(client: peer, server: local), of: port, secret: node.secret)
    do {
      let bridge = try StreamBridge(
        from: client, to: .internet(owner.address),
        through: try owner.trust.makeLayer(to: owner.node.link), header: header, on: loop
      ) { [weak self] bridge in self?.didClose(bridge) }
      bridges[ObjectIdentifier(bridge)] = (bridge, port)
    } catch {
      logger.warning("a client could not be passed on", metadata: ["error": "\(error)"])
    }
  }

  private func didClose(_ bridge: StreamBridge) {
    guard let (_, port) = bridges.removeValue(forKey: ObjectIdentifier(bridge)) else { return }
    guard !bridge.wasConnected, let owner else { return }
    // It waits, as all others do, until somebody can be reached.
    waiting.append((bridge.client, port))
    noteUnreached(owner.node, because: bridge.fault)
    unreached = (owner.node, loop.now + .milliseconds(500))
    leave()
  }

  /// - Parameter fault: What is wrong with its encryption; nil if nobody answers.
  private func noteUnreached(_ node: NodeAddress, because fault: StreamLayerFault? = nil) {
    guard lastUnreached != node else { return }
    lastUnreached = node
    let reason = fault?.description ?? "nobody answers at \(node.link)"
    logger.warning("the owner cannot be reached", metadata: ["reason": "\(reason)"])
  }
}

extension SocketAddress {
  /// Reads what a node has registered: a numeric address and a port.
  init?(link: String) {
    guard case .internet(let host, let port)? = ListenAddress(argument: link),
      let address = try? SocketAddress(host: host, port: port)
    else { return nil }
    self = address
  }
}
