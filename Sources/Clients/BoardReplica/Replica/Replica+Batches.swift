import BoardModel
import BoardWire

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
    if let violation = batch.validate(on: shown) {
      for change in pending { shown.apply(change.edits) }
      throw .illegalBatch(violation)
    }
    let edits = batch.edits(on: shown)
    shown.apply(edits)
    policies.forget(after: batch)
    revision = to
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
    guard content.isConsistent else {
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
    var update = ViewUpdate(view.batch(content: shown), leadingTo: shown)
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
