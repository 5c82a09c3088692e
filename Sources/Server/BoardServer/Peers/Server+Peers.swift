import BoardDelivery
import BoardModel
import BoardWire
import Libuv
import Logging
import Net
import WebSocket

// Connections from their arrival until somebody serves them, and when nobody does any more.

extension Server {
  /// Accepts a connection.
  func accept(_ result: Result<SocketStream, UVError>) {
    switch result {
    case .failure(let error):
      logUnaccepted(error)
    case .success(let stream):
      prepare(stream)
      guard stream.kind == .internet else {
        // Nobody who needs encryption and no browser comes over a Unix socket.
        admit(stream)
        return
      }
      guard !configuration.proxies.isEmpty else { return begin(stream) }
      guard mayAwaitHeader(stream) else { return }
      awaitProxyHeader(of: stream) { [unowned self] stream, isLate in
        begin(stream, isLate: isLate)
      }
    }
  }

  /// Whether there is room for a stream that may begin with a header of a proxy. If not, it is closed. Who encrypts can
  /// be told so only behind the header.
  private func mayAwaitHeader(_ stream: SocketStream) -> Bool {
    guard identity != nil, !isStopping else { return mayStay(stream) }
    guard hasRoom(beyond: Limits.refusedHandshakes) else {
      stream.close()
      return false
    }
    return true
  }

  /// The connections that have descriptors, but those that have reserved ones.
  var connectionCount: Int {
    peerCount + arrivals.count + proxyArrivals.count + leaving.count + lingering.count
      + (web?.requesterCount ?? 0) + (router?.newcomerCount ?? 0)
  }

  package func logUnaccepted(_ error: UVError) {
    logger.warning("a connection could not be accepted", metadata: ["error": "\(error)"])
  }

  /// Makes a stream a peer, if there is room for it.
  func admit(_ stream: SocketStream) {
    if mayStay(stream) { welcome(stream) }
  }

  /// Makes a stream a peer, and greets it.
  ///
  /// - Parameter bytes: What was read of it.
  func welcome(_ stream: SocketStream, _ bytes: [UInt8] = []) {
    if let router { return router.begin(stream, for: nil, bytes) }
    _ = soleSpace.welcome(stream, as: .greeting, handledBy: soleSpace.peerHandler)
    if !bytes.isEmpty, stream.isOpen {
      bytes.withUnsafeBytes { soleSpace.didRead($0.bytes, from: stream) }
    }
  }

  /// Lets a service have what a stream receives. A WebSocket stays the handler of its stream.
  ///
  /// - Returns: Whether the stream has the handler now.
  @discardableResult
  package func pass(
    _ stream: SocketStream, to service: any PeerService, by handler: any SocketStreamHandler
  ) -> Bool {
    if let web = stream.handler as? WebPeer {
      web.service = service
      return false
    }
    stream.handler = handler
    return true
  }

  /// Whether there is room for a stream. If not, it is closed.
  func mayStay(_ stream: SocketStream) -> Bool {
    guard !isStopping else {
      turnAway(stream, saying: .shutdown)
      return false
    }
    guard hasRoom() || makeRoom() else {
      refuse(stream)
      return false
    }
    return true
  }

  /// Whether there is room for another connection. Those that have ended or linger make room for it.
  ///
  /// - Parameter extra: The connections beyond the limit that there may be.
  func hasRoom(beyond extra: Int = 0) -> Bool {
    let limit = configuration.connectionLimit + extra
    while connectionCount >= limit, loop.closeNextEnded() || endLongestLingering() {}
    return connectionCount < limit
  }

  /// Closes a connection that others need more.
  ///
  /// - Returns: Whether there was one.
  private func makeRoom() -> Bool { spaces.contains { $0.makeRoom() } }

  func refuse(_ stream: SocketStream) {
    turnAway(stream, saying: .full)
    logger.debug("refused: full")
    if !connectionLimitReached {
      logger.warning("full", metadata: ["connections": "\(configuration.connectionLimit)"])
    }
    connectionLimitReached = true
  }

  private func turnAway(_ stream: SocketStream, saying bye: Bye) {
    _ = stream.write([.own(bye.line)])
    if stream.isFramed { stream.write(ControlFrame.close(bye.closeCode)) }
    leave(stream)
  }

  func prepare(_ stream: SocketStream) {
    stream.isNew = true
    // Those that have ended never hold more descriptors than they did as connections.
    loop.closeNextEnded()
    // Without this the kernel would buffer megabytes of outdated lines for a peer that does not read.
    try? stream.limitUnsentInKernel(to: configuration.unsentInKernel)
    // A peer that is gone without a FIN is detected within 45 s, and its leases are released.
    try? stream.keepAlive(after: .seconds(15), every: .seconds(10), probes: 3)
  }

  /// Notes that a peer is served by nobody any more.
  package func didDrop(_ peer: Peer) {
    peerCount -= 1
    connectionLimitReached = false
    // One that stays open is served by another space from now on, or leaves.
    if !peer.isOpen { web?.forget(peer) }
    router?.forget(peer)
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
}
