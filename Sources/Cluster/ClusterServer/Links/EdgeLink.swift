import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Cluster
import Libuv
import Logging
import Net
import TLS
import WebSocket

/// The link of this node to another one, and the clients here of the spaces there. It is made again when it is lost.
final class EdgeLink: SocketStreamHandler {
  /// A connection to the other node, or a try.
  private struct Attempt {
    let stream: SocketStream
    let end: EdgeEnd
    let begin: Duration
  }

  /// A client here of a space there.
  private struct Client {
    let peer: Peer
    let space: RemoteSpace
  }

  /// Changes when the process registers anew.
  var node: NodeID
  let address: NodeAddress
  private let place: SocketAddress
  private unowned let router: SpaceRouter
  private let setup: LinkSetup
  private var attempt: Attempt?
  private var nextAttempt: Duration
  /// By channel.
  private var clients: [Client?] = []
  /// The clients that there was no room for.
  private var refusedClients: [Client] = []
  /// What the log was last told of, so that it is told once.
  private var lastFault: String?
  private var hasEnded = false

  /// The time from a failed try to the next.
  private static let pause: Duration = .milliseconds(500)
  /// The time that a try may take.
  private static let timeout: Duration = .seconds(2)
  /// The clients that are to come back in a millisecond, at most.
  private static let returnsInAMillisecond = 10

  init(
    to node: NodeID, at place: SocketAddress, _ address: NodeAddress, _ setup: LinkSetup,
    of router: SpaceRouter
  ) {
    (self.node, self.place, self.address) = (node, place, address)
    (self.setup, self.router) = (setup, router)
    nextAttempt = router.server.now
    connect()
  }

  private var server: Server { router.server }

  /// Whether the other node takes clients over the link.
  var isUp: Bool { attempt?.end.isAccepted ?? false }

  // MARK: The connection

  private func connect() {
    let now = server.now
    nextAttempt = now + Self.pause
    let end = EdgeEnd(secret: setup.secret, node: router.link, at: now)
    do throws(UVError) {
      let stream = try SocketStream.connect(to: .internet(place), on: server.loop) {
        [weak self] result in
        guard let self, attempt?.begin == now else { return }
        switch result {
        case .success(let stream): didConnect(stream)
        case .failure(let error): fail("nobody answers at \(address.link): \(error.message)")
        }
      }
      attempt = Attempt(stream: stream, end: end, begin: now)
    } catch { log("\(error)") }
  }

  private func didConnect(_ stream: SocketStream) {
    let trust = ServerTrust.certificate(digest: address.certificate)
    do throws(TLSFault) {
      stream.secure(with: try trust.makeLayer(to: address.link))
    } catch { return fail("\(error)") }
    stream.handler = self
    stream.startReading()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    guard let end = attempt?.end else { return }
    let start = server.now
    do throws(LinkFault) {
      try bytes.withUnsafeBytes { (bytes) throws(LinkFault) in
        // A callback may have ended the link.
        try end.receive(bytes, at: start) { if attempt?.end === end { perform($0, of: end) } }
      }
      end.performed(for: server.now - start)
    } catch { fail("\(error)") }
  }

  func streamDidEnd(_ stream: SocketStream) { fail("\(address.link) has ended the link") }
  func streamDidClose(_ stream: SocketStream, error: UVError) {
    fail(stream.layerFault.map { "\($0)" } ?? "\(address.link): \(error.message)")
  }

  private func log(_ fault: String) {
    guard lastFault != fault else { return }
    lastFault = fault
    server.logger.warning(
      "a node cannot be reached", metadata: ["link": "\(address.link)", "reason": "\(fault)"])
  }

  /// Gives up the connection.
  private func fail(_ fault: String) {
    guard let attempt, !hasEnded else { return }
    log(fault)
    attempt.stream.close()
    self.attempt = nil
    // Nobody is passed on over it any more, also none of those that are released.
    if attempt.end.isAccepted { router.linkDidChange(self) }
    release(attempt.end)
  }

  /// Ends the link for good.
  func close() {
    guard !hasEnded else { return }
    hasEnded = true
    let last = attempt
    attempt = nil
    release(last?.end)
    last?.stream.close()
  }

  // MARK: Turns

  /// Sends what there is to be sent, or makes the link again.
  func endTurn() {
    reportClients()
    guard !hasEnded else { return }
    let now = server.now
    guard let attempt else { return now >= nextAttempt ? connect() : () }
    if !isUp, now >= attempt.begin + Self.timeout {
      return fail("nobody answers at \(address.link)")
    }
    if isUp, attempt.end.isDead(at: now) { return fail("\(address.link) is silent") }
    guard attempt.stream.handler === self else { return }
    var outcome = WriteOutcome.sent
    attempt.end.flush(at: now) { outcome = attempt.stream.write($0) }
    if case .failed(let error) = outcome { fail("\(address.link): \(error.message)") }
  }

  /// Tells the router what has become of clients.
  private func reportClients() {
    for channel in attempt?.end.takeOpened() ?? [] {
      guard let client = clients[channel.index] else { continue }
      router.didAccept(client.space)
      if client.peer.isOpen { router.didOpen(client.peer) }
    }
    let refused = refusedClients
    refusedClients = []
    for client in refused { letWait(client) }
  }

  var nextDeadline: Duration? {
    guard !hasEnded else { return nil }
    guard let attempt else { return nextAttempt }
    return isUp ? attempt.end.nextDeadline : attempt.begin + Self.timeout
  }

  var hasUnsent: Bool { (attempt?.stream.unsentBytes ?? 0) > 0 }

  // MARK: Clients

  /// Connects a client to a space of the other node. If the link has no room, or is not there, the client waits again
  /// at the end of the turn.
  func connect(_ peer: Peer, to space: RemoteSpace, _ request: ConnectRequest) {
    let client = Client(peer: peer, space: space)
    server.wake()
    guard let channel = attempt?.end.connect(request, takesLines: peer.isFramed) else {
      space.didForget(peer, isRefused: true)
      refusedClients.append(client)
      return
    }
    while clients.count <= channel.index { clients.append(nil) }
    clients[channel.index] = client
    peer.key = UInt64(channel.number)
  }

  /// The end of the link, and the channel of a client; nil if it is none.
  func channel(of peer: Peer) -> (end: EdgeEnd, channel: Channel)? {
    guard let end = attempt?.end, let channel = knownChannel(of: peer) else { return nil }
    return (end, channel)
  }

  private func knownChannel(of peer: Peer) -> Channel? {
    let channel = Channel(UInt32(truncatingIfNeeded: peer.key))
    let isClient = channel.index < clients.count && clients[channel.index]?.peer === peer
    return isClient ? channel : nil
  }

  var peers: some Sequence<Peer> { clients.lazy.compactMap { $0?.peer } }

  /// What clients have not taken.
  var unsentBytes: Int { attempt?.end.unsentBytes ?? 0 }

  /// The client that has taken the least of what it was sent.
  var slowest: (peer: Peer, space: RemoteSpace)? {
    members.lazy.map { ($0.1.peer, $0.1.space) }.max { $0.0.unsentBytes < $1.0.unsentBytes }
  }

  /// Forgets a client.
  func remove(_ peer: Peer) {
    guard let channel = knownChannel(of: peer) else { return }
    attempt?.end.closed(channel)
    forget(channel)
    server.wake()
  }

  /// Lets the clients of a space wait again that the other node has not answered.
  func takeBack(of space: SpaceName) {
    for (channel, client) in members where client.space.name == space {
      guard let end = attempt?.end, end.lastMessage(to: channel) == nil else { continue }
      end.closed(channel)
      forget(channel, isRefused: true)
      letWait(client)
    }
    server.wake()
  }

  /// Releases all clients: those that have been greeted come back, and others wait for another owner.
  ///
  /// Nobody waits before all are released: the space would be found here again.
  private func release(_ end: EdgeEnd?) {
    var waiting = refusedClients
    refusedClients = []
    let count = members.count
    let goodbye = ByeEvent(.moved, retry: .milliseconds(max(1, count / Self.returnsInAMillisecond)))
    for (channel, client) in members {
      if let last = end?.lastMessage(to: channel) {
        server.close(client.peer, of: client.space, saying: .moved, goodbye.line(after: last))
      } else {
        forget(channel, isRefused: true)
        waiting.append(client)
      }
    }
    for client in waiting { letWait(client) }
  }

  private var members: [(Channel, Client)] {
    clients.indices.compactMap { index in clients[index].map { (Channel(UInt32(index)), $0) } }
  }

  private func letWait(_ client: Client) {
    if !router.didRefuse(client.peer, client.space.name) { client.peer.close() }
  }

  /// - Parameter isRefused: Whether it waits for another node from now on.
  private func forget(_ channel: Channel, isRefused: Bool = false) {
    guard let client = clients[channel.index] else { return }
    clients[channel.index] = nil
    client.space.didForget(client.peer, isRefused: isRefused)
  }

  // MARK: What the other node sends

  private func perform(_ event: EdgeEvent, of end: EdgeEnd) {
    switch event {
    case .accepted:
      lastFault = nil
      router.linkDidChange(self)
    case .send(let channel, let bytes, _): send(bytes, to: channel)
    case .broadcast(let channels, let bytes): send(SharedBytes(bytes), to: channels)
    case .sendShared(let channels, let blob, _):
      send(SharedBytes(blob.bytes, ownedBy: blob), to: channels)
    case .mayRead(let channel): clients[channel.index]?.peer.startReading()
    case .close(let channel, let reason): close(channel, reason)
    case .refused(let channel, let refusal): refused(channel, refusal)
    }
  }

  private func send(_ bytes: UnsafeRawBufferPointer, to channel: Channel) {
    guard let client = clients[channel.index] else { return }
    let peer = client.peer
    if !peer.isGreeted { peer.isGreeted = true }
    let outcome =
      peer.isFramed
      ? peer.write(FrameHeader(payload: bytes.count).copy + bytes) : peer.write(bytes)
    client.space.handle(outcome, of: peer)
  }

  private func send(_ bytes: SharedBytes, to channels: [Channel]) {
    let header = FrameHeader(payload: bytes.count)
    for channel in channels {
      guard let client = clients[channel.index] else { continue }
      let outcome = client.peer.write(bytes, framedBy: header)
      if case .sent = outcome { continue }
      client.space.handle(outcome, of: client.peer)
    }
    server.counters.writes += channels.count
    server.counters.sentBytes += channels.count * bytes.count
  }

  private func close(_ channel: Channel, _ reason: UInt8) {
    guard let client = clients[channel.index] else { return }
    let code = CloseCode(linkReason: reason)
    if code == .goingAway { router.didMove(client.space) }
    let own = server.closeCode(of: client.peer)
    server.close(client.peer, of: client.space, with: own ?? code)
  }

  private func refused(_ channel: Channel, _ refusal: ConnectRefusal) {
    guard let client = clients[channel.index] else { return }
    // It waits before the space is forgotten that nobody here uses.
    router.didRefuse(client.space, refusal)
    letWait(client)
    if clients[channel.index]?.peer === client.peer { forget(channel, isRefused: true) }
  }
}

extension ByeEvent {
  /// The last line of a client in the form that it was last sent. Nothing can follow a message whose rest is awaited.
  func line(after last: LastMessage?) -> [UInt8] {
    switch last {
    case .text?, nil: line
    case .objects?: object
    case .unfinished?: []
    }
  }
}
