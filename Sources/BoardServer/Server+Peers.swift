import BoardHub
import BoardWire
import Libuv
import Logging

// The life of a peer: accept, read, drain, close.

extension Server {
  /// Accepts a connection.
  ///
  /// - Parameter link: Where another node has made it for a client; nil if the client has.
  func accept(_ result: Result<SocketStream, UVError>, by link: NodeLink? = nil) {
    switch result {
    case .failure(let error):
      noteUnaccepted(error)
    case .success(let stream):
      prepare(stream)
      guard stream.kind == .internet else {
        // Nobody who needs encryption and no browser comes over a Unix socket.
        admit(stream, handledBy: peerHandler)
        return
      }
      guard link != nil || !configuration.proxies.isEmpty else { return begin(stream) }
      guard mayStay(stream), addLayer(of: link?.identity, to: stream) else { return }
      awaitProxyHeader(of: stream, by: link) { [unowned self] stream, end in
        switch end {
        case .header(.lines): begin(stream)
        case .header(.web): web?.take(stream)
        case .late: begin(stream, isLate: true)
        }
      }
    }
  }

  /// The connections that have descriptors.
  var connectionCount: Int {
    peerCount + arrivals.count + proxyArrivals.count + leaving.count + (web?.requesterCount ?? 0)
  }

  func noteUnaccepted(_ error: UVError) {
    logger.warning("a connection could not be accepted", metadata: ["error": "\(error)"])
  }

  /// Makes a stream a peer, if there is room for it.
  ///
  /// - Returns: Whether it is one. If not, the stream is closed.
  @discardableResult
  func admit(_ stream: SocketStream, handledBy handler: any SocketStreamHandler) -> Bool {
    guard mayStay(stream) else { return false }
    welcome(stream, handledBy: handler)
    return true
  }

  /// Whether there is room for a stream. If not, it is closed.
  func mayStay(_ stream: SocketStream) -> Bool {
    guard !isStopping else {
      stream.close(saying: Bye.shutdown.line, .shutdown)
      return false
    }
    guard connectionCount < configuration.connectionLimit || makeRoom() else {
      refuse(stream)
      return false
    }
    return true
  }

  /// Closes a connection that others need more.
  ///
  /// - Returns: Whether there was one.
  private func makeRoom() -> Bool {
    let room = hub.makeRoom(at: now) { peer($0)?.unsentBytes ?? 0 }
    guard let room, let peer = peer(room.id) else { return false }
    peer.close(saying: room.farewell, .idle)
    drop(peer)
    return true
  }

  func refuse(_ stream: SocketStream) {
    stream.close(saying: Bye.full.line, .full)
    logger.debug("refused: full")
    if !connectionLimitReached {
      logger.warning("full", metadata: ["connections": "\(configuration.connectionLimit)"])
    }
    connectionLimitReached = true
  }

  /// The longest time for the commands of all connections together before the turn ends.
  static let turnBudget: Duration = .milliseconds(5)

  func prepare(_ stream: SocketStream) {
    // Without this the kernel would buffer megabytes of outdated lines for a peer that does not read.
    try? stream.limitUnsentInKernel(to: configuration.unsentInKernel)
    // A peer that is gone without a FIN is detected within 45 s, and its leases are released.
    try? stream.keepAlive(after: .seconds(15), every: .seconds(10), probes: 3)
  }

  /// Makes a stream a peer, and greets it.
  func welcome(_ stream: SocketStream, handledBy handler: any SocketStreamHandler) {
    let id = hub.connect(at: now, from: PeerOrigin(of: stream))
    stream.key = id.number
    stream.handler = handler
    while peers.count <= id.slot { peers.append(nil) }
    peers[id.slot] = stream
    peerCount += 1
    logger.debug("connected", metadata: metadata(of: stream))
    stream.startReading()
  }

  func didRead(_ bytes: RawSpan, from peer: Peer) {
    counters.receivedBytes += bytes.byteCount
    guard fault == nil, pendingTurn == nil, mayExecute else { return wait(bytes, from: peer) }
    let start = turnStart ?? loop.now
    turnStart = start
    let isDone = bytes.withUnsafeBytes {
      hub.receive($0, from: peer.id, at: now) { loop.now - start < Self.turnBudget }
    }
    if !isDone { peer.stopReading() }
  }

  /// Holds the bytes: no command is executed during a commit, nor while others may have taken over.
  private func wait(_ bytes: RawSpan, from peer: Peer) {
    let mayRead = bytes.withUnsafeBytes { hub.hold($0, from: peer.id) }
    if !mayRead { peer.stopReading() }
  }

  func didEnd(_ peer: Peer) {
    hub.inputEnded(by: peer.id, at: now)
  }

  func didDrain(_ peer: Peer) {
    hub.setBlocked(peer.id, false)
    if !hub.holdsUnread(of: peer.id) { peer.startReading() }
  }

  /// What a log says of a peer.
  func metadata(of peer: Peer, unsentBytes: Int? = nil) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "connection": "\(peer.key)", "transport": "\(transport(of: peer))",
      "peer": "\(peerName(of: peer))",
    ]
    if peer.proxiedAddresses != nil {
      metadata["proxy"] = "\(peer.ownPeerAddress?.description ?? "gone")"
    }
    if let unsentBytes { metadata["unsent-bytes"] = "\(unsentBytes)" }
    return metadata
  }

  private func transport(of peer: Peer) -> String {
    switch peer.kind {
    case .internet: peer.isFramed ? "websocket" : "tcp"
    case .unix: "unix"
    }
  }

  /// The address of a peer, or the number of its user on a Unix socket.
  private func peerName(of peer: Peer) -> String {
    peer.peerAddress?.description ?? peer.peerUser.map { "uid:\($0)" } ?? "gone"
  }

  /// Whether what the peer sent waits for its turn, so that it is not read.
  func isHeldUp(_ peer: Peer) -> Bool { hub.holdsUnread(of: peer.id) }

  /// The peer has disconnected, or its connection broke.
  func didClose(_ peer: Peer) {
    noteLayerFault(of: peer)
    if !forgetLeaving(ObjectIdentifier(peer)) { drop(peer) }
  }

  /// Forgets a peer that was being closed.
  ///
  /// - Returns: Whether it was one.
  @discardableResult
  func forgetLeaving(_ key: ObjectIdentifier) -> Bool {
    guard let late = leaving.removeValue(forKey: key) else { return false }
    hub.noteLeaving(unreadBytes: -late.unreadBytes)
    return true
  }

  /// Closes connections whose unread answers take too much room.
  func dropUnread() {
    for gone in hub.dropUnread(at: now, unsentBytes: { peer($0)?.unsentBytes ?? 0 }) {
      guard let peer = peer(gone.id) else { continue }
      peer.close(saying: gone.farewell, .idle)
      drop(peer)
    }
  }

  /// Closes a peer at once, with a last line that it may not be able to take.
  func drop(_ peer: Peer, saying bye: Bye) {
    peer.close(saying: hub.farewell(bye, to: peer.id), bye)
    drop(peer)
  }

  /// - Returns: The bytes of answers that it has not taken.
  @discardableResult
  func drop(_ peer: Peer) -> Int {
    guard self.peer(peer.id) === peer else { return 0 }
    let unreadBytes = hub.disconnected(peer.id, at: now)
    logger.debug("disconnected", metadata: metadata(of: peer))
    peers[peer.id.slot] = nil
    peerCount -= 1
    connectionLimitReached = false
    if peer.isFramed { web?.forget(peer) }
    return unreadBytes
  }
}
