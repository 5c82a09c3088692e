/// The end of a link at the edge: the node to which clients are connected.
///
/// It performs no I/O. Pass what was read to `receive`, and write at the end of the turn what `flush` lends. The edge
/// need not wait for `accepted` before it connects clients.
public final class EdgeEnd {
  @exclusivity(unchecked) private var reader = FrameReader()
  @exclusivity(unchecked) private var output = FrameBuffer()
  @exclusivity(unchecked) private var pulse: LinkPulse
  /// Whether the owner takes connections.
  @exclusivity(unchecked) public private(set) var isAccepted = false
  @exclusivity(unchecked) var blobs = IncomingBlobs()
  @exclusivity(unchecked) private var channels = ChannelTable<EdgeChannel>()
  /// The channels that were opened since they were last taken. Some may be closed meanwhile.
  @exclusivity(unchecked) private var opened: [Channel] = []
  /// What all clients together have not taken.
  @exclusivity(unchecked) public private(set) var unsentBytes = 0
  /// The channels of the last broadcast.
  @exclusivity(unchecked) private var lastBroadcast: [Channel]?
  /// How long that took since the owner was told.
  @exclusivity(unchecked) private var performanceTime: Duration = .zero
  /// The weight of the frames that were performed without telling the owner.
  @exclusivity(unchecked) private var unacknowledged = 0

  /// - Parameters:
  ///   - secret: What all nodes of the cluster know, and nobody else.
  ///   - node: The link by which this node is known.
  public init(secret: [UInt8], node: String, at time: Duration) {
    precondition(secret.count <= LinkLimits.secretBytes && node.utf8.count <= LinkLimits.nodeBytes)
    pulse = LinkPulse(at: time)
    output.append(helloWith: secret, version: LinkVersion.newest, node: node)
  }

  /// Receives bytes of the owner. After a fault the link must be closed.
  ///
  /// What the callback returns from counts as performed, and is acknowledged by `flush`.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, at time: Duration, _ body: (EdgeEvent) -> Void
  ) throws(LinkFault) {
    pulse.didReceive(at: time)
    try reader.read(bytes) { (kind, fields) throws(LinkFault) in
      guard isAccepted != (kind == .accepted) else { throw .unexpectedFrame(kind) }
      try perform(OwnerFrame(kind, fields, count: channels.count), body)
    }
  }

  /// Notes how long it took to perform what was received, which the owner is told with the next acknowledgement.
  public func performed(for time: Duration) { performanceTime += time }

  /// Whether the owner has been silent for too long.
  public func isDead(at time: Duration) -> Bool { pulse.isDead(at: time) }

  /// When to flush or to look whether the owner is dead, whatever happens before.
  public var nextDeadline: Duration { pulse.nextDeadline }

  /// Lends the frames that are to be written, if there are any, and forgets them.
  public func flush(at time: Duration, _ body: (UnsafeRawBufferPointer) -> Void) {
    if isAccepted, pulse.needsPing(at: time) { output.appendPing() }
    if unacknowledged > 0 {
      output.append(
        acknowledged: unacknowledged, microseconds: Int(performanceTime / .microseconds(1)))
    }
    (unacknowledged, performanceTime) = (0, .zero)
    if !output.isEmpty { pulse.didSend(at: time) }
    output.flush(body)
  }
}

/// What happened on a link, for the edge. Bytes are valid only until the callback returns.
public enum EdgeEvent {
  /// The owner takes connections. Comes once, before all others.
  case accepted(version: UInt16)
  /// Bytes for a client. A message may come in several parts, and nothing else for the client comes between them.
  case send(Channel, UnsafeRawBufferPointer, endsMessage: Bool)
  /// The same message for several clients. Those that the edge has closed are to be skipped.
  case broadcast([Channel], UnsafeRawBufferPointer)
  /// The same bytes for several clients, to be shared by them.
  case sendShared([Channel], ReceivedBlob, endsMessage: Bool)
  /// A client may be read again.
  case mayRead(Channel)
  /// The client is to be closed once it has taken everything. The channel is gone.
  case close(Channel, reason: UInt8)
  /// The owner does not serve the client, which was sent nothing. The channel is gone.
  case refused(Channel, ConnectRefusal)
}

// What the edge does with the frames of the owner.

extension EdgeEnd {
  private func perform(_ frame: OwnerFrame, _ body: (EdgeEvent) -> Void) throws(LinkFault) {
    switch frame {
    case .accepted(let version): try accept(version, body)
    case .send(let channel, let bytes, let endsMessage):
      if try isOpen(channel), passes(bytes, to: channel, endsMessage, body) {
        body(.send(channel, bytes, endsMessage: endsMessage))
      }
      unacknowledged += FrameWeight.of(receivers: 1, bytes: bytes.count)
    case .broadcast(let list, let bytes):
      let receivers = try receivers(of: list)
      body(.broadcast(receivers, bytes))
      unacknowledged += FrameWeight.of(receivers: receivers.count, bytes: bytes.count)
    case .blob(let id, let byteCount): try blobs.add(id, byteCount: byteCount)
    case .chunk(let id, let bytes):
      try blobs.append(bytes, to: id)
      unacknowledged += FrameWeight.of(receivers: 0, bytes: bytes.count)
    case .sendBlob(let id, let list, let endsMessage):
      guard case .new(let receivers) = list else { throw .malformedField(.sendBlob) }
      let blob = try blobs.complete(id)
      let sharing = receivers.filter { passes(blob.bytes, to: $0, endsMessage, body) }
      if !sharing.isEmpty { body(.sendShared(sharing, blob, endsMessage: endsMessage)) }
      unacknowledged += FrameWeight.of(receivers: receivers.count)
    case .freeBlob(let id): try blobs.free(id)
    case .credit(let channel, let count): try credit(count, to: channel, body)
    case .close(let channel, let reason):
      try ownerEnded(channel, with: .close(channel, reason: reason), body)
    case .refused(let channel, let refusal):
      try ownerEnded(channel, with: .refused(channel, refusal), body)
    case .closed(let channel):
      guard channels.isClosing(channel) else { throw .unusedChannel(channel) }
      channels.free(channel)
    case .ping: return
    }
  }

  private func accept(_ version: UInt16, _ body: (EdgeEvent) -> Void) throws(LinkFault) {
    guard try LinkVersion.common(with: version) == version else { throw .unknownVersion(version) }
    isAccepted = true
    body(.accepted(version: version))
  }

  /// Whether a channel that the owner names is open. If it is closed, the owner may not know yet.
  private func isOpen(_ channel: Channel) throws(LinkFault) -> Bool {
    if channels[channel] != nil { return true }
    guard channels.isClosing(channel) else { throw .unusedChannel(channel) }
    return false
  }

  /// Whether a client is to be sent bytes as they are. If not, it is sent the whole lines among them.
  private func passes(
    _ bytes: UnsafeRawBufferPointer, to channel: Channel, _ endsMessage: Bool,
    _ body: (EdgeEvent) -> Void
  ) -> Bool {
    guard let client = channels[channel] else { return false }
    if client.lastMessage == nil { opened.append(channel) }
    guard let lines = client.receive(bytes, endsMessage: endsMessage) else { return true }
    guard !lines.isEmpty else { return false }
    lines.withUnsafeBytes { body(.send(channel, $0, endsMessage: endsMessage)) }
    return false
  }

  private func receivers(of list: ChannelList) throws(LinkFault) -> [Channel] {
    switch list {
    case .new(let channels): lastBroadcast = channels
    case .asBefore: break
    }
    guard let lastBroadcast else { throw .malformedField(.broadcast) }
    return lastBroadcast
  }

  private func credit(
    _ count: Int, to channel: Channel, _ body: (EdgeEvent) -> Void
  ) throws(LinkFault) {
    guard try isOpen(channel), let client = channels[channel] else { return }
    guard count <= client.unconsumedInput else { throw .windowExceeded(.credit) }
    let couldRead = client.mayRead
    client.unconsumedInput -= count
    if !client.bufferedInput.isEmpty { passBuffered(of: client, on: channel) }
    if !couldRead, client.mayRead { body(.mayRead(channel)) }
  }

  /// The owner has sent its last frame for a channel. If the edge has not, it does so now.
  private func ownerEnded(
    _ channel: Channel, with event: EdgeEvent, _ body: (EdgeEvent) -> Void
  ) throws(LinkFault) {
    if try isOpen(channel) {
      // The number is not used again before the callback is done with the client.
      close(channel)
      body(event)
      output.append(.closed, of: channel)
    }
    channels.free(channel)
  }

  /// - Returns: Whether the channel was open.
  @discardableResult
  private func close(_ channel: Channel) -> Bool {
    guard let client = channels.close(channel) else { return false }
    unsentBytes -= client.unsentBytes
    return true
  }
}

// What the edge tells the owner of its clients. Each has no effect for a channel that is not open.

extension EdgeEnd {
  /// Connects a client to a space of the owner.
  ///
  /// - Parameter takesLines: Whether the client takes whole lines only: a WebSocket, each of whose frames is a message.
  /// - Returns: Its channel; nil if the link has as many as it takes.
  public func connect(_ request: ConnectRequest, takesLines: Bool = false) -> Channel? {
    guard let channel = channels.open(EdgeChannel(takesLines: takesLines)) else { return nil }
    output.append(connect: channel, request.trimmed)
    return channel
  }

  /// Whether a client may be read: the owner has consumed nearly all that the client has sent.
  public func mayRead(_ channel: Channel) -> Bool { channels[channel]?.mayRead ?? false }

  /// Passes on what was read of a client. What the owner has no room for waits here.
  ///
  /// - Returns: Whether the client may be read on. If not, `EdgeEvent.mayRead` says when.
  @discardableResult
  public func input(_ bytes: UnsafeRawBufferPointer, from channel: Channel) -> Bool {
    guard let client = channels[channel] else { return false }
    let passed = pass(bytes, of: client, on: channel)
    client.bufferedInput += bytes[passed...]
    return client.mayRead
  }

  /// Passes on input as far as the owner has room for it.
  ///
  /// - Returns: How many bytes that are.
  private func pass(
    _ bytes: UnsafeRawBufferPointer, of client: EdgeChannel, on channel: Channel
  ) -> Int {
    var passed = 0
    while passed < bytes.count, client.mayRead {
      let end = min(bytes.count, passed + LinkLimits.inputBytes)
      output.append(input: UnsafeRawBufferPointer(rebasing: bytes[passed..<end]), from: channel)
      client.unconsumedInput += end - passed
      passed = end
    }
    return passed
  }

  private func passBuffered(of client: EdgeChannel, on channel: Channel) {
    let passed = client.bufferedInput.withUnsafeBytes { pass($0, of: client, on: channel) }
    client.bufferedInput.removeFirst(passed)
    if client.hasEnded, client.bufferedInput.isEmpty { output.append(.ended, of: channel) }
  }

  /// A client will send nothing more.
  public func ended(_ channel: Channel) {
    guard let client = channels[channel] else { return }
    client.hasEnded = true
    if client.bufferedInput.isEmpty { output.append(.ended, of: channel) }
  }

  /// A client has not taken these bytes of what it was sent. Once it has, it is drained.
  public func blocked(_ channel: Channel, unsentBytes: Int) {
    guard let client = channels[channel] else { return }
    setUnsent(unsentBytes, of: client)
    output.append(blocked: channel, unsentBytes: unsentBytes)
  }

  /// A client that was blocked has taken everything.
  public func drained(_ channel: Channel) {
    guard let client = channels[channel] else { return }
    setUnsent(0, of: client)
    output.append(.drained, of: channel)
  }

  private func setUnsent(_ count: Int, of client: EdgeChannel) {
    unsentBytes += count - client.unsentBytes
    client.unsentBytes = count
  }

  /// The client is gone. There will be no more events of the channel.
  public func closed(_ channel: Channel) {
    if close(channel) { output.append(.closed, of: channel) }
  }
}

// What the edge asks of its clients.

extension EdgeEnd {
  /// What a client was last sent by itself; nil if it was not sent anything yet.
  public func lastMessage(to channel: Channel) -> LastMessage? { channels[channel]?.lastMessage }

  /// The channels whose clients were sent their first message since the last call.
  public func takeOpened() -> [Channel] {
    guard !opened.isEmpty else { return [] }
    defer { opened = [] }
    return opened.filter { lastMessage(to: $0) != nil }
  }
}

extension ConnectRequest {
  /// The same within the limits of a frame.
  fileprivate var trimmed: ConnectRequest {
    var request = self
    if address.utf8.count > LinkLimits.addressBytes {
      request.address = String(address.unicodeScalars.prefix(LinkLimits.addressBytes / 4))
    }
    precondition((tag?.count ?? 0) <= LinkLimits.tagBytes)
    return request
  }
}
