import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import BoardWire

/// The end of a server, and the time before it in which drags end (rule 1.14). Drags of clients with a token may go on
/// with the next server (rule 13.7).
public final class Drain {
  private let clock: HubClock
  private let roster: Roster
  private let drags: DragSessions
  private let persistence: Persistence
  private let delivery: Delivery
  /// Whether the next server goes on with the drags of clients with a token.
  @exclusivity(unchecked) var keepsDrags = false
  /// When the server stops although drags go on, if it drains.
  @exclusivity(unchecked) private(set) var deadline: Duration?

  init(
    clock: HubClock, roster: Roster, drags: DragSessions, persistence: Persistence,
    delivery: Delivery
  ) {
    (self.clock, self.roster, self.drags) = (clock, roster, drags)
    (self.persistence, self.delivery) = (persistence, delivery)
  }

  /// Sends everyone, at the end of this turn, that the server stops; if it drains, that another one takes
  /// over.
  public func stop(at time: Duration) {
    delivery.advance(to: time)
    stop()
  }

  private func stop() {
    let bye: Bye = deadline == nil ? .shutdown : .moved
    deadline = nil
    if keepsDrags { handOverDrags() }
    delivery.note(drags.coordinator.shutdown(at: clock.now))
    delivery.closeAll(bye)
  }

  /// Begins no more drags. When none goes on whose owner has a connection, or after this time, everyone is
  /// sent that another server takes over.
  public func begin(at time: Duration, for longest: Duration) {
    delivery.advance(to: time)
    deadline = time + longest
  }

  /// Ends the drain if its time is over.
  func endIfOver() {
    guard let deadline, clock.now >= deadline || !hasDragsToAwait else { return }
    stop()
  }

  /// Whether drags go on that would end with the server, and whose owners have connections.
  private var hasDragsToAwait: Bool {
    drags.coordinator.live.contains { !$0.isSuspended && !(keepsDrags && isResumable($0)) }
  }

  /// Makes sure that drags may begin.
  func requireDrags() throws(Refusal) {
    if deadline != nil { throw .draining }
  }

  // MARK: Drags that go on with the next server

  /// Whether the owner of a session can resume it.
  private func isResumable(_ session: DragSession) -> Bool {
    roster.client(session.owner)?.isResumable == true
  }

  /// Stores the live sessions of clients with a token, and forgets them here.
  private func handOverDrags() {
    for session in drags.coordinator.live where isResumable(session) {
      // Whoever resumes it must have its token.
      persistence.addClient(named: session.owner)
      persistence.add(StoredDrag(session))
      drags.coordinator.handOver(session.id, at: clock.now)
    }
  }
}

extension StoredDrag {
  fileprivate init(_ session: DragSession) {
    var buffer = WireBuffer()
    for event in session.beginning { buffer.append(event) }
    self.init(id: session.id, body: buffer.bytes)
  }
}
