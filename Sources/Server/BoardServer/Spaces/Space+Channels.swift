import BoardHub
import BoardModel
import BoardWire
import Libuv
import Logging

// Connections that other nodes pass on: what their clients send comes over a link, and so does what they are sent.

/// The link over which another node passes connections on. Each has a number on it, its channel.
package protocol ChannelLink: AnyObject {
  func send(_ pieces: [OutputPiece], to channel: UInt32)
  /// Adds a channel to the next broadcast.
  ///
  /// - Returns: Whether it is the first one.
  func gather(_ channel: UInt32) -> Bool
  /// Sends the same bytes to all channels that were gathered.
  func broadcast(_ encoding: Encoding, from space: Space)
  /// Closes a connection once its client has taken everything it was sent.
  ///
  /// - Parameter isUrgent: Whether what it has not been sent is forgotten.
  func close(_ channel: UInt32, saying bye: Bye, isUrgent: Bool)
  /// Notes that all input of a connection has been executed.
  func consume(_ channel: UInt32)
  /// The bytes that a client has not taken.
  func unsentBytes(of channel: UInt32) -> Int
}

/// A connection of a space that another node passes on.
struct RemotePeer {
  let id: ConnectionID
  unowned let link: any ChannelLink
  let channel: UInt32
}

extension Space {
  /// Greets a client of another node.
  ///
  /// - Parameters:
  ///   - origin: What is known of where the client is.
  ///   - address: The address of the client, for the log.
  /// - Returns: Its connection, of which the link is sent the greeting at the end of the turn.
  package func connect(
    _ channel: UInt32, of link: any ChannelLink, from origin: PeerOrigin, address: String,
    as start: ConnectionStart
  ) -> ConnectionID {
    let id = hub.connect(at: now, from: origin, as: start)
    while remotePeers.count <= id.slot { remotePeers.append(nil) }
    remotePeers[id.slot] = RemotePeer(id: id, link: link, channel: channel)
    logger.debug(
      "connected",
      metadata: ["connection": "\(id.number)", "transport": "link", "peer": "\(address)"])
    markActive()
    return id
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
  package func receive(_ bytes: UnsafeRawBufferPointer, from id: ConnectionID) -> Bool {
    markActive()
    guard pendingTurn == nil, !hasEnded, mayExecute else {
      _ = hub.buffer(bytes, from: id)
      return false
    }
    let start = server.beginTurn()
    return hub.receive(bytes, from: id, at: now) {
      server.loop.now - start < Server.turnBudget
    }
  }

  /// Notes how long another node took to send its clients what it was given.
  package func sendingTook(_ time: Duration) { hub.sendingTook(time, endingAt: now) }

  package func inputEnded(by id: ConnectionID) {
    hub.inputEnded(by: id, at: now)
    markActive()
  }

  package func setBlocked(_ id: ConnectionID, _ isBlocked: Bool, unsentBytes: Int) {
    hub.setBlocked(id, isBlocked, unsentBytes: unsentBytes)
    markActive()
  }

  /// Notes that a client of another node is gone.
  package func disconnect(_ id: ConnectionID) {
    guard remotePeer(id) != nil else { return }
    hub.disconnected(id, at: now)
    remotePeers[id.slot] = nil
    logger.debug("disconnected", metadata: ["connection": "\(id.number)", "transport": "link"])
    markActive()
  }

  // MARK: What they are sent

  func sendRemotely(_ pieces: [OutputPiece], to id: ConnectionID) {
    guard let peer = remotePeer(id) else { return }
    peer.link.send(pieces, to: peer.channel)
  }

  /// Sends the same bytes to clients of other nodes. What is local among them is left out.
  func broadcastRemotely(_ encoding: Encoding, to ids: [ConnectionID]) {
    var links: [any ChannelLink] = []
    for id in ids {
      guard let peer = remotePeer(id) else { continue }
      if peer.link.gather(peer.channel) { links.append(peer.link) }
    }
    for link in links { link.broadcast(encoding, from: self) }
  }

  func closeRemotely(_ id: ConnectionID, saying bye: Bye) {
    guard let peer = remotePeer(id) else { return }
    disconnect(id)
    peer.link.close(peer.channel, saying: bye, isUrgent: false)
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
