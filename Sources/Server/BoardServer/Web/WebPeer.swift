import BoardDelivery
import BoardModel
import Libuv
import WebSocket

/// A connection of the web listener: requests and their answers, and then a peer of the server.
final class WebPeer: SocketStreamHandler {
  let stream: SocketStream
  /// Where the client is.
  let network: UInt64
  private unowned let web: WebListener
  private let connection: HTTPConnection
  /// The answer to the latest ping, until everything is read that came with it and the client has taken what
  /// was sent before.
  private var pong: [UInt8]?
  /// What was read and has not had its turn yet, and whether the client's end came behind it.
  private var buffered: (bytes: ArraySlice<UInt8>, hasEnd: Bool) = ([], false)
  /// When the silence of the client is judged next.
  var judgement = Duration.zero
  /// The unsent bytes when the client was last judged.
  private var unsentBytes = 0
  /// The code with which the client has closed.
  private(set) var closeCode: CloseCode?
  /// What serves the WebSocket; nil before its handshake.
  weak var service: (any PeerService)?

  init(_ stream: SocketStream, of web: WebListener) {
    self.stream = stream
    self.web = web
    network = stream.peerNetwork ?? 0
    connection = HTTPConnection(WebListener.limits, at: web.server.now)
    stream.handler = self
    stream.startReading()
  }
}

// Events of the stream.

extension WebPeer {
  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { bytes in
      if stream.isHeld { buffered.bytes += bytes } else { receive(bytes) }
    }
  }

  func streamDidSecure(_ stream: SocketStream) { connection.markAlive(at: web.server.now) }

  func streamDidEnd(_ stream: SocketStream) {
    guard !stream.isHeld else {
      buffered.hasEnd = true
      return
    }
    if let service { service.didEnd(stream) } else { web.server.leave(stream) }
  }

  func streamDidDrain(_ stream: SocketStream) {
    connection.markAlive(at: web.server.now)
    guard let service else { return stream.startReading() }
    guard sendPong() else { return }
    service.didDrain(stream)
  }

  func streamDidRefuse(_ stream: SocketStream) {
    web.server.logLayerFault(of: stream)
    web.server.leave(stream)
  }

  func streamDidClose(_ stream: SocketStream, error: UVError) {
    if let service { service.didClose(stream) } else { web.server.logLayerFault(of: stream) }
    web.forget(stream)
  }

  /// The most bytes that are read between two looks at the budget.
  private static let pieceBytes = 4_096

  /// Receives bytes, as far as the turn has frames left for them. The rest is held for the next turn.
  private func receive(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty, isServed {
      guard !connection.isUpgraded || web.hasFrames else {
        buffer(UnsafeRawBufferPointer(rebasing: rest))
        break
      }
      let piece = connection.isUpgraded ? rest.prefix(Self.pieceBytes) : rest
      let before = connection.frameCount
      connection.receive(UnsafeRawBufferPointer(rebasing: piece), at: web.server.now) {
        receive($0)
      }
      web.spend(frames: connection.frameCount - before)
      rest = rest.dropFirst(piece.count)
    }
    if isServed { _ = sendPong() }
  }

  /// Whether the connection is neither closed nor being closed.
  private var isServed: Bool { stream.isOpen && stream.handler === self }

  private func buffer(_ bytes: UnsafeRawBufferPointer) {
    buffered.bytes = ArraySlice(bytes)
    stream.isHeld = true
    web.wait(self)
  }

  /// Receives what is held, as far as this turn allows.
  func goOn() {
    guard isServed else { return }
    let (bytes, hasEnd) = buffered
    buffered = ([], hasEnd)
    bytes.withUnsafeBytes { receive($0) }
    guard buffered.bytes.isEmpty, isServed else { return }
    buffered = ([], false)
    stream.isHeld = false
    if hasEnd { streamDidEnd(stream) }
  }

  /// Answers the latest of the pings that came together (RFC 6455, 5.5.3).
  ///
  /// - Returns: Whether nothing is unsent.
  private func sendPong() -> Bool {
    guard stream.unsentBytes == 0 else { return false }
    guard let pong else { return true }
    self.pong = nil
    if case .sent = send(pong) { return true }
    return false
  }

  private func receive(_ event: HTTPConnection.Event) {
    guard isServed else { return }
    switch event {
    case .request(let request): answer(request)
    case .refused(let status):
      send(WebAnswer(status, text: "\(status.name).\n"), isHead: false, closes: true)
    case .payload, .output, .closed, .failed: if let service { receive(event, for: service) }
    }
  }

  private func receive(_ event: HTTPConnection.Event, for service: any PeerService) {
    switch event {
    case .request, .refused: return
    case .payload(let bytes): service.didRead(bytes.bytes, from: stream)
    case .output(let frame): pong = frame
    case .closed(let code):
      closeCode = code
      service.didEnd(stream)
    case .failed(let code): web.server.close(stream, of: service, with: code)
    }
  }

  @discardableResult
  private func send(_ frame: [UInt8]) -> WriteOutcome {
    let outcome = stream.write(frame)
    service?.handle(outcome, of: stream)
    return outcome
  }
}

// Requests.

extension WebPeer {
  private func answer(_ request: HTTPRequest) {
    switch web.decide(request, of: stream) {
    case .answer(let answer):
      let closes = !request.keepsAlive || request.hasBody || answer.status == .misdirected
      send(answer, isHead: request.method == "HEAD", closes: closes)
    case .upgrade(let fields, let space): upgrade(fields, for: space)
    }
  }

  private func send(_ answer: WebAnswer, isHead: Bool, closes: Bool) {
    let head = answer.head(closes: closes)
    let body = isHead ? nil : answer.body
    let outcome = body.map { body in head.withUnsafeBytes { stream.write($0, then: body) } }
    connection.markAlive(at: web.server.now)
    switch outcome ?? stream.write(head) {
    case .failed: web.close(self)
    case .sent, .queued: if closes { web.server.leave(stream) }
    }
    if isServed, stream.unsentBytes >= Limits.unsentBytes { stream.stopReading() }
  }

  /// Makes the connection a peer of the server.
  ///
  /// - Parameter space: The space that its address names, if any.
  private func upgrade(_ fields: [(name: String, value: String)], for space: SpaceName?) {
    connection.upgrade(at: web.server.now)
    guard case .sent = stream.write(HTTPStatus.switchingProtocols.head(fields)) else {
      return web.close(self)
    }
    web.didUpgrade(self)
    stream.isFramed = true
    guard web.server.mayStay(stream) else { return }
    if let router = web.server.router { return router.begin(stream, for: space, []) }
    let sole = web.server.soleSpace
    service = sole
    _ = sole.welcome(stream, as: .greeting, handledBy: self)
  }
}

// Silence.

extension WebPeer {
  var deadline: Duration { connection.deadline }

  /// Whether the server waits for a request of the client, or for its handshake.
  var isAwaited: Bool { service == nil && stream.unsentBytes == 0 && !stream.awaitsSetUp }

  /// Sends a ping to a client that has been silent, or closes it.
  ///
  /// A client that is taking what it is sent is not silent, and neither is one that is not read.
  func judgeSilence() {
    connection.addWait(stream.takeSetUpWait())
    let unsentBytes = stream.unsentBytes
    defer { self.unsentBytes = unsentBytes }
    let isTaking = unsentBytes > 0 && (service != nil || unsentBytes < self.unsentBytes)
    if isTaking || stream.isHeld || service?.isHeldUp(stream) == true {
      return connection.markAlive(at: web.server.now)
    }
    switch connection.judgeSilence(at: web.server.now) {
    case .wait: return
    case .ping: send(ControlFrame.ping)
    case .close: web.close(self, of: service)
    }
  }
}
