import BoardHub
import BoardModel
import BoardServer
import BoardWire
import Libuv
import Logging
import Net
import NodeLink

/// A link that another node has made for its clients, at the node that has the spaces.
final class OwnerLink: SocketStreamHandler, ChannelLink {
  /// A connection of a space, or one that waits for a space.
  private enum Member {
    case waiting(SpaceName)
    case connected(Space, ConnectionID)
  }

  /// What the client of a closed connection has not been sent, and by when it must have taken some of it.
  private struct Leaving {
    let deadline: Duration
    let unsentBytes: Int
  }

  private let stream: SocketStream
  private unowned let listener: LinkListener
  private unowned let router: SpaceRouter
  private let end: OwnerEnd
  private var pulse: LinkPulse
  /// By channel.
  private var members: [Member?] = []
  /// Input that no space has consumed, by channel.
  private var unconsumed: [Int] = []
  /// The spaces that have sent to several clients since the other node has performed something.
  private var broadcasters: [ObjectIdentifier: Space] = [:]
  /// The channels of the broadcast that is being gathered.
  private var gathered: [Channel] = []
  /// The connections that were closed before their clients were sent everything.
  private var leaving: [Channel: Leaving] = [:]
  private(set) var isAccepted = false
  /// The link of the other node, which it names.
  private var node = ""
  let begin: Duration
  /// When large payloads were last looked at.
  private var lastRelease: Duration
  private var hasEnded = false

  init(
    _ stream: SocketStream, secret: [UInt8], of listener: LinkListener, _ router: SpaceRouter
  ) {
    (self.stream, self.listener, self.router) = (stream, listener, router)
    end = OwnerEnd(secret: secret)
    begin = router.server.now
    lastRelease = begin
    pulse = LinkPulse(at: begin)
    stream.handler = self
    stream.startReading()
  }

  var peerName: String { stream.peerAddress?.description ?? "gone" }

  // MARK: The stream

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    pulse.didReceive(at: router.server.now)
    do throws(LinkFault) {
      try bytes.withUnsafeBytes { (bytes) throws(LinkFault) in
        try end.receive(bytes) { perform($0) }
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
      isAccepted = true
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
    unconsumed[channel.index] += bytes.count
    if space.receive(bytes, from: id).isDone { consume(channel.number) }
  }

  /// Notes that all input of a connection has been executed.
  func consume(_ number: UInt32) {
    let channel = Channel(number)
    let count = unconsumed[channel.index]
    unconsumed[channel.index] = 0
    end.consumed(count, of: channel)
  }

  private func didClose(_ channel: Channel) {
    let member = member(channel)
    set(nil, at: channel)
    leaving[channel] = nil
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
    while members.count <= channel.index {
      members.append(nil)
      unconsumed.append(0)
    }
    members[channel.index] = member
    unconsumed[channel.index] = 0
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
    end.close(channel, reason: bye.linkReason)
    if isUrgent { return end.abandon(channel) }
    let unsentBytes = end.unsentBytes(of: channel)
    guard unsentBytes > 0 else { return }
    let deadline = router.server.now + router.server.configuration.closeTimeout
    leaving[channel] = Leaving(deadline: deadline, unsentBytes: unsentBytes)
  }

  /// Forgets what closed connections have not been sent that have taken nothing within the timeout.
  private func abandonLate(at now: Duration) {
    for (channel, late) in leaving where late.deadline <= now {
      let unsentBytes = end.unsentBytes(of: channel)
      if unsentBytes > 0, unsentBytes < late.unsentBytes {
        leaving[channel] = Leaving(
          deadline: now + router.server.configuration.closeTimeout, unsentBytes: unsentBytes)
      } else {
        end.abandon(channel)
        leaving[channel] = nil
      }
    }
  }

  func unsentBytes(of channel: UInt32) -> Int { end.unsentBytes(of: Channel(channel)) }

  // MARK: Turns

  /// Sends what there is to be sent, or ends the link if the other node is silent.
  func endTurn() {
    guard !hasEnded else { return }
    let now = router.server.now
    if pulse.isDead(at: now) { return fail("the node \(node) is silent") }
    if !isAccepted, now >= helloDeadline { return fail("whoever has connected shows no secret") }
    if pulse.needsPing(at: now), isAccepted { end.ping() }
    if now >= lastRelease + LinkPulse.interval {
      lastRelease = now
      end.releaseUnused()
      abandonLate(at: now)
    }
    reportBlocked()
    var outcome = WriteOutcome.sent
    var hasSent = false
    end.flush {
      outcome = stream.write($0)
      hasSent = true
    }
    if hasSent { pulse.didSend(at: now) }
    if case .failed = outcome { fail(nil) }
  }

  /// Tells spaces which of their connections do not take what they are sent.
  private func reportBlocked() {
    end.reportBlocked { channel, isBlocked, unsentBytes in
      guard case .connected(let space, let id)? = member(channel) else { return }
      space.setBlocked(id, isBlocked, unsentBytes: unsentBytes)
    }
  }

  /// When the other end must have shown the secret.
  private var helloDeadline: Duration { begin + LinkPulse.longestSilence }

  // Nobody is sent a ping before.
  var nextDeadline: Duration { isAccepted ? pulse.nextDeadline : helloDeadline }

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
