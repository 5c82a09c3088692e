import BoardAuthority
import BoardModel
import BoardWire

/// What leads watchers of a board to its head, composed in slices while they wait for their turn.
///
/// A flush of thousands takes many turns. All its watchers are brought to the revision at which it began, by one batch, and
/// what was changed since is for the next flush. So a change is composed once and not in each of those turns, and no turn
/// composes more edits than a slice has.
package struct ComposedWay {
  /// Where the watchers are who wait; nil if nobody does.
  private(set) var start: Int?
  /// They follow each other. One in which nothing is different has no bytes, and is the last.
  private var slices: [EncodedUpdate] = []

  /// The revision up to which the way is composed.
  var end: Int? { slices.last?.to ?? start }
  /// Where a reader is behind the bytes.
  var lastSent: Int? { slices.last?.lastSent ?? start }

  /// The batch that all are sent who wait in a flush.
  var first: EncodedUpdate? { slices.first }

  /// Begins the way of those whom a flush has brought to a revision.
  mutating func begin(at revision: Int) {
    if !slices.isEmpty { slices = [] }
    start = revision
  }

  /// Begins the way of those who wait in a flush for the batch that others were sent.
  mutating func begin(with batch: EncodedUpdate) {
    (start, slices) = (batch.from, [batch])
  }

  /// All who waited for the first batch have it.
  mutating func removeFirst() { start = slices.removeFirst().to }

  mutating func append(_ slice: EncodedUpdate) {
    assert(slice.from == lastSent, "slices follow each other")
    if slices.last?.pieces.isEmpty == true { slices.removeLast() }
    slices.append(slice)
  }

  /// Takes over what another thread has composed with a change, if nobody waits for other slices.
  package mutating func adopt(_ change: EncodedUpdate) {
    if change.from == lastSent { append(change) } else if slices.isEmpty { begin(with: change) }
  }

  /// The slices from a revision on; none if no slice begins there.
  func slices(from revision: Int) -> ArraySlice<EncodedUpdate> {
    guard let index = slices.firstIndex(where: { $0.from == revision }) else { return [] }
    return slices[index...]
  }
}

extension LiveBoard {
  /// Forgets those who waited, none of whom is left.
  func forgetFlush() {
    if flushRest != nil { flushRest = nil }
    if way.start != nil { way = ComposedWay() }
  }

  /// Forgets what was composed under another name.
  package func forgetWay() {
    way = ComposedWay()
    flushRest?.shared = .nothing
  }

  /// Composes the next slice of the way of those who wait, if there are edits enough.
  func composeSlice() {
    guard !subscribers.isEmpty, let start = way.start, let end = way.end,
      let lastSent = way.lastSent, end < revision, !isSnapshotDue(from: start),
      versions.log.editCount(since: end) >= budget.sliceEdits
    else { return }
    budget.spend(composingSteps(from: end))
    budget.counters.compositions += 1
    var buffer = WireBuffer()
    _ = appendBatches(from: lastSent, to: &buffer)
    let pieces = buffer.isEmpty ? [] : [Encoding(buffer)]
    way.append(EncodedUpdate(from: lastSent, to: revision, pieces: pieces, kind: .batch))
  }
}

/// The batches from one revision to the head of a board.
package struct ComposedBatches {
  package let update: EncodedUpdate
  package let links: [RevisionLink]
}

extension VersionedBoard {
  /// The batches from a revision to the head; nil if a reader of the revision is sent a snapshot, or nothing is different.
  package func composedBatches(from revision: Int) -> ComposedBatches? {
    guard !isSnapshotDue(from: revision) else { return nil }
    let links = log.batches(from: revision, content: board).filter { !$0.batch.isEmpty }
    guard links.last?.to == log.head else { return nil }
    var buffer = WireBuffer()
    for link in links {
      buffer.append(batch: link.batch, board: name, from: link.from, to: link.to)
    }
    return ComposedBatches(
      update: EncodedUpdate(
        from: revision, to: log.head, pieces: [Encoding(buffer)], kind: .batch), links: links)
  }
}
