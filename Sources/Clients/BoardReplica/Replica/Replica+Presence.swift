import BoardModel
import BoardWire

// Drag sessions, selections and policies: those of others come from events, own ones from replies as well.

extension Replica {
  mutating func receive(_ event: Event) -> [ReplicaEvent] {
    switch event.effect {
    case .drag(let session, let change): return apply(change, to: session)
    case .selection(let selected):
      return selected.board == board ? select(selected.client, selected.items) : []
    case .policy(let changed):
      return changed.board == board ? set(changed.values.settings, for: changed.target) : []
    case .types(let types, board): return set(types)
    case .removed(board):
      isOpen = false
      return [.removed]
    case .renamed(board, let name):
      let old = board
      board = name
      return [.renamed(from: old)]
    case .role(let role, board): return set(role)
    case .types, .removed, .renamed, .role, .closing, .nothing: return []
    }
  }

  /// Records the role of this client on the board.
  mutating func set(_ role: Role?) -> [ReplicaEvent] {
    guard self.role != role else { return [] }
    self.role = role
    return [.role]
  }

  private mutating func apply(
    _ change: SessionUpdate, to session: SessionID
  ) -> [ReplicaEvent] {
    switch change {
    case .began(let began): began.board == board ? begin(began) : []
    case .items(let items, let parcel):
      self.change(session) { $0.setItems(items, bringing: parcel) }
    case .state(let state): self.change(session) { $0.state = state }
    case .suspended(let isSuspended): self.change(session) { $0.isSuspended = isSuspended }
    case .ended(let outcome): end(session, outcome)
    }
  }

  /// Removes all sessions, selections and policies: the server sends the present ones anew, or the board is
  /// closed.
  mutating func forgetPresence() -> [ReplicaEvent] {
    drags.keys.sorted().flatMap { end($0, nil) }
      + selections.keys.sorted().flatMap { select($0, []) } + forgetPolicies()
  }

  private mutating func forgetPolicies() -> [ReplicaEvent] {
    if policies.isEmpty { return [] }
    policies = PolicyPresence()
    return [.policies]
  }

  private mutating func set(_ types: FieldTypes) -> [ReplicaEvent] {
    guard policies.fieldTypes != types else { return [] }
    policies.fieldTypes = types
    return [.policies]
  }

  private mutating func set(
    _ settings: [PolicySetting], for target: PolicyRequest.Target
  ) -> [ReplicaEvent] {
    let old = policies
    policies.set(settings, for: target)
    return policies == old ? [] : [.policies]
  }

  /// Records the whole selection of a client.
  mutating func select(_ client: ClientName, _ items: [ItemID]) -> [ReplicaEvent] {
    guard selections[client] ?? [] != items else { return [] }
    selections[client] = items.isEmpty ? nil : items
    return [.selection(client, items)]
  }
}

extension Replica {
  private mutating func begin(_ began: BeganEvent) -> [ReplicaEvent] {
    var drag = DragPresence(
      owner: began.client, isOwn: began.client == client, operations: began.operations,
      items: began.items, isLocal: began.isLocal)
    if let first = began.items.first, let parcel = began.external { drag.external[first] = parcel }
    drags[began.drag] = drag
    return [.drag(.began(began.drag))]
  }

  /// Records a session that this client began.
  mutating func begin(_ begun: BeginReply, _ request: RequestedDrag) -> [ReplicaEvent] {
    if let other = request.board, other != board { return [] }
    var drag = DragPresence(
      owner: client, isOwn: true, operations: request.operations, items: [],
      isLocal: request.isLocal)
    drag.setItems(begun.items, bringing: request.parcel)
    drags[begun.drag] = drag
    return [.drag(.began(begun.drag))]
  }

  mutating func change(
    _ session: SessionID, _ body: (inout DragPresence) -> Void
  ) -> [ReplicaEvent] {
    guard var drag = drags[session] else { return [] }
    body(&drag)
    guard drag != drags[session] else { return [] }
    drags[session] = drag
    return [.drag(.changed(session))]
  }

  mutating func end(_ session: SessionID, _ outcome: ReportedOutcome?) -> [ReplicaEvent] {
    drags.removeValue(forKey: session) == nil ? [] : [.drag(.ended(session, outcome))]
  }

  /// Records the name of this client, to which its sessions pass (rule 9.1).
  mutating func rename(to name: ClientName) -> [ReplicaEvent] {
    client = name
    return drags.filter { $0.value.isOwn }.keys.sorted().flatMap { session in
      change(session) { $0.owner = name }
    }
  }
}

// Batches and snapshots, applied beneath the own unconfirmed changes.

extension Replica {
  /// Applies a batch beneath the own changes.
  ///
  /// - Complexity: O(k log *n*) for k rows and edits of own changes.
  mutating func apply(
    _ batch: BatchUpdate, from: Int, to: Int
  ) throws(ReplicaFault) -> [ReplicaEvent] {
    guard from == revision, from < to else { throw .wrongRevision(from, at: revision) }
    var view = Composition()
    revert(from: 0, into: &view)
    if let violation = countViolation(of: batch) ?? batch.validate(on: shown) {
      for change in pending { shown.apply(change.edits) }
      throw .illegalBatch(violation)
    }
    let edits = batch.edits(on: shown)
    shown.apply(edits)
    policies.forget(after: batch)
    revision = to
    if content != nil { mark(arrivalsOf: batch, edits) }
    guard !pending.isEmpty else {
      // Everything shown is confirmed: the batch is the update.
      return batch.isEmpty ? [] : [.update(ViewUpdate(batch, leadingTo: shown))]
    }
    let renamings = pending.contains(where: \.putsIn) ? adopt(Arrivals(of: batch)) : []
    for edit in edits { view.append(asSeen(edit, renamings)) }
    forgetReached()
    remake(from: 0, into: &view)
    return update(view, renamings)
  }

  /// Replaces the confirmed board by a snapshot.
  ///
  /// - Complexity: O(items).
  mutating func replace(
    with content: Content, revision: Int, presence: [Event]
  ) throws(ReplicaFault) -> [ReplicaEvent] {
    guard content.isConsistent, content.hasLegalCounts else {
      needsSnapshot = true
      throw .inconsistentSnapshot
    }
    var unseen = Composition()
    revert(from: 0, into: &unseen)
    var lost: [ReplicaEvent] = []
    if isAnotherEpoch(serverEpoch) {
      lost = unanswered.map { .settled($0, .lost) }
      pending = []
    }
    let old = shown
    shown = Board(content)
    (asked, self.lost, seen) = (AskedRows(), AskedRows(), SeenItems())
    pins.findAgain()
    self.revision = revision
    epoch = serverEpoch
    needsSnapshot = false
    if pending.contains(where: \.putsIn) { _ = adopt(Arrivals(of: content, notOn: old)) }
    forgetReached()
    unseen = Composition()
    remake(from: 0, into: &unseen)
    return [.reload] + lost + forgetPresence() + presence.flatMap { receive($0) } + giveOut()
  }

  /// Reverts the own changes, the last one first.
  mutating func revert(from first: Int, into view: inout Composition) {
    for change in pending[first...].reversed() {
      for edit in change.edits.inverse {
        shown.apply(edit)
        view.append(edit)
      }
    }
  }

  /// Reapplies the own changes by their ids and anchors.
  mutating func remake(from first: Int, into view: inout Composition) {
    for index in pending.indices[first...] {
      remake(index)
      for edit in pending[index].edits { view.append(edit) }
    }
  }

  /// Reapplies one own change on the shown board.
  mutating func remake(_ index: Int) {
    var newcomers = pending[index].newcomers.makeIterator()
    let section = pending[index].newSection?.provisional
    pending[index].edits = []
    for step in pending[index].steps {
      var item: ItemID?
      if case .insert = step { item = newcomers.next()?.provisional }
      if let item, itemIDs[item] != nil { continue }
      if let section, sectionIDs[section] != nil { continue }
      pending[index].edits += shown.make(asShown(step), item: item, section: section)
    }
  }

  /// The update from the view's board to `shown`; none if they are equal.
  func update(_ view: Composition, _ renamings: [ViewUpdate.Renaming]) -> [ReplicaEvent] {
    var update = ViewUpdate(view.batch(content: ShownCounts(board: shown)), leadingTo: shown)
    update.renamings = renamings
    return update.hasNoRows && renamings.isEmpty ? [] : [.update(update)]
  }

  /// Removes the executed changes that the confirmed board contains.
  mutating func forgetReached() {
    guard let revision else { return }
    pending.removeAll { change in
      if case .done(let done) = change.state { done <= revision } else { false }
    }
  }
}
