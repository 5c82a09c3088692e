import BoardCore
import BoardWire

// How the board changes under the own unconfirmed changes.

extension Replica {
  /// Applies a batch beneath the own changes.
  ///
  /// - Complexity: O(k log *n*) for k rows and edits of own changes.
  mutating func take(
    _ batch: BatchUpdate, from: Int, to: Int
  ) throws(ReplicaFault) -> [ReplicaNotice] {
    guard from == revision, from < to else { throw .wrongRevision(from, standing: revision) }
    var view = Composition()
    takeBack(from: 0, into: &view)
    if let violation = batch.validate(on: shown) {
      for change in pending { shown.apply(change.edits) }
      throw .illegalBatch(violation)
    }
    let edits = batch.edits(on: shown)
    shown.apply(edits)
    revision = to
    guard !pending.isEmpty else {
      // What is seen is what is confirmed: the batch is the update.
      return batch.isEmpty ? [] : [.update(ViewUpdate(batch, leadingTo: shown))]
    }
    let renamings = pending.contains(where: \.putsIn) ? adopt(Arrivals(of: batch)) : []
    for edit in edits { view.append(asSeen(edit, renamings)) }
    forgetReached()
    remake(from: 0, into: &view)
    return update(view, renamings)
  }

  /// Puts a whole board in the place of all that was known.
  ///
  /// - Complexity: O(items).
  mutating func take(
    _ content: Content, revision: Int, presence: [Event]
  ) throws(ReplicaFault) -> [ReplicaNotice] {
    guard content.isConsistent else {
      needsSnapshot = true
      throw .inconsistentSnapshot
    }
    var unseen = Composition()
    takeBack(from: 0, into: &unseen)
    let old = shown
    shown = Board(content)
    self.revision = revision
    needsSnapshot = false
    if pending.contains(where: \.putsIn) { _ = adopt(Arrivals(of: content, notOn: old)) }
    forgetReached()
    remake(from: 0, into: &unseen)
    return [.reload] + forgetPresence() + presence.flatMap { take($0) }
  }

  /// Takes the own changes back, the last one first.
  mutating func takeBack(from first: Int, into view: inout Composition) {
    for change in pending[first...].reversed() {
      for edit in change.edits.inverse {
        shown.apply(edit)
        view.append(edit)
      }
    }
  }

  /// Makes the own changes again, by their meaning.
  mutating func remake(from first: Int, into view: inout Composition) {
    for index in pending.indices[first...] {
      remake(index)
      for edit in pending[index].edits { view.append(edit) }
    }
  }

  /// Makes one own change on what is shown now.
  mutating func remake(_ index: Int) {
    var newcomers = pending[index].newcomers.makeIterator()
    let section = pending[index].newSection?.provisional
    pending[index].edits = []
    for step in pending[index].steps {
      var item: ItemID?
      if case .insert = step { item = newcomers.next()?.provisional }
      if let item, itemNames[item] != nil { continue }
      if let section, sectionNames[section] != nil { continue }
      pending[index].edits += shown.make(asShown(step), item: item, section: section)
    }
  }

  /// The one update from what was seen to what is shown; nothing if it looks the same.
  func update(_ view: Composition, _ renamings: [ViewUpdate.Renaming]) -> [ReplicaNotice] {
    var update = ViewUpdate(view.batch(content: shown), leadingTo: shown)
    update.renamings = renamings
    return update.hasNoRows && renamings.isEmpty ? [] : [.update(update)]
  }

  /// Forgets the changes that are done and in the confirmed board.
  mutating func forgetReached() {
    guard let revision else { return }
    pending.removeAll { change in
      if case .done(let done) = change.state { done <= revision } else { false }
    }
  }
}
