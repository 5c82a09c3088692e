import BoardAuthority
import BoardDelivery
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
    recipients.insert(stream)
    server.peerCount += 1
    logger.debug("connected", metadata: server.metadata(of: stream))
    stream.startReading()
    markActive()
    return true
  }

  package func didRead(_ bytes: RawSpan, from peer: Peer) {
    server.counters.receivedBytes += bytes.byteCount
    let mayRead = bytes.withUnsafeBytes { receive($0, from: peer.id).mayRead }
    if peer.isNew { peer.isNew = hub.room.isNewcomer(peer.id) }
    if !mayRead { peer.stopReading() }
  }

  /// Receives what a client has sent.
  ///
  /// - Returns: Whether all of it was executed, and whether more may be read. If it was not executed, the recipient
  ///   may read later.
  package func receive(
    _ bytes: UnsafeRawBufferPointer, from id: ConnectionID
  ) -> (isDone: Bool, mayRead: Bool) {
    markActive()
    // No command is executed during a commit, nor while others may have taken over.
    guard pendingTurn == nil, !hasEnded, mayExecute else {
      return (false, hub.buffer(bytes, from: id))
    }
    let start = server.beginTurn()
    let isDone = hub.receive(bytes, from: id, at: now) {
      server.loop.now - start < Server.turnBudget
    }
    return (isDone, isDone || hub.room.waitingBytes(of: id) < Limits.lineBytes)
  }

  package func didEnd(_ peer: Peer) { inputEnded(by: peer.id) }

  package func didDrain(_ peer: Peer) {
    setBlocked(peer.id, false)
    if hub.room.waitingBytes(of: peer.id) == 0 { peer.startReading() }
  }

  package func didBlock(_ peer: Peer, unsentBytes: Int) {
    hub.setBlocked(peer.id, true, unsentBytes: unsentBytes)
    logger.debug("slow reader", metadata: server.metadata(of: peer, unsentBytes: unsentBytes))
  }

  package func isHeldUp(_ peer: Peer) -> Bool { hub.room.waitingBytes(of: peer.id) > 0 }

  package func didClose(_ peer: Peer) {
    server.logLayerFault(of: peer)
    drop(peer)
    markActive()
  }

  package func countLeaving(unreadBytes: Int) { hub.room.countLeaving(unreadBytes: unreadBytes) }

  package func farewell(_ bye: Bye, to peer: Peer) -> [UInt8] {
    hub.room.farewell(bye, to: peer.id)
  }

  @discardableResult
  package func drop(_ peer: Peer) -> Int {
    guard recipients.remove(peer) else { return 0 }
    let unreadBytes = hub.disconnected(peer.id, at: now)
    logger.debug("disconnected", metadata: server.metadata(of: peer))
    server.didDrop(peer)
    markActive()
    return unreadBytes
  }
}

// Everybody at once.

extension Space {
  /// Sends everybody to the node that has taken over.
  package func sendAway() {
    for id in recipients.ids {
      let farewell = hub.room.farewell(.moved, to: id)
      if !farewell.isEmpty { recipients.send([.own(farewell)], to: id) }
      recipients.close(id, saying: .moved)
    }
  }

  /// Whether nobody has used the space for some time. It is asked again and again.
  package func isIdle(for time: Duration, at now: Duration) -> Bool {
    guard hub.statistics.isIdle, pendingTurn == nil, !isEnding else {
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
    while let room = hub.room.makeRoom(at: now, unsentBytes: recipients.unsentBytes) {
      if recipients.giveUp(room.id, saying: room.farewell) { return true }
    }
    return false
  }

  /// Closes connections whose unread answers take too much room.
  func dropUnread() {
    for gone in hub.room.dropUnread(at: now, unsentBytes: recipients.unsentBytes) {
      recipients.giveUp(gone.id, saying: gone.farewell)
    }
  }
}

// Who may do what, and rules that change while the server runs.

extension Space {
  /// Lets access rules hold from now on, or none. Connections that may not go on are told so and closed.
  package func setAccess(_ access: AccessRules?) {
    let ended = hub.service.setAccess(access, at: now)
    logger.info("access rules hold", metadata: ["connections-ended": "\(ended)"])
    markActive()
  }
}

extension Server {
  /// Lets access rules hold from now on. Connections that may not go on are told so and closed.
  package func setAccess(_ access: AccessRules) { soleSpace.setAccess(access) }

  /// Loads the access rules again. If they cannot be loaded, the old ones stay, and the log says why.
  ///
  /// - Parameter load: Returns nil if the server has no rules.
  package func reloadAccess(_ load: () throws -> AccessRules?) {
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
