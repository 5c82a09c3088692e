// What clients are sent, and how their channels end. Each has no effect for a channel that is not open.

extension OwnerEnd {
  /// Sends a client one message.
  public func send(_ bytes: [UInt8], to channel: Channel) {
    guard !bytes.isEmpty else { return }
    guard isDirect(channel), bytes.count <= LinkLimits.directBytes else {
      return queue([.own(bytes)], for: channel)
    }
    bytes.withUnsafeBytes { output.append(send: $0, to: channel, endsMessage: true) }
    window.send(FrameWeight.of(receivers: 1, bytes: bytes.count))
  }

  /// Sends a client one message of several pieces.
  public func send(_ pieces: [MessagePiece], to channel: Channel) {
    let count = pieces.reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    guard isDirect(channel), count <= LinkLimits.directBytes else {
      return queue(pieces.filter { $0.count > 0 }, for: channel)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for piece in pieces {
      switch piece {
      case .own(let own): bytes += own
      case .shared(let payload): bytes += payload.bytes
      }
    }
    send(bytes, to: channel)
  }

  /// Sends several clients the same message. No channel is in the list twice.
  public func broadcast(_ payload: SharedPayload, to list: [Channel]) {
    let bytes = payload.bytes
    guard !list.isEmpty, bytes.count > 0 else { return }
    guard !window.isFull, bytes.count <= LinkLimits.directBytes else {
      return queue(payload, for: list)
    }
    if lastBroadcast.isCurrent(list, changes: directChanges) {
      return append(payload, to: list, .asBefore)
    }
    broadcastNew(payload, to: list)
  }

  /// Broadcasts to the channels that are direct, and queues the message for the others.
  private func broadcastNew(_ payload: SharedPayload, to list: [Channel]) {
    // There are thousands, and properties of classes are checked at each use.
    let areDirect = directChannels
    let isQueued = { (channel: Channel) in
      channel.index >= areDirect.count || !areDirect[channel.index]
    }
    let queued = list.filter(isQueued)
    let direct = queued.isEmpty ? list : list.filter { !isQueued($0) }
    if !direct.isEmpty {
      let isAsBefore = lastBroadcast.replace(by: direct, changes: directChanges)
      append(payload, to: direct, isAsBefore ? .asBefore : ChannelListShape(of: direct))
    }
    if !queued.isEmpty { queue(payload, for: queued) }
  }

  private func append(_ payload: SharedPayload, to list: [Channel], _ shape: ChannelListShape) {
    output.append(broadcast: payload.bytes, to: list, shape)
    window.send(FrameWeight.of(receivers: list.count, bytes: payload.bytes.count))
  }

  /// Closes the connection of a client once it has taken everything.
  ///
  /// - Parameter reason: What the edge makes of it; a line that says so was sent before.
  public func close(_ channel: Channel, reason: UInt8) {
    guard isOpen(channel) else { return }
    channels[channel.index].phase = .closing(reason: reason)
    markChanged(channel)
    closeIfSent(channel)
  }

  /// Closes a channel that is to be closed, and forgets what its client has not been sent.
  public func abandon(_ channel: Channel) {
    guard channel.index < channels.count, case .closing = channels[channel.index].phase else {
      return
    }
    dropQueue(of: channel)
    closeIfSent(channel)
  }

  /// Does not open the channel that a client wanted. Nothing was sent on it.
  public func refuse(_ channel: Channel, _ refusal: ConnectRefusal) {
    guard isOpen(channel) else { return }
    dropQueue(of: channel)
    channels[channel.index].phase = .closed
    markChanged(channel)
    output.append(refused: channel, refusal)
  }

  /// The bytes that a client was sent and has not taken, as far as the owner knows.
  public func unsentBytes(of channel: Channel) -> Int {
    guard channel.index < channels.count else { return 0 }
    let state = channels[channel.index]
    return state.queue.unsentBytes + (state.unsentAtEdge ?? 0)
  }

  func closeIfSent(_ channel: Channel) {
    guard case .closing(let reason) = channels[channel.index].phase,
      channels[channel.index].queue.isEmpty
    else { return }
    channels[channel.index].phase = .closed
    output.append(close: channel, reason: reason)
  }

  @inline(__always)
  private func isDirect(_ channel: Channel) -> Bool {
    channel.index < directChannels.count && directChannels[channel.index] && !window.isFull
  }

  func isOpen(_ channel: Channel) -> Bool {
    channel.index < channels.count && channels[channel.index].isOpen
  }
}
