import BoardDelivery
import BoardModel
import BoardServer
import BoardWire
import Cluster
import Libuv
import Logging
import Net
import WebSocket

/// A link that another node has made for its clients, at the node that has the spaces.
final class OwnerLink: SocketStreamHandler, ChannelLink {
  /// A connection of a space, or one that waits for a space.
  private enum Member {
    case waiting(SpaceName)
    case connected(Space, ConnectionID)
  }

  private let stream: SocketStream
  private unowned let listener: LinkListener
  private unowned let router: SpaceRouter
  private let end: OwnerEnd
  /// By channel.
  private var members: [Member?] = []
  /// The spaces that have sent to several clients since the other node has performed something.
  private var broadcasters: [ObjectIdentifier: Space] = [:]
  /// The channels of the broadcast that is being gathered.
  private var gathered: [Channel] = []
  /// The link of the other node, which it names.
  private var node = ""
  let begin: Duration
  private var hasEnded = false

  init(
    _ stream: SocketStream, secret: [UInt8], of listener: LinkListener, _ router: SpaceRouter
  ) {
    (self.stream, self.listener, self.router) = (stream, listener, router)
    begin = router.server.now
    end = OwnerEnd(
      secret: secret, closeTimeout: router.server.configuration.closeTimeout, at: begin)
    stream.handler = self
    stream.startReading()
  }

  var peerName: String { stream.peerAddress?.description ?? "gone" }

  /// Whether the other node has shown the secret.
  var isAccepted: Bool { end.isAccepted }

  // MARK: The stream

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    do throws(LinkFault) {
      try bytes.withUnsafeBytes { (bytes) throws(LinkFault) in
        try end.receive(bytes, at: router.server.now) { perform($0) }
      }
      reportBlocked()
    } catch {
      fail("\(error)")
    }
  }

  func streamDidEnd(_ stream: SocketStream) { fail(nil) }
  func streamDidClose(_ stream: SocketStream, error: UVError) {
    fail(stream.layerFault.map { "\($0)" })
  }

  private func perform(_ event: OwnerEvent) {
    guard !hasEnded else { return }
    switch event {
    case .accepted(let node):
      self.node = node
      router.server.logger.debug("linked", metadata: ["node": "\(node)", "peer": "\(peerName)"])
    case .connect(let channel, let request):
      set(.waiting(request.space), at: channel)
      router.connect(channel, of: self, request)
    case .input(let channel, let bytes): receive(bytes, from: channel)
    case .ended(let channel):
      if case .connected(let space, let id)? = member(channel) { space.inputEnded(by: id) }
    case .performed(let time):
      for space in broadcasters.values { space.sendingTook(time) }
      broadcasters = [:]
    case .closed(let channel): didClose(channel)
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer, from channel: Channel) {
    guard case .connected(let space, let id)? = member(channel) else { return }
    if space.receive(bytes, from: id).isDone { consume(channel.number) }
  }

  /// Notes that all input of a connection has been executed.
  func consume(_ channel: UInt32) { end.consumedAll(of: Channel(channel)) }

  private func didClose(_ channel: Channel) {
    let member = member(channel)
    set(nil, at: channel)
    switch member {
    case .connected(let space, let id): space.disconnect(id)
    case .waiting(let space): router.forget(channel, of: self, for: space)
    case nil: return
    }
  }

  // MARK: Members

  private func member(_ channel: Channel) -> Member? {
    channel.index < members.count ? members[channel.index] : nil
  }

  private func set(_ member: Member?, at channel: Channel) {
    while members.count <= channel.index { members.append(nil) }
    members[channel.index] = member
  }

  /// Makes a channel a connection of a space.
  func open(_ channel: Channel, in space: Space, _ request: ConnectRequest) {
    let origin = request.network.map { PeerOrigin.network($0) } ?? .unknown
    let id = space.connect(
      channel.number, of: self, from: origin, address: request.address, as: request.start)
    set(.connected(space, id), at: channel)
  }

  func refuse(_ channel: Channel, _ refusal: ConnectRefusal) {
    set(nil, at: channel)
    end.refuse(channel, refusal)
  }

  // MARK: What spaces send

  func send(_ pieces: [OutputPiece], to channel: UInt32) {
    end.send(pieces.map { $0.messagePiece }, to: Channel(channel))
  }

  /// Adds a channel to the next broadcast.
  ///
  /// - Returns: Whether it is the first one.
  func gather(_ channel: UInt32) -> Bool {
    gathered.append(Channel(channel))
    return gathered.count == 1
  }

  /// Sends the same bytes to all channels that were gathered.
  func broadcast(_ encoding: Encoding, from space: Space) {
    broadcasters[ObjectIdentifier(space)] = space
    end.broadcast(encoding.payload, to: gathered)
    gathered.removeAll(keepingCapacity: true)
  }

  /// Closes a connection once its client has taken everything it was sent.
  ///
  /// - Parameter isUrgent: Whether what it has not been sent is forgotten.
  func close(_ number: UInt32, saying bye: Bye, isUrgent: Bool) {
    let channel = Channel(number)
    set(nil, at: channel)
    end.close(channel, reason: bye.linkReason, at: router.server.now)
    if isUrgent { end.abandon(channel) }
  }

  func unsentBytes(of channel: UInt32) -> Int { end.unsentBytes(of: Channel(channel)) }

  // MARK: Turns

  /// Sends what there is to be sent, or ends the link if the other node is silent.
  func endTurn() {
    guard !hasEnded else { return }
    let now = router.server.now
    if end.isDead(at: now) {
      return fail(
        isAccepted ? "the node \(node) is silent" : "whoever has connected shows no secret")
    }
    reportBlocked()
    var outcome = WriteOutcome.sent
    end.flush(at: now) { outcome = stream.write($0) }
    if case .failed = outcome { fail(nil) }
  }

  /// Tells spaces which of their connections do not take what they are sent.
  private func reportBlocked() {
    end.reportBlocked { channel, isBlocked, unsentBytes in
      guard case .connected(let space, let id)? = member(channel) else { return }
      space.setBlocked(id, isBlocked, unsentBytes: unsentBytes)
    }
  }

  var nextDeadline: Duration { end.nextDeadline }

  var hasUnsent: Bool { !hasEnded && stream.unsentBytes > 0 }

  // MARK: The end

  /// Ends the link and disconnects everybody.
  ///
  /// - Parameter reason: Why; nil if the other end has closed it.
  func fail(_ reason: String?) {
    guard !hasEnded else { return }
    close()
    listener.didEnd(self, because: reason)
  }

  func close() {
    guard !hasEnded else { return }
    hasEnded = true
    stream.close()
    for index in members.indices { didClose(Channel(UInt32(index))) }
  }
}

extension OutputPiece {
  /// The piece as a link sends it.
  fileprivate var messagePiece: MessagePiece {
    switch self {
    case .own(let bytes): .own(bytes)
    case .shared(let encoding): .shared(encoding.payload)
    }
  }
}

extension Encoding {
  /// The bytes as several links share them.
  fileprivate var payload: SharedPayload { SharedPayload(bytes, ownedBy: self) }
}

extension ConnectRequest {
  fileprivate var start: ConnectionStart {
    switch greeting {
    case .full: .greeting
    case .ofChosenSpace: .greetingOfChosenSpace
    case .reply: .space(tag: tag.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

// What a link says of why a connection is closed: the code that a WebSocket is told, counted from 1000.

extension Bye {
  fileprivate var linkReason: UInt8 { UInt8(clamping: Int(closeCode.rawValue) - 1_000) }
}

extension CloseCode {
  init(linkReason: UInt8) { self.init(rawValue: 1_000 + UInt16(linkReason)) }
}
