import BoardDelivery
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
    recipients.insert(id, as: channel, of: link)
    logger.debug(
      "connected",
      metadata: ["connection": "\(id.number)", "transport": "link", "peer": "\(address)"])
    markActive()
    return id
  }

  /// Notes how long another node took to send its clients what it was given.
  package func sendingTook(_ time: Duration) {
    hub.sendingTook(time, endingAt: now, isOfTurn: false)
  }

  package func inputEnded(by id: ConnectionID) {
    hub.inputEnded(by: id, at: now)
    markActive()
  }

  package func setBlocked(_ id: ConnectionID, _ isBlocked: Bool, unsentBytes: Int = 0) {
    hub.setBlocked(id, isBlocked, unsentBytes: unsentBytes)
    markActive()
  }

  /// Notes that a client of another node is gone.
  package func disconnect(_ id: ConnectionID) {
    guard recipients.removeChannel(id) else { return }
    hub.disconnected(id, at: now)
    logger.debug("disconnected", metadata: ["connection": "\(id.number)", "transport": "link"])
    markActive()
  }
}
