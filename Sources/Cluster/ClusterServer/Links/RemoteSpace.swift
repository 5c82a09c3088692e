import BoardHub
import BoardModel
import BoardServer
import BoardWire
import Libuv
import Logging
import Net
import NodeLink

/// A space of another node, for the clients here that are passed on to it.
final class RemoteSpace: PeerService {
  let name: SpaceName
  let link: EdgeLink
  private unowned let router: SpaceRouter
  private(set) lazy var peerHandler = PeerHandler(of: self)
  private(set) var peerCount = 0

  init(_ name: SpaceName, over link: EdgeLink, of router: SpaceRouter) {
    (self.name, self.link, self.router) = (name, link, router)
  }

  private var server: Server { router.server }

  func welcome(
    _ stream: SocketStream, as start: ConnectionStart, handledBy handler: any SocketStreamHandler
  ) -> Bool {
    let request = ConnectRequest(
      space: name, network: stream.peerNetwork,
      address: stream.peerAddress?.description ?? "unknown", start)
    stream.handler = handler
    peerCount += 1
    server.peerCount += 1
    if !link.clients.connect(stream, to: self, request) { link.clients.refuse(stream, by: self) }
    return false
  }

  func didRead(_ bytes: RawSpan, from peer: Peer) {
    server.counters.receivedBytes += bytes.byteCount
    bytes.withUnsafeBytes { link.clients.pass($0, from: peer) }
  }

  func didEnd(_ peer: Peer) { link.clients.ended(peer) }

  func didDrain(_ peer: Peer) { link.clients.drained(peer) }

  func didClose(_ peer: Peer) {
    server.logLayerFault(of: peer)
    drop(peer)
  }

  func didBlock(_ peer: Peer, unsentBytes: Int) { link.clients.blocked(peer, unsentBytes) }

  func isHeldUp(_ peer: Peer) -> Bool { link.clients.isHeldUp(peer) }

  func farewell(_ bye: Bye, to peer: Peer) -> [UInt8] { link.clients.farewell(bye, to: peer) }

  @discardableResult
  func drop(_ peer: Peer) -> Int {
    _ = link.clients.remove(peer)
    return 0
  }

  /// Notes that the link has forgotten a client.
  ///
  /// - Parameter isRefused: Whether it waits for another node from now on.
  func didForget(_ peer: Peer, isRefused: Bool) {
    peerCount -= 1
    if isRefused { server.peerCount -= 1 } else { server.didDrop(peer) }
    releaseIfUnused()
  }

  func countLeaving(unreadBytes: Int) {}

  /// Tells the router if nobody here uses the space any more.
  func releaseIfUnused() {
    if peerCount == 0 { router.release(self) }
  }
}

extension ConnectRequest {
  fileprivate init(
    space: SpaceName, network: UInt64?, address: String, _ start: ConnectionStart
  ) {
    switch start {
    case .greeting:
      self.init(space: space, network: network, address: address, greeting: .full)
    case .greetingOfChosenSpace:
      self.init(space: space, network: network, address: address, greeting: .ofChosenSpace)
    case .space(let tag):
      self.init(
        space: space, network: network, address: address, greeting: .reply,
        tag: tag.map { Array($0.utf8) })
    }
  }
}
