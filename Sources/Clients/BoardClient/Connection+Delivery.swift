import BoardModel
import BoardReplica
import BoardWire

// Messages into the replica, events out to the delegate.
//
// A view applies one update after the other, and reads the board after each from the replica.
// Changes that the delegate makes within a call are therefore deferred until all earlier events are
// delivered.

extension Connection {
  /// - Parameter request: For a reply, the request that it answers.
  func receive(_ message: ServerMessage, answering request: Request? = nil) {
    if replica.mayChange(with: message) { announce() }
    // The delegate may have closed it.
    guard link != nil else { return }
    do throws(ReplicaFault) {
      let events = try replica.receive(message, answering: request)
      deliver(events)
      if events.contains(.removed) { close(.removed) }
    } catch { lose(.fault(error)) }
  }

  /// Sends the requests among the events, then delivers the other events in order.
  func deliver(_ events: [ReplicaEvent]) {
    for case .send(let change, let tag, let request) in events {
      send(request, tag: tag, .change(change))
    }
    resumeDrags(among: events)
    undelivered += events
    guard !isDelivering else { return }
    isDelivering = true
    while !undelivered.isEmpty { deliver(undelivered.removeFirst()) }
    isDelivering = false
    makeLaterChanges()
  }

  /// Resumes own drags that the server suspended while this client had no connection.
  private func resumeDrags(among events: [ReplicaEvent]) {
    guard token != nil else { return }
    var suspended: Set<SessionID> = []
    for case .drag(.changed(let session)) in events {
      if let drag = replica.drags[session], drag.isOwn, drag.isSuspended {
        suspended.insert(session)
      }
    }
    for session in suspended.sorted() {
      let resume = Request.drag(.resume(.init(session)))
      send(resume, .command(resume, nil))
    }
  }

  /// Calls `boardWillChange` if own unanswered changes are about to be reverted.
  func announceReverting(if isReverting: Bool = true) {
    // Within a delegate call, the delegate itself has caused this.
    guard isReverting, !isDelivering, !replica.unanswered.isEmpty else { return }
    announce()
  }

  private func announce() {
    let wasDelivering = isDelivering
    isDelivering = true
    delegate?.boardWillChange(self)
    // If the delegate closes the connection, the resulting updates are delivered while they still
    // lead to the shown board.
    while !wasDelivering, !undelivered.isEmpty { deliver(undelivered.removeFirst()) }
    isDelivering = wasDelivering
  }

  /// Makes a change and delivers the resulting events.
  func make(_ change: OwnChange, as reserved: ChangeID?) throws(Refusal) -> ChangeID {
    announce()
    do throws(Refusal) {
      let (id, events) = try replica.make(change, as: reserved)
      deliver(events)
      return id
    } catch {
      deliver([])
      throw error
    }
  }

  private func makeLaterChanges() {
    while !laterChanges.isEmpty, !isDelivering {
      let (id, change) = laterChanges.removeFirst()
      do throws(Refusal) {
        _ = try make(change, as: id)
      } catch { deliver([.settled(id, .refused(Failure(error)))]) }
    }
  }

  private func deliver(_ event: ReplicaEvent) {
    guard let delegate else { return }
    switch event {
    case .update(let update): delegate.board(self, performBatchUpdates: update)
    case .reload: delegate.boardDidReload(self)
    case .drag(.began(let session)): delegate.connection(self, dragSessionDidBegin: session)
    case .drag(.changed(let session)): delegate.connection(self, dragSessionDidUpdate: session)
    case .drag(.ended(let session, let outcome)):
      delegate.connection(self, dragSessionDidEnd: session, outcome: outcome)
    case .selection(let client, let items):
      delegate.connection(self, client: client, didSelect: items)
    case .policies: delegate.connectionDidChangePolicies(self)
    case .role: delegate.connectionDidChangeRole(self)
    case .settled(let change, let settlement):
      delegate.connection(self, didSettle: change, settlement)
    case .renamed(let old): delegate.connection(self, boardDidRenameFrom: old)
    case .send, .removed: break
    }
  }
}
