/// The end of a link at the edge: the node to which clients are connected.
///
/// It performs no I/O. Pass what was read to `receive`, and write at the end of the turn what `flush` lends. The edge
/// need not wait for `accepted` before it connects clients.
public final class EdgeEnd {
  private var reader = FrameReader()
  private var output = FrameBuffer()
  private var isAccepted = false
  private var fault: LinkFault?
  var blobs = IncomingBlobs()
  /// The input of each open channel that the owner has not consumed.
  private var channels = ChannelTable<Int>()
  /// The channels of the last broadcast.
  private var lastBroadcast: [Channel]?
  /// How long that took since the owner was told.
  private var performanceTime: Duration = .zero
  /// The weight of the frames that were performed without telling the owner.
  private var unacknowledged = 0

  /// - Parameters:
  ///   - secret: What all nodes of the cluster know, and nobody else.
  ///   - node: The link by which this node is known.
  public init(secret: [UInt8], node: String) {
    precondition(secret.count <= LinkLimits.secretBytes && node.utf8.count <= LinkLimits.nodeBytes)
    output.append(helloWith: secret, version: LinkVersion.newest, node: node)
  }

  /// Whether no frame was cut off, if the owner sends nothing more.
  public var isAtBoundary: Bool { reader.isAtBoundary }

  /// Receives bytes of the owner. After a fault the link must be closed.
  ///
  /// What the callback returns from counts as performed, and is acknowledged by `flush`.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, _ body: (EdgeEvent) -> Void
  ) throws(LinkFault) {
    if let fault { throw fault }
    do throws(LinkFault) {
      try reader.read(bytes) { (kind, fields) throws(LinkFault) in
        guard isAccepted != (kind == .accepted) else { throw .unexpectedFrame(kind) }
        try perform(OwnerFrame(kind, fields, count: channels.count), body)
      }
    } catch {
      fault = error
      throw error
    }
  }

  /// Notes how long it took to perform what was received, which the owner is told with the next acknowledgement.
  public func performed(for time: Duration) { performanceTime += time }

  /// Sends a ping, so that the owner hears something.
  public func ping() { output.appendPing() }

  /// Lends the frames that are to be written, if there are any, and forgets them.
  public func flush(_ body: (UnsafeRawBufferPointer) -> Void) {
    if unacknowledged > 0 {
      output.append(
        acknowledged: unacknowledged, microseconds: Int(performanceTime / .microseconds(1)))
    }
    (unacknowledged, performanceTime) = (0, .zero)
    output.flush(body)
  }
}

/// What happened on a link, for the edge. Bytes are valid only until the callback returns.
///
/// A list of channels may have some that the edge has closed: they are to be skipped.
public enum EdgeEvent {
  /// The owner takes connections. Comes once, before all others.
  case accepted(version: UInt16)
  /// Bytes for a client. A message may come in several parts, and nothing else for the client comes between them.
  case send(Channel, UnsafeRawBufferPointer, endsMessage: Bool)
  /// The same message for several clients.
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
      if try isOpen(channel) { body(.send(channel, bytes, endsMessage: endsMessage)) }
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
      body(.sendShared(receivers, try blobs.complete(id), endsMessage: endsMessage))
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
    guard try isOpen(channel), let unconsumed = channels[channel] else { return }
    guard count <= unconsumed else { throw .windowExceeded(.credit) }
    let couldRead = mayRead(channel)
    channels[channel] = unconsumed - count
    if !couldRead, mayRead(channel) { body(.mayRead(channel)) }
  }

  /// The owner has sent its last frame for a channel. If the edge has not, it does so now.
  private func ownerEnded(
    _ channel: Channel, with event: EdgeEvent, _ body: (EdgeEvent) -> Void
  ) throws(LinkFault) {
    if try isOpen(channel) {
      // The number is not used again before the callback is done with the client.
      channels.close(channel)
      body(event)
      output.append(.closed, of: channel)
    }
    channels.free(channel)
  }
}

// What the edge tells the owner of its clients. Each has no effect for a channel that is not open.

extension EdgeEnd {
  /// Connects a client to a space of the owner.
  ///
  /// - Returns: Its channel; nil if the link has as many as it takes.
  public func connect(_ request: ConnectRequest) -> Channel? {
    guard let channel = channels.open(0) else { return nil }
    output.append(connect: channel, request.trimmed)
    return channel
  }

  /// Whether a client may be read: the owner has consumed nearly all that the client has sent.
  public func mayRead(_ channel: Channel) -> Bool {
    channels[channel].map { $0 < LinkLimits.inputWindow } ?? false
  }

  /// Passes on what was read of a client that may be read.
  ///
  /// - Returns: Whether it may be read on. If not, `EdgeEvent.mayRead` says when.
  @discardableResult
  public func input(_ bytes: UnsafeRawBufferPointer, from channel: Channel) -> Bool {
    guard let unconsumed = channels[channel], bytes.count > 0 else { return mayRead(channel) }
    precondition(
      bytes.count <= LinkLimits.inputBytes && unconsumed < LinkLimits.inputWindow,
      "the client may not be read")
    channels[channel] = unconsumed + bytes.count
    output.append(input: bytes, from: channel)
    return mayRead(channel)
  }

  /// A client will send nothing more.
  public func ended(_ channel: Channel) {
    if channels[channel] != nil { output.append(.ended, of: channel) }
  }

  /// A client has not taken these bytes of what it was sent. Once it has, it is drained.
  public func blocked(_ channel: Channel, unsentBytes: Int) {
    guard channels[channel] != nil else { return }
    output.append(blocked: channel, unsentBytes: unsentBytes)
  }

  /// A client that was blocked has taken everything.
  public func drained(_ channel: Channel) {
    if channels[channel] != nil { output.append(.drained, of: channel) }
  }

  /// The client is gone. There will be no more events of the channel.
  public func closed(_ channel: Channel) {
    guard channels.close(channel) != nil else { return }
    output.append(.closed, of: channel)
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
