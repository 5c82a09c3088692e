import BoardHub
import BoardModel
import BoardWire
import Libuv
import Logging
import NodeLink

// Connections that other nodes pass on: what their clients send comes over a link, and so does what they are sent.

/// A connection of a space that another node passes on.
struct RemotePeer {
  let id: ConnectionID
  unowned let link: OwnerLink
  let channel: Channel
}

extension Space {
  /// Greets a client of another node.
  func connect(_ channel: Channel, of link: OwnerLink, _ request: ConnectRequest) {
    let origin = request.network.map { PeerOrigin.network($0) } ?? .unknown
    let id = hub.connect(at: now, from: origin, as: request.start)
    while remotePeers.count <= id.slot { remotePeers.append(nil) }
    remotePeers[id.slot] = RemotePeer(id: id, link: link, channel: channel)
    link.didOpen(channel, in: self, as: id)
    logger.debug(
      "connected",
      metadata: [
        "connection": "\(id.number)", "transport": "link", "peer": "\(request.address)",
      ])
    touch()
  }

  func remotePeer(_ id: ConnectionID) -> RemotePeer? {
    guard id.slot < remotePeers.count, let peer = remotePeers[id.slot], peer.id == id else {
      return nil
    }
    return peer
  }

  /// Receives what a client of another node has sent.
  ///
  /// - Returns: Whether all of it was executed. If not, the link is told later.
  func receive(_ bytes: UnsafeRawBufferPointer, from id: ConnectionID) -> Bool {
    touch()
    guard pendingTurn == nil, !hasEnded, mayExecute else {
      _ = hub.hold(bytes, from: id)
      return false
    }
    let start = server.beginTurn()
    return hub.receive(bytes, from: id, at: now) {
      server.loop.now - start < Server.turnBudget
    }
  }

  /// Notes how long another node took to send its clients what it was given.
  func sendingTook(_ time: Duration) { hub.sendingTook(time, endingAt: now) }

  func inputEnded(by id: ConnectionID) {
    hub.inputEnded(by: id, at: now)
    touch()
  }

  func setBlocked(_ id: ConnectionID, _ isBlocked: Bool, unsentBytes: Int) {
    hub.setBlocked(id, isBlocked, unsentBytes: unsentBytes)
    touch()
  }

  /// Notes that a client of another node is gone.
  func disconnect(_ id: ConnectionID) {
    guard remotePeer(id) != nil else { return }
    hub.disconnected(id, at: now)
    remotePeers[id.slot] = nil
    logger.debug("disconnected", metadata: ["connection": "\(id.number)", "transport": "link"])
    touch()
  }

  // MARK: What they are sent

  func sendRemotely(_ pieces: [OutputPiece], to id: ConnectionID) {
    guard let peer = remotePeer(id) else { return }
    peer.link.send(pieces, to: peer.channel)
  }

  /// Sends the same bytes to clients of other nodes. What is local among them is left out.
  func broadcastRemotely(_ encoding: Encoding, to ids: [ConnectionID]) {
    var links: [OwnerLink] = []
    for id in ids {
      guard let peer = remotePeer(id) else { continue }
      if peer.link.gather(peer.channel) { links.append(peer.link) }
    }
    for link in links { link.broadcast(encoding, from: self) }
  }

  func closeRemotely(_ id: ConnectionID, saying bye: Bye) {
    guard let peer = remotePeer(id) else { return }
    disconnect(id)
    peer.link.close(peer.channel, saying: bye)
  }

  /// Closes a connection of another node that takes nothing of what it is sent.
  ///
  /// - Returns: Whether it is one.
  func giveUpRemotely(_ id: ConnectionID, saying bye: Bye) -> Bool {
    guard let peer = remotePeer(id) else { return false }
    disconnect(id)
    peer.link.close(peer.channel, saying: bye, isUrgent: true)
    return true
  }

  /// The bytes that a connection has not taken.
  func unsentBytes(of id: ConnectionID) -> Int {
    peer(id)?.unsentBytes ?? remotePeer(id).map { $0.link.unsentBytes(of: $0.channel) } ?? 0
  }
}

extension ConnectRequest {
  fileprivate var start: ConnectionStart {
    switch greeting {
    case .full: .greeting
    case .ofChosenSpace: .greetingOfChosenSpace
    case .reply: .space(tag: tag.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}
