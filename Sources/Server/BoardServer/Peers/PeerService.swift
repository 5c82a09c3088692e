import BoardHub
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
  /// Notes what became of a write to a peer.
  func handle(_ outcome: WriteOutcome, of peer: Peer)
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
