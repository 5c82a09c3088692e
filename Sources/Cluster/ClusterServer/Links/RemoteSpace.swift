import BoardDelivery
import BoardModel
import BoardServer
import BoardWire
import Cluster
import Libuv
import Net

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
    var request = ConnectRequest(
      space: name, network: stream.peerNetwork,
      address: stream.peerAddress?.description ?? "unknown", greeting: .full)
    request.begin(as: start)
    stream.handler = handler
    peerCount += 1
    server.peerCount += 1
    link.connect(stream, to: self, request)
    return false
  }

  func didRead(_ bytes: RawSpan, from peer: Peer) {
    server.counters.receivedBytes += bytes.byteCount
    if peer.isNew { peer.isNew = false }
    guard let (end, channel) = link.channel(of: peer) else { return }
    if !bytes.withUnsafeBytes({ end.input($0, from: channel) }) { peer.stopReading() }
    server.wake()
  }

  func didEnd(_ peer: Peer) {
    guard let (end, channel) = link.channel(of: peer) else { return }
    end.ended(channel)
    server.wake()
  }

  func didDrain(_ peer: Peer) {
    guard let (end, channel) = link.channel(of: peer) else { return }
    end.drained(channel)
    if end.mayRead(channel) { peer.startReading() }
    server.wake()
  }

  func didClose(_ peer: Peer) {
    server.logLayerFault(of: peer)
    drop(peer)
  }

  func didBlock(_ peer: Peer, unsentBytes: Int) {
    guard let (end, channel) = link.channel(of: peer) else { return }
    end.blocked(channel, unsentBytes: unsentBytes)
  }

  func isHeldUp(_ peer: Peer) -> Bool {
    guard let (end, channel) = link.channel(of: peer) else { return false }
    return !end.mayRead(channel)
  }

  func farewell(_ bye: Bye, to peer: Peer) -> [UInt8] {
    let last = link.channel(of: peer).flatMap { $0.end.lastMessage(to: $0.channel) }
    return ByeEvent(bye).line(after: last)
  }

  @discardableResult
  func drop(_ peer: Peer) -> Int {
    link.remove(peer)
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
  fileprivate mutating func begin(as start: ConnectionStart) {
    switch start {
    case .greeting: greeting = .full
    case .greetingOfChosenSpace: greeting = .ofChosenSpace
    case .space(let tag): (greeting, self.tag) = (.reply, tag.map { Array($0.utf8) })
    }
  }
}
