import BoardDelivery
import BoardModel
import BoardWire
import Libuv
import WebSocket

// Connections that nobody serves any more. If the server closed one without reading what its client still writes, the
// client might never read why (rule 1.15).

/// A stream that closes when its client has taken everything it was sent, and ended. What it sends is discarded.
final class LeavingPeer: AwaitedStream, SocketStreamHandler {
  let stream: SocketStream
  var deadline = Duration.zero
  private unowned let server: Server
  /// What has served it, until it has taken everything.
  private var service: (any PeerService)?
  /// The bytes of answers among the unsent ones that it shares with nobody.
  private let unreadBytes: Int
  /// The unsent bytes when it was last looked at.
  var unsentBytes = 0
  /// By when it closes, since it has taken everything; nil before.
  var end: Duration?
  private var discardedBytes = 0
  private(set) var lastRead: Duration

  init(_ stream: SocketStream, of service: (any PeerService)?, unreadBytes: Int, at server: Server)
  {
    (self.stream, self.service, self.unreadBytes, self.server) =
      (stream, service, unreadBytes, server)
    lastRead = server.now
    service?.countLeaving(unreadBytes: unreadBytes)
  }

  /// Whether nothing more is awaited of it.
  var isOver: Bool { stream.hasEnded || discardedBytes > Limits.lingerBytes }

  /// Notes that it has taken everything, or never will.
  func release() {
    service?.countLeaving(unreadBytes: -unreadBytes)
    service = nil
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    discardedBytes += bytes.byteCount
    lastRead = server.now
    stream.stopReading()
    if !isOver { server.discarding.append(self) } else if end != nil { server.end(self) }
  }

  func streamDidEnd(_ stream: SocketStream) { if end != nil { server.end(self) } }

  func streamDidDrain(_ stream: SocketStream) {
    if !stream.isSettingUp { server.linger(self) }
  }

  func streamDidSecure(_ stream: SocketStream) { server.leave(self) }

  func streamDidRefuse(_ stream: SocketStream) { server.leave(self) }

  func streamDidClose(_ stream: SocketStream, error: UVError) { server.forget(self) }
}

extension Server {
  /// Those that are being closed.
  var leavingCount: Int { leaving.count + lingering.count + refused.count }

  /// Closes a peer at once, with a last line that it may not be able to take.
  package func drop(_ peer: Peer, of service: any PeerService, saying bye: Bye) {
    peer.close(saying: service.farewell(bye, to: peer), bye)
    service.drop(peer)
  }

  /// Sends a peer its last line, and closes it once it has taken everything.
  ///
  /// - Parameter line: The line, if it says more than the reason.
  package func close(
    _ peer: Peer, of service: any PeerService, saying bye: Bye, _ line: [UInt8]? = nil
  ) {
    let farewell = line ?? service.farewell(bye, to: peer)
    if !farewell.isEmpty { _ = peer.write([.own(farewell)]) }
    close(peer, of: service, with: bye.closeCode)
  }

  /// Closes a peer once it has taken everything it was sent.
  ///
  /// - Parameter code: What a WebSocket is told.
  package func close(_ peer: Peer, of service: any PeerService, with code: CloseCode) {
    if peer.isFramed { peer.write(ControlFrame.close(code)) }
    let unreadBytes = service.drop(peer)
    leave(LeavingPeer(peer, of: service, unreadBytes: unreadBytes, at: self))
  }

  /// Closes a stream that nobody has served once its client has taken everything it was sent.
  func leave(_ stream: SocketStream) {
    leave(LeavingPeer(stream, of: nil, unreadBytes: 0, at: self))
  }

  /// The code with which a WebSocket has closed; nil if it has not, or is none.
  package func closeCode(of peer: Peer) -> CloseCode? { web?.peer(of: peer)?.closeCode }

  fileprivate func leave(_ peer: LeavingPeer) {
    let stream = peer.stream
    refused.remove(stream)
    web?.forget(stream)
    guard stream.isOpen else { return end(peer) }
    guard !stream.isSettingUp else { return awaitSetUp(of: peer) }
    stream.handler = peer
    stream.isHeld = false
    stream.leave()
    stream.startReading()
    peer.unsentBytes = stream.unsentBytes
    guard peer.unsentBytes > 0 else { return linger(peer) }
    leaving.insert(
      peer, until: now + (isStopping ? configuration.farewell : configuration.closeTimeout))
  }

  /// Lets a client that is refused finish the handshake, so that it can read why. If too many do, the first of them
  /// makes room.
  private func awaitSetUp(of peer: LeavingPeer) {
    guard !isStopping else { return end(peer) }
    if refused.count >= Limits.refusedHandshakes, let first = refused.first { end(first) }
    peer.stream.handler = peer
    peer.stream.startReading()
    refused.insert(peer, until: now + Limits.handshake)
  }

  /// Goes on to read a peer that has taken everything, until it ends.
  func linger(_ peer: LeavingPeer) {
    leaving.remove(peer.stream)
    peer.release()
    guard !peer.isOver else { return end(peer) }
    let end = now + (isStopping ? configuration.farewell : configuration.linger)
    peer.end = end
    lingering.insert(peer, until: isStopping ? min(end, now + configuration.lingerSilence) : end)
  }

  /// Closes those that have taken nothing of their last lines within the timeout, and those that have been read for
  /// long enough. A server that stops waits only once for each, and for a short silence.
  func closeLate() {
    while let late = refused.next(until: now) {
      // What it had to wait for others is not its fault.
      let wait = late.stream.takeSetUpWait()
      if wait > .zero { refused.insert(late, until: now + wait) } else { end(late) }
    }
    while let late = leaving.next(until: now) {
      let unsentBytes = late.stream.unsentBytes
      guard unsentBytes < late.unsentBytes, !isStopping else {
        end(late)
        continue
      }
      late.unsentBytes = unsentBytes
      leaving.insert(late, until: now + configuration.closeTimeout)
    }
    while let late = lingering.next(until: now) {
      let silence = late.lastRead + configuration.lingerSilence
      if isStopping, let end = late.end, now < min(end, silence) {
        lingering.insert(late, until: min(end, silence))
      } else {
        end(late)
      }
    }
  }

  /// Gives those that leave already no more time than all others of a server that stops.
  func hurryLeaving() {
    for peer in refused.all { end(peer) }
    let last = now + configuration.farewell
    for peer in leaving.all { leaving.insert(peer, until: min(peer.deadline, last)) }
    for peer in lingering.all {
      peer.end = peer.end.map { min($0, last) }
      lingering.insert(peer, until: now)
    }
  }

  /// Closes the connection that has been read for the longest time since its last line.
  ///
  /// - Returns: Whether there was one.
  func endLongestLingering() -> Bool {
    guard let peer = lingering.first else { return false }
    end(peer)
    return true
  }

  /// Reads on of some of those that have been read before, as many as a turn has time for.
  func discardMore() {
    let next = discarding.prefix(Self.discardsInATurn)
    discarding.removeFirst(next.count)
    for peer in next { peer.stream.startReading() }
    if !discarding.isEmpty { wake() }
  }

  /// Each is a read.
  private static let discardsInATurn = 16

  /// Closes a peer at once.
  func end(_ peer: LeavingPeer) {
    peer.stream.close()
    forget(peer)
  }

  func forget(_ peer: LeavingPeer) {
    peer.release()
    refused.remove(peer.stream)
    leaving.remove(peer.stream)
    lingering.remove(peer.stream)
  }
}
