// What cannot be sent at once: queues of clients, and blobs.

extension OwnerEnd {
  /// Queues a message for a client, and sends as much of it as may be sent now.
  func queue(_ pieces: [MessagePiece], for channel: Channel) {
    guard isOpen(channel) else { return }
    for (index, piece) in pieces.enumerated() {
      let endsMessage = index == pieces.count - 1
      switch piece {
      case .own(let bytes):
        channels[channel.index].queue.append(.own(bytes), endsMessage: endsMessage)
      case .shared(let payload):
        let content = content(of: payload, receivers: 1)
        channels[channel.index].queue.append(content, endsMessage: endsMessage)
      }
    }
    schedule(channel)
    markChanged(channel)
    sendQueued()
  }

  /// Queues a message for several clients, and sends as much of it as may be sent now.
  func queue(_ payload: SharedPayload, for list: [Channel]) {
    let open = list.filter { isOpen($0) }
    guard !open.isEmpty else { return }
    let content = content(of: payload, receivers: open.count)
    for channel in open {
      channels[channel.index].queue.append(content, endsMessage: true)
      schedule(channel)
      markChanged(channel)
    }
    sendQueued()
  }

  /// A payload crosses once as a blob if that takes less than to send it to each client.
  private func content(of payload: SharedPayload, receivers: Int) -> PieceQueue.Content {
    let count = payload.bytes.count
    guard count > LinkLimits.directBytes || receivers > 1,
      let blob = blobs.addReceivers(receivers, of: payload)
    else { return .shared(payload) }
    if blob.isNew {
      reportFreed()
      output.append(blob: blob.id, byteCount: count)
    }
    return .blob(blob.id, byteCount: count)
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
    case .own, .shared: rotation.append(.channel(use))
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
    case .own(let bytes): bytes.withUnsafeBytes { sendChunk($0, of: first, to: use.channel) }
    case .shared(let payload): sendChunk(payload.bytes, of: first, to: use.channel)
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
