// What the owner does with the frames of the edge.

extension OwnerEnd {
  func perform(_ frame: EdgeFrame, _ body: (OwnerEvent) -> Void) throws(LinkFault) {
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
    touch(channel)
  }

  /// Ensures that a channel that the edge names is in use. If it is not open, the edge may not know yet.
  private func checkUse(of channel: Channel) throws(LinkFault) {
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
    touch(channel)
    if unsentBytes == nil { schedule(channel) }
  }

  private func edgeClosed(
    _ channel: Channel, _ body: (OwnerEvent) -> Void
  ) throws(LinkFault) {
    try checkUse(of: channel)
    dropQueue(of: channel)
    switch channels[channel.index].phase {
    case .free, .closed: break
    case .open, .closing: output.append(.closed, of: channel)
    }
    channels[channel.index].free()
    touch(channel)
    body(.closed(channel))
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
