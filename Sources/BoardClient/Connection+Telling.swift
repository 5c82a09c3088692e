import BoardCore
import BoardReplica
import BoardWire

// What a message does to the replica, and what the delegate is told of it.
//
// A view follows one update after the other, and finds the board after each in the replica. So what
// the delegate does within a call waits until all is told that goes before.

extension Connection {
  func take(_ message: ServerMessage) {
    if replica.mayChange(with: message) { announce() }
    // The delegate may have closed it.
    guard link != nil else { return }
    do throws(ReplicaFault) {
      tell(try replica.take(message))
    } catch { lose(.fault(error)) }
  }

  /// Sends what is to be sent, then tells the delegate the rest in order.
  func tell(_ notices: [ReplicaNotice]) {
    for case .send(let change, let command) in notices { give(command, .change(change)) }
    resumeDrags(among: notices)
    news += notices
    guard !isTelling else { return }
    isTelling = true
    while !news.isEmpty { tell(news.removeFirst()) }
    isTelling = false
    makeLaterChanges()
  }

  /// Takes up own drags that the server suspended while this client was away.
  private func resumeDrags(among notices: [ReplicaNotice]) {
    guard token != nil else { return }
    var suspended: Set<SessionID> = []
    for case .drag(.changed(let session)) in notices {
      if let drag = replica.drags[session], drag.isOwn, drag.isSuspended {
        suspended.insert(session)
      }
    }
    for session in suspended.sorted() { give("resume \(session)", .command(nil)) }
  }

  /// Announces that own changes without an answer are about to be taken back, if any are.
  func announceTakingBack(where isSo: Bool = true) {
    // A delegate that is being told something has brought it about itself.
    guard isSo, !isTelling, !replica.unanswered.isEmpty else { return }
    announce()
  }

  private func announce() {
    let wasTelling = isTelling
    isTelling = true
    delegate?.boardWillChange(self)
    // Where the delegate closes, what that takes back is told while it is what is shown.
    while !wasTelling, !news.isEmpty { tell(news.removeFirst()) }
    isTelling = wasTelling
  }

  /// Makes a change and tells of it.
  func make(_ change: OwnChange, as reserved: ChangeID?) throws(Refusal) -> ChangeID {
    announce()
    do throws(Refusal) {
      let (id, notices) = try replica.make(change, as: reserved)
      tell(notices)
      return id
    } catch {
      tell([])
      throw error
    }
  }

  private func makeLaterChanges() {
    while !laterChanges.isEmpty, !isTelling {
      let (id, change) = laterChanges.removeFirst()
      do throws(Refusal) {
        _ = try make(change, as: id)
      } catch {
        let words = [error.wire.code.rawValue] + error.wire.facts
        tell([.settled(id, .refused(words, sentence: nil))])
      }
    }
  }

  private func tell(_ notice: ReplicaNotice) {
    guard let delegate else { return }
    switch notice {
    case .update(let update): delegate.board(self, performBatchUpdates: update)
    case .reload: delegate.boardDidReload(self)
    case .drag(.began(let session)): delegate.connection(self, dragSessionDidBegin: session)
    case .drag(.changed(let session)): delegate.connection(self, dragSessionDidUpdate: session)
    case .drag(.ended(let session, let outcome)):
      delegate.connection(self, dragSessionDidEnd: session, outcome: outcome)
    case .selection(let client, let items):
      delegate.connection(self, client: client, didSelect: items)
    case .settled(let change, let settlement):
      delegate.connection(self, didSettle: change, settlement)
    case .send: break
    }
  }
}
