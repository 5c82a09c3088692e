/// The end of a link at the owner of spaces: the node that has their hubs.
///
/// It performs no I/O. Pass what was read to `receive`, call `reportBlocked` behind it and behind the effects of a
/// turn, and write at the end of the turn what `flush` lends.
///
/// What a client is sent goes out at once if it is short, the client takes what it gets, and the edge keeps up. If
/// not, it is queued for the client, so that the order stays. Large payloads that several clients share cross once.
///
/// - Invariant: The bytes that are queued for a client are those that it was sent and that have not gone out.
public final class OwnerEnd {
  private let secret: [UInt8]
  @exclusivity(unchecked) private var reader = FrameReader()
  /// Whether the edge has shown the secret.
  @exclusivity(unchecked) public private(set) var isAccepted = false
  @exclusivity(unchecked) private var pulse: LinkPulse
  /// By when the edge must have shown the secret.
  private let helloDeadline: Duration
  /// When large payloads and late clients were last looked at.
  @exclusivity(unchecked) private var lastLook: Duration
  /// How long the client of a closed channel may take nothing of what it has not been sent.
  let closeTimeout: Duration
  /// The channels that were closed before their clients were sent everything.
  @exclusivity(unchecked) var leaving: [Channel: LeavingClient] = [:]

  @exclusivity(unchecked) var output = FrameBuffer()
  @exclusivity(unchecked) var window = SendWindow()
  @exclusivity(unchecked) var channels: [OwnerChannel] = []
  /// The channels that are direct, apart from the others because broadcasts look at nothing else.
  @exclusivity(unchecked) var directChannels: [Bool] = []
  /// How often a channel became direct, or ceased to be.
  @exclusivity(unchecked) var directChanges = 0
  @exclusivity(unchecked) var blobs = OutgoingBlobs()
  /// What has something queued, in the order in which it is its time.
  @exclusivity(unchecked) var rotation = Fifo<SendSource>()
  @exclusivity(unchecked) var lastBroadcast = BroadcastMemory()
  /// The channels whose reports may have to change.
  @exclusivity(unchecked) var changedChannels: [Channel] = []
  /// Whether the last report counted all clients as blocked.
  @exclusivity(unchecked) private var reportedFull = false

  /// - Parameters:
  ///   - secret: What all nodes of the cluster know, and nobody else.
  ///   - closeTimeout: How long the client of a closed channel may take nothing of what it has not been sent.
  public init(secret: [UInt8], closeTimeout: Duration, at time: Duration) {
    (self.secret, self.closeTimeout, lastLook) = (secret, closeTimeout, time)
    pulse = LinkPulse(at: time)
    helloDeadline = time + LinkPulse.longestSilence
  }

  /// Receives bytes of the edge. After a fault the link must be closed.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, at time: Duration, _ body: (OwnerEvent) -> Void
  ) throws(LinkFault) {
    pulse.didReceive(at: time)
    try reader.read(bytes) { (kind, fields) throws(LinkFault) in
      try perform(EdgeFrame(kind, fields), of: kind, body)
    }
    sendQueued()
  }

  private func perform(
    _ frame: EdgeFrame, of kind: FrameKind, _ body: (OwnerEvent) -> Void
  ) throws(LinkFault) {
    if case .hello(let secret, let version, let node) = frame {
      try accept(secret, version)
      return body(.accepted(node: node))
    }
    guard isAccepted else { throw .unexpectedFrame(kind) }
    try perform(frame, body)
  }

  /// The time does not depend on how much of the secret is right.
  private func accept(_ other: UnsafeRawBufferPointer, _ version: UInt16) throws(LinkFault) {
    guard !isAccepted else { throw .unexpectedFrame(.hello) }
    guard other.count == secret.count,
      zip(other, secret).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0
    else { throw .wrongSecret }
    output.append(accepted: try LinkVersion.common(with: version))
    isAccepted = true
  }

  /// Whether the edge has been silent for too long, or has not shown the secret.
  public func isDead(at time: Duration) -> Bool {
    isAccepted ? pulse.isDead(at: time) : time >= helloDeadline
  }

  /// When to flush or to look whether the edge is dead, whatever happens before. It is sent no ping before it has shown
  /// the secret.
  public var nextDeadline: Duration { isAccepted ? pulse.nextDeadline : helloDeadline }

  /// Lends the frames that are to be written, if there are any, and forgets them.
  public func flush(at time: Duration, _ body: (UnsafeRawBufferPointer) -> Void) {
    if time >= lastLook + LinkPulse.interval {
      lastLook = time
      releaseUnused()
      abandonLate(at: time)
    }
    if isAccepted, pulse.needsPing(at: time) { output.appendPing() }
    if !output.isEmpty { pulse.didSend(at: time) }
    output.flush(body)
  }

  /// Frees large payloads that no client has been sent since the last call, a second ago.
  func releaseUnused() {
    blobs.releaseUnused()
    reportFreed()
  }
}

/// What happened on a link, for the owner. Bytes are valid only until the callback returns.
public enum OwnerEvent {
  /// The edge has the secret, and names itself. Comes once, before all others.
  case accepted(node: String)
  /// A client wants a space. The channel is open until it is refused or closed.
  case connect(Channel, ConnectRequest)
  /// A client has sent bytes. Once they are consumed, say so by `consumed` or `consumedAll`.
  case input(Channel, UnsafeRawBufferPointer)
  /// A client will send nothing more.
  case ended(Channel)
  /// The edge has performed some of what it was sent, and that took so long.
  case performed(Duration)
  /// The client is gone, or the edge has closed what was closed or refused here: the channel's last event.
  case closed(Channel)
}

// What the owner does with the frames of the edge.

extension OwnerEnd {
  private func perform(_ frame: EdgeFrame, _ body: (OwnerEvent) -> Void) throws(LinkFault) {
    switch frame {
    case .hello(_, _, _): throw .unexpectedFrame(.hello)
    case .connect(let channel, let request):
      try open(channel)
      body(.connect(channel, request))
    case .input(let channel, let bytes): try receive(bytes, from: channel, body)
    case .ended(let channel):
      try checkUse(of: channel)
      if isOpen(channel) { body(.ended(channel)) }
    case .blocked(let channel, let unsentBytes): try setUnsent(unsentBytes, of: channel)
    case .drained(let channel): try setUnsent(nil, of: channel)
    case .closed(let channel): try edgeClosed(channel, body)
    case .acknowledged(let weight, let microseconds):
      try window.acknowledge(weight)
      body(.performed(.microseconds(microseconds)))
    case .ping: return
    }
  }

  private func open(_ channel: Channel) throws(LinkFault) {
    while channels.count <= channel.index {
      channels.append(OwnerChannel())
      directChannels.append(false)
    }
    guard case .free = channels[channel.index].phase else { throw .channelInUse(channel) }
    channels[channel.index].phase = .open
    markChanged(channel)
  }

  /// Ensures that a channel that the edge names is in use. If it is not open, the edge may not know yet.
  func checkUse(of channel: Channel) throws(LinkFault) {
    guard channel.index < channels.count else { throw .unusedChannel(channel) }
    guard case .free = channels[channel.index].phase else { return }
    throw .unusedChannel(channel)
  }

  private func receive(
    _ bytes: UnsafeRawBufferPointer, from channel: Channel, _ body: (OwnerEvent) -> Void
  ) throws(LinkFault) {
    try checkUse(of: channel)
    guard isOpen(channel) else { return }
    let unconsumed =
      channels[channel.index].unconsumedInput + channels[channel.index].untoldInput + bytes.count
    // The edge asks before it reads a client, not in the middle of what it has read.
    guard unconsumed < LinkLimits.inputWindow + LinkLimits.inputBytes else {
      throw .windowExceeded(.input)
    }
    channels[channel.index].unconsumedInput += bytes.count
    body(.input(channel, bytes))
  }

  private func setUnsent(_ unsentBytes: Int?, of channel: Channel) throws(LinkFault) {
    try checkUse(of: channel)
    channels[channel.index].unsentAtEdge = unsentBytes
    markChanged(channel)
    if unsentBytes == nil { schedule(channel) }
  }

  /// Notes that all input of a client was consumed so far.
  public func consumedAll(of channel: Channel) {
    guard channel.index < channels.count else { return }
    consumed(channels[channel.index].unconsumedInput, of: channel)
  }

  /// Notes that input of a client was consumed. The edge is told when it is half of a window.
  public func consumed(_ byteCount: Int, of channel: Channel) {
    guard channel.index < channels.count, channels[channel.index].isOpen else { return }
    precondition(byteCount <= channels[channel.index].unconsumedInput)
    channels[channel.index].unconsumedInput -= byteCount
    channels[channel.index].untoldInput += byteCount
    let untold = channels[channel.index].untoldInput
    guard untold >= LinkLimits.inputWindow / 2 else { return }
    channels[channel.index].untoldInput = 0
    output.append(credit: untold, to: channel)
  }
}

// Which clients do not take what they are sent, for the hub.

extension OwnerEnd {
  /// Passes each open channel whose client began or ceased to be blocked since the last call, or has another number
  /// of bytes that it has not taken.
  ///
  /// A client is blocked if it does not take what the edge sends it, if something is queued for it, or if the edge
  /// does not keep up.
  public func reportBlocked(
    _ body: (_ channel: Channel, _ isBlocked: Bool, _ unsentBytes: Int) -> Void
  ) {
    if reportedFull != window.isFull {
      reportedFull = window.isFull
      for index in channels.indices { report(Channel(index: index), body) }
    }
    var position = 0
    while position < changedChannels.count {
      let channel = changedChannels[position]
      channels[channel.index].isChanged = false
      report(channel, body)
      position += 1
    }
    changedChannels.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private func report(_ channel: Channel, _ body: (Channel, Bool, Int) -> Void) {
    let index = channel.index
    guard channels[index].isOpen else { return }
    let report = OwnerChannel.Report(
      isBlocked: window.isFull || !directChannels[index], unsentBytes: unsentBytes(of: channel))
    guard report != channels[index].report else { return }
    channels[index].report = report
    body(channel, report.isBlocked, report.unsentBytes)
  }

  /// Notes that something changed of what is reported of a channel.
  func markChanged(_ channel: Channel) {
    let index = channel.index
    let isDirect = channels[index].isDirect
    if directChannels[index] != isDirect {
      directChannels[index] = isDirect
      directChanges += 1
    }
    guard !channels[index].isChanged else { return }
    channels[index].isChanged = true
    changedChannels.append(channel)
  }
}
