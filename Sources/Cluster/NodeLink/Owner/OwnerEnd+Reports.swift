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
    while position < touched.count {
      let channel = touched[position]
      channels[channel.index].isTouched = false
      report(channel, body)
      position += 1
    }
    touched.removeAll(keepingCapacity: true)
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
  func touch(_ channel: Channel) {
    let index = channel.index
    let isDirect = channels[index].isDirect
    if directChannels[index] != isDirect {
      directChannels[index] = isDirect
      directChanges += 1
    }
    guard !channels[index].isTouched else { return }
    channels[index].isTouched = true
    touched.append(channel)
  }
}
