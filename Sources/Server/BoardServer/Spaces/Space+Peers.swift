import BoardAuthority
import BoardHub
import BoardModel
import BoardWire
import Libuv
import Logging

// The life of a peer of a space: welcome, read, drain, close.

extension Space: PeerService {
  /// Greets a stream that becomes a peer.
  package func welcome(
    _ stream: SocketStream, as start: ConnectionStart, handledBy handler: any SocketStreamHandler
  ) -> Bool {
    let id = hub.connect(at: now, from: PeerOrigin(of: stream), as: start)
    stream.key = id.number
    stream.handler = handler
    while peers.count <= id.slot { peers.append(nil) }
    peers[id.slot] = stream
    peerCount += 1
    server.peerCount += 1
    logger.debug("connected", metadata: server.metadata(of: stream))
    stream.startReading()
    markActive()
    return true
  }

  package func didRead(_ bytes: RawSpan, from peer: Peer) {
    server.counters.receivedBytes += bytes.byteCount
    markActive()
    guard pendingTurn == nil, !hasEnded, mayExecute else { return wait(bytes, from: peer) }
    let start = server.beginTurn()
    let isDone = bytes.withUnsafeBytes {
      hub.receive($0, from: peer.id, at: now) { server.loop.now - start < Server.turnBudget }
    }
    if !isDone, hub.holdsEnough(of: peer.id) { peer.stopReading() }
  }

  /// Holds the bytes: no command is executed during a commit, nor while others may have taken over.
  private func wait(_ bytes: RawSpan, from peer: Peer) {
    let mayRead = bytes.withUnsafeBytes { hub.buffer($0, from: peer.id) }
    if !mayRead { peer.stopReading() }
  }

  /// Reads more of a connection, all of whose input has been executed.
  func mayRead(_ id: ConnectionID) {
    if let peer = remotePeer(id) { return peer.link.consume(peer.channel) }
    peer(id)?.startReading()
  }

  package func didEnd(_ peer: Peer) {
    hub.inputEnded(by: peer.id, at: now)
    markActive()
  }

  package func didDrain(_ peer: Peer) {
    hub.setBlocked(peer.id, false)
    if !hub.holdsUnread(of: peer.id) { peer.startReading() }
    markActive()
  }

  package func isHeldUp(_ peer: Peer) -> Bool { hub.holdsUnread(of: peer.id) }

  package func didClose(_ peer: Peer) {
    server.logLayerFault(of: peer)
    drop(peer)
    markActive()
  }

  package func countLeaving(unreadBytes: Int) { hub.countLeaving(unreadBytes: unreadBytes) }

  package func farewell(_ bye: Bye, to peer: Peer) -> [UInt8] { hub.farewell(bye, to: peer.id) }

  @discardableResult
  package func drop(_ peer: Peer) -> Int {
    guard self.peer(peer.id) === peer else { return 0 }
    let unreadBytes = hub.disconnected(peer.id, at: now)
    logger.debug("disconnected", metadata: server.metadata(of: peer))
    peers[peer.id.slot] = nil
    peerCount -= 1
    server.didDrop(peer)
    markActive()
    return unreadBytes
  }
}

// Everybody at once.

extension Space {
  /// Sends everybody to the node that has taken over.
  package func sendAway() {
    for case let peer? in peers { server.close(peer, of: self, saying: .moved) }
    for case let peer? in remotePeers {
      let farewell = hub.farewell(.moved, to: peer.id)
      disconnect(peer.id)
      peer.link.send([.own(farewell)], to: peer.channel)
      peer.link.close(peer.channel, saying: .moved, isUrgent: false)
    }
  }

  /// Whether nobody has used the space for some time. It is asked again and again.
  package func isIdle(for time: Duration, at now: Duration) -> Bool {
    guard hub.isIdle, pendingTurn == nil, !isEnding else {
      idleSince = nil
      return false
    }
    let since = idleSince ?? now
    idleSince = since
    return now - since >= time
  }
}

// Connections that others need more.

extension Space {
  /// Closes a connection to this server that others need more.
  ///
  /// - Returns: Whether there was one.
  func makeRoom() -> Bool {
    while let room = hub.makeRoom(at: now, unsentBytes: unsentBytes) {
      if giveUpRemotely(room.id, saying: .idle) { continue }
      guard let peer = peer(room.id) else { return false }
      peer.close(saying: room.farewell, .idle)
      drop(peer)
      return true
    }
    return false
  }

  /// Closes connections whose unread answers take too much room.
  func dropUnread() {
    for gone in hub.dropUnread(at: now, unsentBytes: unsentBytes) {
      if giveUpRemotely(gone.id, saying: .idle) { continue }
      guard let peer = peer(gone.id) else { continue }
      peer.close(saying: gone.farewell, .idle)
      drop(peer)
    }
  }
}

// Who may do what, and rules that change while the server runs.

extension Space {
  /// Lets access rules hold from now on. Connections that may not go on are told so and closed.
  package func setAccess(_ access: AccessRules) {
    let ended = hub.setAccess(access, at: now)
    logger.info("access rules hold", metadata: ["connections-ended": "\(ended)"])
    markActive()
  }
}

extension Server {
  /// Lets access rules hold from now on. Connections that may not go on are told so and closed.
  public func setAccess(_ access: AccessRules) { soleSpace.setAccess(access) }

  /// Loads the access rules again. If they cannot be loaded, the old ones stay, and the log says why.
  ///
  /// - Parameter load: Returns nil if the server has no rules.
  public func reloadAccess(_ load: () throws -> AccessRules?) {
    do {
      guard let rules = try load() else {
        return logger.notice("there are no access rules to load again")
      }
      setAccess(rules)
    } catch {
      logger.error("the access rules are as they were: \(error)")
    }
  }
}
