import BoardAuthority
import BoardModel
import BoardWire

// What a subscriber is owed, as bytes. It is written once and shared by all subscribers at one position.

extension LiveBoard {
  /// Everything a subscriber at this position is owed: the batch or snapshot, then drag events.
  ///
  /// - Parameter content: What of the content it is sent; nil if it is sent all.
  func update(
    from revision: Int, presence number: Int, of content: WatchedContent? = nil,
    drags: DragSessions
  ) -> EncodedUpdate {
    if let known = encodings.wholes.last(where: {
      $0.presence == number && $0.update.from == revision && $0.content == content
    }) {
      return known.update
    }
    if content != nil, number >= presence.tail, sharesBatch(from: revision, drags: drags) {
      return update(from: revision, presence: number, drags: drags)
    }
    let whole = owed(
      from: revision, presence: number, of: content, for: .anybody, drags: drags
    ).whole
    encodings.add(.init(presence: number, content: content, update: whole))
    return whole
  }

  /// The same for one connection alone, without the events that its own replies say.
  ///
  /// - Parameter reachesHead: Whether a batch without rows leads to the head if nothing is different.
  func owed(
    to subscriber: Subscriber, of client: ClientName, reachesHead: Bool = false,
    drags: DragSessions
  ) -> OwedUpdate {
    owed(
      from: subscriber.revision, presence: subscriber.presence, of: subscriber.content,
      for: EventReader(subscriber, of: client), reachesHead: reachesHead, drags: drags)
  }

  private func owed(
    from revision: Int, presence number: Int, of content: WatchedContent?, for reader: EventReader,
    reachesHead: Bool = false, drags: DragSessions
  ) -> OwedUpdate {
    let data =
      number < presence.tail
      ? state(for: revision, of: content, drags: drags)
      : data(from: revision, of: content, drags: drags)
    let events = events(
      since: number, for: reader, behind: data.kind, drags: drags)
    let goal = reachesHead ? self.revision : events.revision
    return OwedUpdate(data.reaching(goal, of: self), events)
  }

  /// What brings one connection's copy to the head: with a batch go no events, with a snapshot those
  /// that it does not hold.
  func owedData(
    to subscriber: Subscriber, of client: ClientName, drags: DragSessions
  ) -> OwedUpdate {
    let data = dataToHead(from: subscriber.revision, of: subscriber.content, drags: drags)
    guard data.isSnapshot else { return OwedUpdate(data, OwedEvents()) }
    let events = events(
      since: subscriber.presence, for: EventReader(subscriber, of: client), behind: data.kind,
      drags: drags)
    return OwedUpdate(data, events)
  }

  /// What somebody who begins to watch is sent: a snapshot, or the way from the revision it holds
  /// and who drags and has selected what. It is never larger than a snapshot.
  package func opening(
    from revision: Int?, of content: WatchedContent?, for client: ClientName, drags: DragSessions
  ) -> OwedUpdate {
    let reader = EventReader(client: client)
    guard let revision else { return openingState(for: self.revision, content, reader, drags) }
    let data = dataToHead(from: revision, of: content, drags: drags)
    if data.isSnapshot { return openingState(for: revision, content, reader, drags) }
    let way = OwedUpdate(data, allEvents(drags, for: reader))
    let count = data.count + (way.lines?.count ?? 0)
    budget.spend(bytes: count - data.count)
    if count <= leastSnapshotBytes || content != nil { return way }
    let state = openingState(for: revision, content, reader, drags)
    return count <= state.data.count ? way : state
  }

  private func openingState(
    for revision: Int, _ content: WatchedContent?, _ reader: EventReader, _ drags: DragSessions
  ) -> OwedUpdate {
    let state = state(for: revision, of: content, drags: drags)
    return OwedUpdate(
      state, events(since: presence.head, for: reader, behind: state.kind, drags: drags))
  }

  /// The way from a revision to the head: nothing, batches, or a snapshot if that is the smaller.
  func data(from revision: Int, drags: DragSessions) -> EncodedUpdate {
    if let known = encodings.updates.last(where: { $0.from == revision }) { return known }
    let update = makeData(from: revision, drags: drags)
    encodings.add(update)
    return update
  }

  /// The same, or a batch without rows if nothing is different and only the revision is.
  private func dataToHead(
    from revision: Int, of content: WatchedContent?, drags: DragSessions
  ) -> EncodedUpdate {
    data(from: revision, of: content, drags: drags).reaching(self.revision, of: self)
  }

  private func makeData(from revision: Int, drags: DragSessions) -> EncodedUpdate {
    guard !isSnapshotDue(from: revision) else {
      return wholeState(for: revision, drags: drags)
    }
    budget.spend(composingSteps(from: revision))
    budget.counters.compositions += 1
    var buffer = WireBuffer()
    let to = appendBatches(from: revision, to: &buffer)
    // What is composed already is not composed to be dropped.
    if buffer.count > max(leastSnapshotBytes, Self.packetBytes),
      way.slices(from: revision).isEmpty, !lacksContent(from: nil, in: .text)
    {
      let state = wholeState(for: revision, drags: drags)
      if state.count < buffer.count { return state }
    }
    budget.spend(bytes: buffer.count)
    let pieces = buffer.isEmpty ? [] : [Encoding(buffer)]
    return EncodedUpdate(from: revision, to: to, pieces: pieces, kind: .batch)
  }

  /// Appends the batches from a revision of the log to the head.
  ///
  /// - Returns: The revision to which they lead, from which on nothing is different.
  func appendBatches(from revision: Int, to buffer: inout WireBuffer) -> Int {
    let slices = way.slices(from: revision)
    for piece in slices.flatMap(\.pieces) { piece.withBytes { buffer.append(bytes: $0) } }
    var end = slices.last?.lastSent ?? revision
    for link in versions.log.batches(from: slices.last?.to ?? revision, content: versions.board)
    where !link.batch.isEmpty {
      budget.counters.count(link.batch, from: end, to: link.to)
      buffer.append(batch: link.batch, board: name, from: end, to: link.to)
      end = link.to
    }
    return end
  }

  /// The same, with a batch without rows to the head if nothing is different and only the revision is.
  func appendWay(from revision: Int, to buffer: inout WireBuffer) {
    let end = appendBatches(from: revision, to: &buffer)
    if end < self.revision {
      buffer.append(batch: BatchUpdate(), board: name, from: end, to: self.revision)
    }
  }

  /// Up to here a batch is sent even where a snapshot would be smaller: it costs the same packet,
  /// and a view can animate it.
  private static var packetBytes: Int { 1_400 }

  /// The steps that it takes to bring a reader of a revision to the head, as far as that is not
  /// encoded yet; nil for a new reader.
  package func steps(from revision: Int?, of content: WatchedContent? = nil) -> Int {
    guard let revision, !isSnapshotDue(from: revision) else {
      if content != nil { return encodings.counts == nil ? versions.countSteps : 0 }
      if let earlierContent { return composingSteps(from: earlierContent.version.revision) }
      return encodings.content == nil && written == nil ? versions.contentSteps : 0
    }
    let isKnown = encodings.updates.contains { $0.from == revision }
    return isKnown ? 0 : composingSteps(from: revision)
  }

  /// The steps that it takes to compose the edits from a revision to the head, as far as that is not done yet.
  package func composingSteps(from revision: Int) -> Int {
    let revision = way.slices(from: revision).last?.to ?? revision
    guard versions.log.contains(revision) else { return 0 }
    return versions.log.editCount(since: revision) * TurnBudget.composedEdit
  }

  func isSnapshotDue(from revision: Int?) -> Bool { versions.isSnapshotDue(from: revision) }

  /// A lower bound of a snapshot's size, known without writing one: each line has words around its
  /// name and text.
  var leastSnapshotBytes: Int {
    let board = versions.board
    return board.textBytes + 8 * board.itemCount + 12 * board.sectionCount
  }

  /// The state at the head with the live drag sessions and the selections.
  ///
  /// On a large board the lines of its content are a piece of their own, which drag events
  /// leave as it is: somebody who comes while others drag costs no copy of the board.
  private func wholeState(for revision: Int, drags: DragSessions) -> EncodedUpdate {
    drags.evaluate(sessionsOf: self)
    budget.counters.snapshots += 1
    if let earlierContent { return snapshot(with: earlierContent, for: revision) }
    if let pieces = encodings.snapshot {
      return EncodedUpdate(from: revision, to: self.revision, pieces: pieces, kind: .snapshot)
    }
    let state = snapshot(with: content, for: revision, drags)
    encodings.snapshot = state.pieces
    return state
  }

  /// The state of those who get all of the content, or a part of it.
  func state(
    for revision: Int, of content: WatchedContent?, drags: DragSessions
  ) -> EncodedUpdate {
    switch content {
    case nil: wholeState(for: revision, drags: drags)
    case .counts: countedState(for: revision, drags: drags)
    }
  }

  /// A snapshot with a content as it is now.
  func snapshot(
    with content: WrittenContent, for revision: Int, _ drags: DragSessions
  ) -> EncodedUpdate {
    let events = PlantedBug.snapshotWithoutDrags.isPlanted ? [] : snapshotEvents(drags)
    var head = WireBuffer()
    head.appendSnapshotHead(
      name, revision: self.revision, sections: content.sections,
      lines: content.lines + events.count, content: content.extent)
    var lines = OwedEvents()
    for event in events { lines.append(event) }
    return EncodedUpdate(
      from: revision, to: self.revision, pieces: [Encoding(head), content.text], kind: .snapshot
    ).followed(by: lines.encoding()).gathered
  }

  /// The content as it is now, which drag events do not change.
  private var content: WrittenContent {
    if let content = encodings.content { return content }
    if let written, written.version == versions.contentVersion { return written }
    budget.spend(versions.contentSteps)
    contentWriter.wroteAtOnce()
    let content = WrittenContent(of: versions.contentSource)
    encodings.content = content
    return content
  }
}

// What is asked of a board, and of a draft on another thread.

extension VersionedBoard {
  /// Up to here edits are always composed: it takes about a millisecond, and a view can animate the batch.
  static var composedEdits: Int { 1_024 }

  /// Whether a reader is sent a snapshot: it is new, its revision is not in the log any more, or there are more edits to
  /// compose than lines in a snapshot, which all share.
  func isSnapshotDue(from revision: Int?) -> Bool {
    guard let revision, log.contains(revision) else { return true }
    return log.editCount(since: revision) > max(contentLines, Self.composedEdits)
  }

  /// The section and item lines of a snapshot.
  package var contentLines: Int { board.sectionCount + board.itemCount }

  /// The steps that it takes to write them, and the policies.
  var contentSteps: Int {
    (contentLines + policies.ownSectionCount) * TurnBudget.snapshotLine
      + (board.textBytes + policies.textBytes) / TurnBudget.snapshotBytesPerStep
  }

  /// Whether the content is so large in a form that it takes so many steps to write.
  func isLarge(in form: WireForm, from threshold: Int) -> Bool {
    contentSteps * (form == .json ? TurnBudget.jsonContentSteps : 1) >= threshold
  }

  /// Whether a content is worth being sent with a batch behind it.
  func isNear(_ version: ContentVersion) -> Bool {
    guard version.name == name, log.contains(version.revision) else { return false }
    return log.editCount(since: version.revision) <= max(Self.composedEdits, contentLines / 16)
  }
}

extension Board: SnapshotSource {}

extension EventReader {
  /// A subscriber, which knows of changes that it made itself.
  init(_ subscriber: Subscriber, of client: ClientName) {
    self.init(origin: subscriber.hasOwnEvents ? subscriber.connection : nil, client: client)
  }
}

extension EncodedUpdate {
  /// The update, with a batch without rows behind it if it ends before a revision.
  fileprivate func reaching(_ revision: Int, of live: LiveBoard) -> EncodedUpdate {
    guard to < revision else { return self }
    if PlantedBug.batchBeforeNothingLost.isPlanted, to > from {
      return EncodedUpdate(from: from, to: from, pieces: [], kind: kind).reaching(
        revision, of: live)
    }
    var buffer = WireBuffer()
    buffer.append(batch: BatchUpdate(), board: live.name, from: to, to: live.revision)
    return EncodedUpdate(
      from: from, to: live.revision, pieces: pieces + [Encoding(buffer)], kind: kind)
  }
}
