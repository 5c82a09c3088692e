import BoardAuthority
import BoardModel
import BoardWire

// The end of a server, and the time before it in which drags end (rule 1.14).

extension Hub {
  /// Sends everyone, at the end of this turn, that the server stops; if it drains, that another one takes
  /// over.
  public func stop(at time: Duration) {
    advance(to: time)
    let bye: Bye = drainDeadline == nil ? .shutdown : .moved
    drainDeadline = nil
    if keepsDrags { handOverDrags() }
    delivery.note(drags.coordinator.shutdown(at: clock.now))
    delivery.closeAll(bye)
  }

  /// Begins no more drags. When none goes on whose owner has a connection, or after this time, everyone is
  /// sent that another server takes over.
  public func drain(at time: Duration, for longest: Duration) {
    advance(to: time)
    drainDeadline = clock.now + longest
  }

  /// Whether everyone has been sent `bye`, or is at the end of this turn.
  public var isEnding: Bool { delivery.isEnding }

  /// Ends the drain if its time is over.
  func endDrain() {
    guard let deadline = drainDeadline else { return }
    guard clock.now >= deadline || !hasDragsToAwait else { return }
    stop(at: clock.now)
  }

  /// Whether drags go on that would end with the server, and whose owners have connections.
  private var hasDragsToAwait: Bool {
    drags.coordinator.live.contains { !$0.isSuspended && !(keepsDrags && isResumable($0)) }
  }

  /// Makes sure that drags may begin.
  func requireDrags() throws(Refusal) {
    if drainDeadline != nil { throw .draining }
  }
}
