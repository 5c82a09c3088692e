import Libuv
import WebSocket

// Peers that are being closed, and may still read their last lines.

/// A peer that is being closed, with the deadline by which it must have read something.
struct LeavingPeer {
  let peer: Peer
  let service: any PeerService
  let handler: (any SocketStreamHandler)?
  var deadline: Duration
  var unsentBytes: Int
  /// The bytes of answers among them that it shares with nobody.
  let unreadBytes: Int
}

extension Server {
  /// Closes a peer once it has taken everything it was sent.
  ///
  /// - Parameter code: What a WebSocket is told.
  func close(_ peer: Peer, of service: any PeerService, with code: CloseCode) {
    // A stream does not retain its handler.
    let handler = peer.handler
    if peer.isFramed { peer.write(ControlFrame.close(code)) }
    let unreadBytes = service.drop(peer)
    service.noteLeaving(unreadBytes: unreadBytes)
    let timeout = isStopping ? configuration.farewell : configuration.closeTimeout
    leaving[ObjectIdentifier(peer)] = LeavingPeer(
      peer: peer, service: service, handler: handler, deadline: now + timeout,
      unsentBytes: peer.unsentBytes, unreadBytes: unreadBytes)
    peer.shutdownAfterWrites()
  }

  /// Closes peers that have read none of their last lines within the timeout. A server that stops
  /// waits only once for each.
  func closeLate() {
    for (key, late) in leaving where late.deadline <= now {
      let unsentBytes = late.peer.unsentBytes
      if unsentBytes < late.unsentBytes && !isStopping {
        leaving[key]!.unsentBytes = unsentBytes
        leaving[key]!.deadline = now + configuration.closeTimeout
      } else {
        late.peer.close()
        forgetLeaving(key)
      }
    }
  }

  /// Forgets a peer that was being closed.
  ///
  /// - Returns: Whether it was one.
  @discardableResult
  func forgetLeaving(_ key: ObjectIdentifier) -> Bool {
    guard let late = leaving.removeValue(forKey: key) else { return false }
    late.service.noteLeaving(unreadBytes: -late.unreadBytes)
    return true
  }

  /// The earliest deadline of a peer that is being closed; nil if there is none.
  var nextLeavingDeadline: Duration? { leaving.values.lazy.map(\.deadline).min() }
}
