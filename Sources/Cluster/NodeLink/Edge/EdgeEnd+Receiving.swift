// What the edge does with the frames of the owner.

extension EdgeEnd {
  func perform(_ frame: OwnerFrame, _ body: (EdgeEvent) -> Void) throws(LinkFault) {
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
