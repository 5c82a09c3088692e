import BoardAuthority
import BoardModel
import BoardWire

// What those are sent who count items and ask for them by `rows`. Source: `protocol/profiles.md`, section 20.

extension LiveBoard {
  /// The way from a revision to the head for those who get all of the content, or a part of it.
  ///
  /// Who counts is sent the same bytes, but a snapshot of counts in place of any other and of long batches. No item is
  /// looked at for it.
  func data(
    from revision: Int, of content: WatchedContent?, drags: DragSessions
  ) -> EncodedUpdate {
    guard content != nil else { return data(from: revision, drags: drags) }
    return countedBatch(from: revision, drags: drags) ?? countedState(for: revision, drags: drags)
  }

  /// Whether those who count are sent the very batch that all others at a revision are.
  func sharesBatch(from revision: Int, drags: DragSessions) -> Bool {
    guard let counted = countedBatch(from: revision, drags: drags) else { return false }
    return counted.isMade(of: data(from: revision, drags: drags).pieces)
  }

  /// The batches from a revision to the head for those who count; nil if they are sent a snapshot.
  private func countedBatch(from revision: Int, drags: DragSessions) -> EncodedUpdate? {
    guard !isSnapshotDue(from: revision) else { return nil }
    let data = data(from: revision, drags: drags)
    return data.isSnapshot ? nil : counted(data)
  }

  /// Batches as those are sent them who count: the same ones, if no inserted section is large; nil if there are too many lines.
  ///
  /// - Complexity: O(bytes), once for all of them.
  func counted(_ batches: EncodedUpdate) -> EncodedUpdate? {
    if batches.count <= CountedBatches.leastBytes { return batches }
    if let known = encodings.countedUpdates.last(where: { $0.text.isMade(of: batches.pieces) }) {
      return known.counted
    }
    budget.spend(bytes: batches.count)
    let counted = batches.counted
    encodings.add(.init(text: batches, counted: counted))
    return counted
  }

  /// The state at the head with the number of items of each section in place of them.
  ///
  /// - Complexity: O(sections + live sessions).
  func countedState(for revision: Int, drags: DragSessions) -> EncodedUpdate {
    drags.evaluate(sessionsOf: self)
    budget.counters.snapshots += 1
    if let pieces = encodings.countedSnapshot {
      return EncodedUpdate(from: revision, to: self.revision, pieces: pieces, kind: .snapshot)
    }
    let state = snapshot(with: counts, for: revision, drags)
    encodings.countedSnapshot = state.pieces
    return state
  }

  private var counts: WrittenContent {
    if let counts = encodings.counts { return counts }
    budget.spend(versions.countSteps)
    let counts = WrittenContent(of: versions.contentSource, extent: .counts)
    encodings.counts = counts
    return counts
  }
}

extension VersionedBoard {
  /// The steps that it takes to write the sections without their items, and the policies.
  var countSteps: Int {
    (board.sectionCount + policies.ownSectionCount) * TurnBudget.countedSection
  }
}

extension EncodedUpdate {
  /// Batches with the number of the items of large inserted sections in place of them; nil if there are too many lines.
  fileprivate var counted: EncodedUpdate? {
    var rest = CountedBatches()
    for piece in pieces {
      guard piece.withBytes({ rest.append($0) }) else { return nil }
    }
    guard rest.isOther else { return self }
    return EncodedUpdate(from: from, to: to, pieces: [Encoding(rest.finish())], kind: kind)
  }
}
