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
