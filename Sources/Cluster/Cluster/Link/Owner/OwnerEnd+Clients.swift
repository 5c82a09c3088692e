// What clients are sent. Each has no effect for a channel that is not open.

extension OwnerEnd {
  /// Sends a client one message.
  public func send(_ pieces: [MessagePiece], to channel: Channel) {
    let count = pieces.reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    guard isDirect(channel), count <= LinkLimits.directBytes else {
      return queue(pieces.filter { $0.count > 0 }, for: channel)
    }
    output.append(send: pieces, byteCount: count, to: channel)
    window.send(FrameWeight.of(receivers: 1, bytes: count))
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

  /// The bytes that a client was sent and has not taken, as far as the owner knows.
  public func unsentBytes(of channel: Channel) -> Int {
    guard channel.index < channels.count else { return 0 }
    let state = channels[channel.index]
    return state.queue.unsentBytes + (state.unsentAtEdge ?? 0)
  }

  @inline(__always)
  private func isDirect(_ channel: Channel) -> Bool {
    channel.index < directChannels.count && directChannels[channel.index] && !window.isFull
  }

  func isOpen(_ channel: Channel) -> Bool {
    channel.index < channels.count && channels[channel.index].isOpen
  }
}

// What cannot be sent at once: queues of clients, and blobs.

extension OwnerEnd {
  /// Queues a message for a client, and sends as much of it as may be sent now.
  func queue(_ pieces: [MessagePiece], for channel: Channel) {
    guard isOpen(channel) else { return }
    for (index, piece) in pieces.enumerated() {
      let content = content(of: piece, receivers: 1)
      channels[channel.index].queue.append(content, endsMessage: index == pieces.count - 1)
    }
    schedule(channel)
    markChanged(channel)
    sendQueued()
  }

  /// Queues a message for several clients, and sends as much of it as may be sent now.
  func queue(_ payload: SharedPayload, for list: [Channel]) {
    let open = list.filter { isOpen($0) }
    guard !open.isEmpty else { return }
    let content = content(of: .shared(payload), receivers: open.count)
    for channel in open {
      channels[channel.index].queue.append(content, endsMessage: true)
      schedule(channel)
      markChanged(channel)
    }
    sendQueued()
  }

  /// A payload crosses once as a blob if that takes less than to send it to each client.
  private func content(of piece: MessagePiece, receivers: Int) -> PieceQueue.Content {
    guard piece.count > LinkLimits.directBytes || receivers > 1, case .shared(let payload) = piece,
      let blob = blobs.addReceivers(receivers, of: payload)
    else { return .piece(piece) }
    if blob.isNew {
      reportFreed()
      output.append(blob: blob.id, byteCount: piece.count)
    }
    return .blob(blob.id, byteCount: piece.count)
  }

  /// Puts a channel that can be sent what is queued for it into the rotation.
  func schedule(_ channel: Channel) {
    let state = channels[channel.index]
    guard state.hasQueue, !state.isScheduled, state.unsentAtEdge == nil,
      let first = state.queue.first
    else { return }
    channels[channel.index].isScheduled = true
    let use = ChannelUse(channel: channel, use: state.use)
    switch first.content {
    case .piece: rotation.append(.channel(use))
    case .blob(let id, _):
      if blobs.wait(use, for: id) { rotation.append(.blob(id)) }
    }
  }

  /// Sends what is queued, a frame of each channel and blob in rotation, as far as the window goes.
  func sendQueued() {
    while window.queuedBytesAllowed > 0, let source = rotation.popFirst() {
      switch source {
      case .channel(let use): sendNext(to: use)
      case .blob(let id): sendNext(of: id)
      }
    }
  }

  private func sendNext(to use: ChannelUse) {
    let index = use.channel.index
    guard isWaiting(use), let first = channels[index].queue.first else { return }
    switch first.content {
    case .piece(let piece): piece.withUnsafeBytes { sendChunk($0, of: first, to: use.channel) }
    case .blob: break
    }
    didSendQueued(to: use.channel)
  }

  private func sendChunk(
    _ bytes: UnsafeRawBufferPointer, of piece: PieceQueue.Piece, to channel: Channel
  ) {
    let start = channels[channel.index].queue.sentOfFirst
    let end = min(bytes.count, start + window.queuedBytesAllowed)
    output.append(
      send: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: channel,
      endsMessage: piece.endsMessage && end == bytes.count)
    channels[channel.index].queue.sent(end - start)
    window.sendQueued(FrameWeight.of(receivers: 1, bytes: end - start))
  }

  /// Sends a part of a blob. Behind the last one go the channels that get it.
  private func sendNext(of id: OutgoingBlobs.ID) {
    if let chunk = blobs.nextChunk(of: id, atMost: window.queuedBytesAllowed) {
      output.append(chunk: chunk.bytes, of: id)
      window.sendQueued(FrameWeight.of(receivers: 0, bytes: chunk.bytes.count))
    }
    guard let waiting = blobs.takeWaiting(for: id) else { return rotation.append(.blob(id)) }
    let receivers = waiting.filter { isWaiting($0) }.map(\.channel)
    let whole = receivers.filter { endsMessage(to: $0) }
    let partial = receivers.filter { !endsMessage(to: $0) }
    send(id, to: whole, endsMessage: true)
    send(id, to: partial, endsMessage: false)
    blobs.removeReceivers(receivers.count, of: id)
    reportFreed()
  }

  /// Whether the first piece that is queued for a client ends a message.
  private func endsMessage(to channel: Channel) -> Bool {
    channels[channel.index].queue.first?.endsMessage == true
  }

  private func send(_ id: OutgoingBlobs.ID, to list: [Channel], endsMessage: Bool) {
    guard !list.isEmpty else { return }
    output.append(sendBlob: id, to: list, endsMessage: endsMessage)
    window.sendQueued(FrameWeight.of(receivers: list.count))
    for channel in list {
      channels[channel.index].queue.sentFirst()
      didSendQueued(to: channel)
    }
  }

  private func didSendQueued(to channel: Channel) {
    markChanged(channel)
    schedule(channel)
    closeIfSent(channel)
  }

  /// Whether a channel that is taken out of the rotation can be sent what is queued for it.
  private func isWaiting(_ use: ChannelUse) -> Bool {
    let index = use.channel.index
    guard channels[index].use == use.use else { return false }
    channels[index].isScheduled = false
    return channels[index].hasQueue && channels[index].unsentAtEdge == nil
  }

  /// Forgets what is queued for a client.
  func dropQueue(of channel: Channel) {
    for id in channels[channel.index].queue.blobs { blobs.removeReceivers(1, of: id) }
    channels[channel.index].queue = PieceQueue()
    reportFreed()
  }

  func reportFreed() {
    for id in blobs.takeFreed() { output.append(freeBlob: id) }
  }
}

// How channels end. What the owner does has no effect for a channel that is not open.

/// What the client of a closed channel has not been sent, and by when it must have taken some of it.
struct LeavingClient {
  let deadline: Duration
  let unsentBytes: Int
}

extension OwnerEnd {
  /// Closes the connection of a client once it has taken everything, or takes nothing any more.
  ///
  /// - Parameter reason: What the edge makes of it; a line that says so was sent before.
  public func close(_ channel: Channel, reason: UInt8, at time: Duration) {
    guard isOpen(channel) else { return }
    channels[channel.index].phase = .closing(reason: reason)
    markChanged(channel)
    closeIfSent(channel)
    guard case .closing = channels[channel.index].phase else { return }
    leaving[channel] = LeavingClient(
      deadline: time + closeTimeout, unsentBytes: unsentBytes(of: channel))
  }

  /// Forgets what the clients of closed channels have not been sent that have taken nothing within the timeout.
  func abandonLate(at time: Duration) {
    for (channel, late) in leaving where late.deadline <= time {
      let unsentBytes = unsentBytes(of: channel)
      guard unsentBytes > 0, unsentBytes < late.unsentBytes else {
        abandon(channel)
        continue
      }
      leaving[channel] = LeavingClient(deadline: time + closeTimeout, unsentBytes: unsentBytes)
    }
  }

  /// Closes a channel that is to be closed, and forgets what its client has not been sent.
  public func abandon(_ channel: Channel) {
    leaving[channel] = nil
    guard channel.index < channels.count, case .closing = channels[channel.index].phase else {
      return
    }
    dropQueue(of: channel)
    closeIfSent(channel)
  }

  func closeIfSent(_ channel: Channel) {
    guard case .closing(let reason) = channels[channel.index].phase,
      channels[channel.index].queue.isEmpty
    else { return }
    channels[channel.index].phase = .closed
    output.append(close: channel, reason: reason)
  }

  /// Does not open the channel that a client wanted. Nothing was sent on it.
  public func refuse(_ channel: Channel, _ refusal: ConnectRefusal) {
    guard isOpen(channel) else { return }
    dropQueue(of: channel)
    channels[channel.index].phase = .closed
    markChanged(channel)
    output.append(refused: channel, refusal)
  }

  /// The edge has sent its last frame for a channel.
  func edgeClosed(_ channel: Channel, _ body: (OwnerEvent) -> Void) throws(LinkFault) {
    try checkUse(of: channel)
    dropQueue(of: channel)
    leaving[channel] = nil
    switch channels[channel.index].phase {
    case .free, .closed: break
    case .open, .closing: output.append(.closed, of: channel)
    }
    channels[channel.index].free()
    markChanged(channel)
    body(.closed(channel))
  }
}
