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
