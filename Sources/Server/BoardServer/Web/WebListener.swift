import BoardAuthority
import BoardModel
import BoardWire
import Libuv
import Logging
import Net
import WebSocket

/// The HTTP port: it accepts connections, and ends those that are silent for too long.
final class WebListener {
  unowned let server: Server
  let address: SocketAddress
  private let listener: SocketListener
  private let routes: Routes
  private var peers: [ObjectIdentifier: WebPeer] = [:]
  /// When each peer is judged next. Those of peers that are gone are skipped.
  private var deadlines = Deadlines<ObjectIdentifier>()
  /// The connections that are no WebSockets, by address.
  private var requesters: [UInt64: [ObjectIdentifier: WebPeer]] = [:]
  private(set) var requesterCount = 0

  /// The frames of all WebSockets that are read in one turn, and those of a piece of bytes: about 2 ms.
  var framesPerTurn = 2_048
  /// The frames that were read in this turn, and the most in any.
  private var frames = 0
  private(set) var mostFrames = 0
  /// The peers that have sent more, in the order in which they are served.
  private var waiting: [WebPeer] = []

  static let limits = HTTPLimits(
    headBytes: Limits.httpHeadBytes, fields: Limits.httpFields,
    targetBytes: Limits.httpTargetBytes, pipelined: Limits.pipelinedRequests,
    frameBytes: Limits.frameBytes, headTime: Limits.httpHead, pingTime: Limits.frameSilence,
    silenceTime: Limits.longestFrameSilence)

  /// Listens.
  ///
  /// - Throws: `UVError` if the address is not available.
  init(
    _ configuration: WebConfiguration, _ page: PageFiles, of server: Server
  ) throws(UVError) {
    self.server = server
    let door = Door()
    listener = try SocketListener(with: configuration.source, on: server.loop) {
      door.web?.accept($0)
    }
    guard let address = listener.address else { throw .notSupported }
    self.address = address
    routes = Routes(
      page: page,
      border: WebBorder(
        port: address.port, origins: configuration.origins, isEncrypted: server.identity != nil),
      hasRemoteMetrics: configuration.hasRemoteMetrics, hasSpaces: server.router != nil)
    door.web = self
  }

  /// A reference for the callback that is created before the initialization ends.
  private final class Door {
    weak var web: WebListener?
  }

  private func accept(_ result: Result<SocketStream, UVError>) {
    switch result {
    case .failure(let error): server.logUnaccepted(error)
    case .success(let stream):
      server.prepare(stream)
      guard !server.configuration.proxies.isEmpty else { return take(stream) }
      guard server.hasRoom(beyond: Self.extraConnections) else {
        // Who encrypts can be told so only behind the header.
        return server.identity == nil ? refuse(stream) : stream.close()
      }
      server.awaitProxyHeader(of: stream) {
        [weak self] stream, _ in self?.take(stream)
      }
    }
  }

  /// Begins the conversation with a stream whose addresses are known.
  func take(_ stream: SocketStream) {
    let network = stream.peerNetwork ?? 0
    guard mayAsk(network) else { return refuse(stream) }
    guard server.addLayer(to: stream, answeringOthers: Server.plainWebAnswer) else { return }
    let peer = WebPeer(stream, of: self)
    peers[ObjectIdentifier(stream)] = peer
    requesters[network, default: [:]][ObjectIdentifier(stream)] = peer
    requesterCount += 1
    judge(peer, at: peer.deadline)
  }

  /// The connections beyond the limit that may ask something.
  private static let extraConnections = Limits.reservedDescriptors / 2

  /// Whether there is room for another connection from an address. If there is none, those make room that the server
  /// waits for.
  private func mayAsk(_ network: UInt64) -> Bool {
    while let crowd = crowd(before: network) {
      guard let peer = longestAwaited(of: crowd) else { return false }
      close(peer)
    }
    return true
  }

  /// The address of which a connection must end before there is room for another one from `network`; nil if there is
  /// room. A quarter of all connections may be requesters.
  private func crowd(before network: UInt64) -> UInt64? {
    if requesters[network, default: [:]].count >= Limits.httpConnectionsOfAddress { return network }
    let limit = server.configuration.connectionLimit
    let isFull =
      requesterCount >= min(Limits.httpConnections, (limit + 3) / 4)
      || !server.hasRoom(beyond: Self.extraConnections)
    guard isFull else { return nil }
    return requesters.max { $0.value.count < $1.value.count }?.key ?? network
  }

  /// The connection of an address for whose handshake or next request the server has waited for the longest time; nil
  /// if it waits for none.
  private func longestAwaited(of network: UInt64) -> WebPeer? {
    requesters[network, default: [:]].values.filter(\.isAwaited).min { $0.deadline < $1.deadline }
  }

  private func refuse(_ stream: SocketStream) {
    guard server.addLayer(to: stream, answeringOthers: Server.plainWebAnswer) else { return }
    let answer = WebAnswer(
      .unavailable, text: "Too many connections.\n", fields: [("Retry-After", "5")])
    stream.write(answer.whole(isHead: false))
    server.leave(stream)
  }

  func decide(_ request: HTTPRequest, of stream: SocketStream) -> Routes.Decision {
    let decision = routes.decide(
      request,
      Routes.Circumstances(
        isDraining: server.isStopping || server.isDraining,
        isLocal: stream.proxiedAddresses == nil && stream.peerAddress?.isLoopback == true,
        port: stream.proxiedAddresses?.server.port,
        metrics: { [server] in server.metrics }))
    if case .answer(let answer) = decision, answer.status.rawValue >= 400 {
      server.logger.debug(
        "refused a request",
        metadata: [
          "status": "\(answer.status.rawValue)", "method": "\(request.method)",
          "peer": "\(stream.peerAddress?.description ?? "gone")",
        ])
    }
    return decision
  }
}

// The life of the peers.

extension WebListener {
  var peerCount: Int { peers.count }

  /// The peer of a stream, if it is one of this listener.
  func peer(of stream: SocketStream) -> WebPeer? { peers[ObjectIdentifier(stream)] }

  /// The peer is no requester any more.
  func didUpgrade(_ peer: WebPeer) { forgetRequester(peer) }

  private func forgetRequester(_ peer: WebPeer) {
    requesterCount -= 1
    requesters[peer.network]?[ObjectIdentifier(peer.stream)] = nil
    if requesters[peer.network]?.isEmpty == true { requesters[peer.network] = nil }
  }

  /// Forgets the peer of a stream that is closed, or is being closed by the server.
  func forget(_ stream: SocketStream) {
    guard let peer = peers.removeValue(forKey: ObjectIdentifier(stream)) else { return }
    if !stream.isFramed { forgetRequester(peer) }
  }

  /// Closes a peer that is silent, or whose connection is broken.
  ///
  /// - Parameter service: What serves it, if it is a WebSocket.
  func close(_ peer: WebPeer, of service: (any PeerService)? = nil) {
    if let service {
      server.drop(peer.stream, of: service, saying: .idle)
    } else {
      peer.stream.close()
    }
    forget(peer.stream)
  }

  /// When the first peer is to be judged.
  var nextDeadline: Duration? { deadlines.first?.time }

  /// Judges the peers whose time has come.
  func judgeSilence() {
    while let (time, id) = deadlines.removeFirst(until: server.now) {
      // An earlier peer may have had the same id.
      guard let peer = peers[id], peer.judgement == time else { continue }
      peer.judgeSilence()
      guard peers[id] === peer else { continue }
      judge(peer, at: max(peer.deadline, server.now + .seconds(1)))
    }
  }

  private func judge(_ peer: WebPeer, at time: Duration) {
    peer.judgement = time
    deadlines.insert(ObjectIdentifier(peer.stream), at: time)
  }

  /// The judgements that are due at some time, those of peers that are gone included.
  var judgementCount: Int { deadlines.count }

  /// Whether more frames may be read in this turn.
  var hasFrames: Bool { frames < framesPerTurn }

  func spend(frames count: Int) {
    frames += count
    mostFrames = max(mostFrames, frames)
  }

  /// Lets a peer go on in the next turn.
  func wait(_ peer: WebPeer) { waiting.append(peer) }

  /// Begins a turn: reads what did not fit into the last one.
  ///
  /// - Returns: Whether something waits further.
  func goOn() -> Bool {
    frames = 0
    let peers = waiting
    waiting = []
    for peer in peers { peer.goOn() }
    return !waiting.isEmpty
  }

  /// Accepts nobody any more.
  func stopListening() { listener.close() }

  /// Closes everything.
  func close() {
    listener.close()
    for peer in peers.values { peer.stream.close() }
    peers = [:]
  }
}

extension Server {
  /// The connections of the HTTP port, WebSockets included.
  package var webPeerCount: Int { web?.peerCount ?? 0 }
}
