import BoardDelivery
import BoardModel
import BoardWire
import Libuv

/// What serves the lines of peers: a space of this process, or what passes them on to another one.
package protocol PeerService: AnyObject {
  /// The handler of all peers that have none of their own.
  var peerHandler: PeerHandler { get }

  /// Makes a stream a peer.
  ///
  /// - Returns: Whether the connection is open. If not, `ConnectionRouter` is told when it is, and the client is passed
  ///   nothing before.
  func welcome(
    _ stream: SocketStream, as start: ConnectionStart, handledBy handler: any SocketStreamHandler
  ) -> Bool

  func didRead(_ bytes: RawSpan, from peer: Peer)
  /// The peer sends nothing more.
  func didEnd(_ peer: Peer)
  /// The peer has taken everything it was sent.
  func didDrain(_ peer: Peer)
  /// The peer has disconnected, or its connection broke.
  func didClose(_ peer: Peer)
  /// The peer has not taken these bytes of what it was sent.
  func didBlock(_ peer: Peer, unsentBytes: Int)
  /// Whether what the peer sent waits for its turn, so that it is not read.
  func isHeldUp(_ peer: Peer) -> Bool

  /// The last line of a peer that is sent nothing more.
  func farewell(_ bye: Bye, to peer: Peer) -> [UInt8]
  /// Forgets a peer whose stream is closed, or is being closed.
  ///
  /// - Returns: The bytes of answers that it has not taken.
  @discardableResult
  func drop(_ peer: Peer) -> Int
  /// Notes bytes of peers that were dropped, and may still take their last lines; less than 0 when they are gone.
  func countLeaving(unreadBytes: Int)
}

/// What gives connections to spaces, if a server has several of them, or passes clients on to other servers. The
/// server of one space has none.
///
/// It belongs to the thread of its server.
package protocol ConnectionRouter: AnyObject {
  /// Begins with a client of this server.
  ///
  /// - Parameters:
  ///   - space: The space, if it is known; nil if the first line says it.
  ///   - bytes: What was read of the client.
  func begin(_ stream: SocketStream, for space: SpaceName?, _ bytes: [UInt8])
  /// Forgets a connection that is served, or gone.
  func forget(_ stream: SocketStream)
  /// The connections that no space has yet.
  var newcomerCount: Int { get }
  /// The clients of this server that are passed on.
  var passedOnPeers: [Peer] { get }
  /// The limit on the connections of a space, with those that other servers pass on.
  var connectionLimit: Int { get }
  /// Notes that a space has ended.
  func didEnd(_ space: Space, _ end: SpaceEnd)

  /// Sends what is to be sent to other servers.
  func endTurn()
  /// When it must be called next; nil if it waits for nothing.
  var nextDeadline: Duration? { get }
  /// Whether something is still to be sent.
  var hasUnsent: Bool { get }

  /// Gives the spaces of the server to others.
  func stop()
  /// Sends away the clients that no space of this server has.
  func sendAway()
  /// Ends everything at once.
  func close()
}
