import BoardModel
import Libuv

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
