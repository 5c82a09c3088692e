import BoardModel
import BoardWire

extension Replica {
  /// Applies a reply: to an own change, to `open`, or to a command about an own drag or selection.
  mutating func receive(
    _ reply: ServerReply, answering request: Request?
  ) throws(ReplicaFault) -> [ReplicaEvent] {
    defer { forgetIDs() }
    asked.remove(answeredBy: reply, request)
    pins.receive(reply, request)
    if case .rows? = reply.ok { return try reveal(rows(of: reply.ok)) }
    if case .find? = reply.ok { return try reveal(rows(of: reply.ok)) }
    var events: [ReplicaEvent] = []
    if let index = index(of: reply.tag) { events += settle(index, by: reply) }
    if let ok = reply.ok { events += apply(ok, answering: request) }
    return events
  }

  /// Applies effects that the server reports to the commanding client by the reply alone. Changes of a
  /// board are reported by the batches and events of the same write.
  private mutating func apply(_ reply: Reply, answering request: Request?) -> [ReplicaEvent] {
    switch reply.effect {
    case .opened(let opened): return opened.board == board ? apply(opened) : []
    case .closed(let closed):
      if closed == board { isOpen = false }
      return []
    case .named(let name): return rename(to: name)
    case .entered(let entered): return meet(entered.epoch, as: entered.client)
    case .selection(let selected):
      guard selected.board == board, let client else { return [] }
      return select(client, selected.items)
    case .drag(let session, let change): return apply(change, to: session, as: request)
    case .edited, .nothing: return []
    }
  }

  private mutating func apply(
    _ change: OwnSessionUpdate, to session: SessionID, as request: Request?
  ) -> [ReplicaEvent] {
    switch change {
    case .began(let items): return begin(BeginReply(session, items: items), RequestedDrag(request))
    case .items(let items):
      let parcel = RequestedDrag(request).parcel
      return self.change(session) { $0.setItems(items, bringing: parcel) }
    case .left(let items):
      return items.isEmpty
        ? end(session, .cancelled) : self.change(session) { $0.setItems(items) }
    case .proposed(let proposal): return self.change(session) { $0.state = .over(proposal) }
    case .exited: return self.change(session) { $0.state = .lifted }
    case .resumed(let items, let state):
      return self.change(session) {
        $0.setItems(items)
        $0.isSuspended = false
        $0.state = state
      }
    case .ended: return []
    }
  }

  /// Handles the reply to `open`. If the connection was not subscribed, drags and selections follow
  /// anew, and unanswered commands are issued again.
  private mutating func apply(_ opened: OpenReply) -> [ReplicaEvent] {
    openedRevision = opened.revision
    let news = set(opened.role)
    // An existing subscription gets nothing twice (rule 7.1).
    if isOpen { return news }
    isOpen = true
    if opened.isRewound || isAnotherEpoch(serverEpoch) {
      needsSnapshot = true
      // Changes executed then are not in this board.
      for index in pending.indices where !pending[index].isUnanswered {
        pending[index].state = .done(revision: 0)
      }
    }
    return news + forgetPresence() + giveOut()
  }

  private mutating func settle(_ index: Int, by reply: ServerReply) -> [ReplicaEvent] {
    switch reply.outcome {
    case .refused(let failure), .error(let failure): return refuse(index, failure)
    case .ok(let ok):
      if let failure = ok.dropFailure { return refuse(index, failure) }
      return confirm(index, ok)
    }
  }

  private mutating func refuse(_ index: Int, _ failure: Failure) -> [ReplicaEvent] {
    let id = pending[index].id
    return remove { $0.id == id } + [.settled(id, .refused(failure))] + giveOut()
  }

  private mutating func confirm(_ index: Int, _ reply: Reply) -> [ReplicaEvent] {
    let id = pending[index].id
    learnIDs(of: index, from: reply)
    let revision = reply.changedRevision ?? self.revision ?? 0
    pending[index].state = .done(revision: revision)
    var events: [ReplicaEvent] = []
    if let own = self.revision, revision <= own { events = remove { $0.id == id } }
    return events + [.settled(id, .confirmed(revision: revision))] + giveOut()
  }

  /// Records the server's ids of inserted content.
  private mutating func learnIDs(of index: Int, from reply: Reply) {
    if case .insert(let inserted) = reply, case .insert = pending[index].change {
      pending[index].newcomers[0].real = inserted.item
      // Among those of which it has the number, a replica that counts may have the item without its id.
      let isReached = content != nil && reply.changedRevision ?? .max <= revision ?? 0
      if isReached || shown.contains(inserted.item) {
        itemIDs[pending[index].newcomers[0].provisional] = inserted.item
      }
    }
    if case .insertSection(let inserted) = reply, let new = pending[index].newSection {
      pending[index].newSection?.real = inserted.section
      if shown.contains(inserted.section) { sectionIDs[new.provisional] = inserted.section }
    }
  }

  /// Settles changes without a reply as lost, and reverts them.
  ///
  /// - Parameter isDoubtful: The changes to give up. Answered ones are settled already and only
  ///   reverted.
  mutating func giveUp(where isDoubtful: (PendingChange) -> Bool) -> [ReplicaEvent] {
    let lost = pending.filter { isDoubtful($0) && $0.isUnanswered }.map(\.id)
    return remove(where: isDoubtful) + lost.map { .settled($0, .lost) }
  }

  /// Gives up every unanswered change, because no connection will retry it.
  public mutating func abandon() -> [ReplicaEvent] {
    isOpen = false
    asked = AskedRows()
    return giveUp(where: \.isUnanswered)
  }

  /// Reverts own changes in one update, and removes them.
  private mutating func remove(where isGone: (PendingChange) -> Bool) -> [ReplicaEvent] {
    guard let first = pending.firstIndex(where: isGone) else { return [] }
    guard pending.contains(where: { isGone($0) && !$0.edits.isEmpty }) else {
      pending.removeAll(where: isGone)
      return []
    }
    var view = Composition()
    revert(from: first, into: &view)
    pending.removeAll(where: isGone)
    remake(from: first, into: &view)
    return update(view, [])
  }
}

extension Reply {
  /// Why a drop was cancelled; nil if it was not, or if this does not answer a drop.
  fileprivate var dropFailure: Failure? {
    guard case .perform(let ended) = self else { return nil }
    switch ended.outcome {
    case .moved, .copied, .unchanged: return nil
    case .cancelled, .forbidden, .expired, .gone, .shutdown:
      return Failure(.sessionEnded(ended.drag, ending: ended.outcome))
    }
  }

  /// The revision that an own change produced; nil if another board changed, or if this does not
  /// answer an own change.
  package var changedRevision: Int? {
    switch effect {
    case .edited(let revision): revision
    case .drag(_, .ended(let outcome)): outcome.homeRevision
    case .drag, .nothing, .named, .entered, .opened, .closed, .selection: nil
    }
  }
}

extension SessionOutcome {
  /// The revision that the drop produced on the session's own board.
  fileprivate var homeRevision: Int? {
    switch self {
    case .moved(let revision, _), .copied(let revision, board: nil, _),
      .unchanged(let revision, _):
      revision
    case .copied, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }
}

/// The facts about a session that only the request holds: its reply does not repeat them.
struct RequestedDrag {
  /// The board of a session that begins, if the request names one.
  private(set) var board: BoardName?
  private(set) var operations = DropOperations.all
  private(set) var isLocal = false
  /// The parcel of an item from outside.
  private(set) var parcel: DragParcel?

  /// The default type of a parcel.
  private static let defaultType = "text/plain"

  /// - Parameter request: The request, or nil if it is unknown.
  init(_ request: Request?) {
    guard case .drag(let request) = request else { return }
    switch request {
    case .begin(let begin):
      board = begin.board
      operations = begin.operations ?? .all
      isLocal = begin.isLocal
    case .beginExternal(let begin):
      board = begin.board
      operations = .copy
      parcel = DragParcel(
        type: begin.type ?? Self.defaultType, begin.text, fields: begin.fields)
    case .addExternal(let add):
      parcel = DragParcel(type: add.type ?? Self.defaultType, add.text, fields: add.fields)
    case .add, .remove, .propose, .exit, .perform, .cancel, .resume, .dryrun, .drags: break
    }
  }
}
