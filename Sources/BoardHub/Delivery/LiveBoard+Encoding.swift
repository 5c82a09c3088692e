import BoardAuthority
import BoardModel
import BoardWire

// What a subscriber is owed, as bytes. It is written once and shared by all subscribers at one position.

extension LiveBoard {
  /// Everything a subscriber at this position is owed: the batch or snapshot, then drag events.
  func update(from revision: Int, presence number: Int, drags: DragSessions) -> EncodedUpdate {
    if let known = encodings.wholes.last(
      where: { $0.presence == number && $0.update.from == revision })
    {
      return known.update
    }
    let data = data(from: revision, presence: number, drags: drags)
      .reaching(presence.revision, of: self)
    let whole = data.followed(by: events(since: number, behind: data)).gathered
    encodings.add(.init(presence: number, update: whole))
    return whole
  }

  /// The same for one connection alone, without the events that its own replies say.
  ///
  /// - Parameter reachesHead: Whether a batch without rows leads to the head if nothing is different.
  func update(for subscriber: Subscriber, drags: DragSessions, reachesHead: Bool = false)
    -> EncodedUpdate
  {
    let data = data(from: subscriber.revision, presence: subscriber.presence, drags: drags)
      .reaching(reachesHead ? revision : presence.revision, of: self)
    return data.followed(
      by: events(since: subscriber.presence, except: subscriber.connection, behind: data))
  }

  private func events(
    since number: Int, except origin: ConnectionID? = nil, behind data: EncodedUpdate
  ) -> WireBuffer {
    var lines = WireBuffer()
    presence.write(
      since: number, except: origin, isBehindSnapshot: data.isSnapshot, to: &lines)
    return lines
  }

  /// The way from a revision to the head: nothing, batches, or a snapshot if that is the smaller.
  func data(from revision: Int, drags: DragSessions) -> EncodedUpdate {
    if let known = encodings.updates.last(where: { $0.from == revision }) { return known }
    let update = makeData(from: revision, drags: drags)
    encodings.add(update)
    return update
  }

  /// The same, or a batch without rows if nothing is different and only the revision is.
  func dataToHead(from revision: Int, drags: DragSessions) -> EncodedUpdate {
    data(from: revision, drags: drags).reaching(self.revision, of: self)
  }

  /// The same, or a snapshot where drag events of long ago are missing.
  private func data(from revision: Int, presence number: Int, drags: DragSessions) -> EncodedUpdate
  {
    number < presence.tail
      ? wholeState(for: revision, drags: drags) : data(from: revision, drags: drags)
  }

  private func makeData(from revision: Int, drags: DragSessions) -> EncodedUpdate {
    guard versions.log.contains(revision), !isSnapshotCheaper(from: revision) else {
      return wholeState(for: revision, drags: drags)
    }
    budget.spend(composingSteps(from: revision))
    var to = revision
    var buffer = WireBuffer()
    for link in versions.log.batches(from: revision, content: versions.board)
    where !link.batch.isEmpty {
      to = link.to
      buffer.append(batch: link.batch, board: name, from: link.from, to: link.to)
    }
    if buffer.count > max(leastSnapshotBytes, Self.packetBytes) {
      let state = wholeState(for: revision, drags: drags)
      if state.count < buffer.count { return state }
    }
    budget.spend(bytes: buffer.count)
    let pieces = buffer.isEmpty ? [] : [Encoding(buffer)]
    return EncodedUpdate(from: revision, to: to, pieces: pieces, isSnapshot: false)
  }

  /// Up to here a batch is sent even where a snapshot would be smaller: it costs the same packet,
  /// and a view can animate it.
  private static var packetBytes: Int { 1_400 }

  /// The steps that it takes to bring a reader of a revision to the head, as far as that is not
  /// encoded yet; nil for a new reader.
  func steps(from revision: Int?) -> Int {
    guard let revision, versions.log.contains(revision), !isSnapshotCheaper(from: revision) else {
      return encodings.content == nil ? contentLines * TurnBudget.snapshotLine : 0
    }
    let isKnown = encodings.updates.contains { $0.from == revision }
    return isKnown ? 0 : composingSteps(from: revision)
  }

  /// The steps that it takes to compose the edits from a revision to the head.
  func composingSteps(from revision: Int) -> Int {
    guard versions.log.contains(revision) else { return 0 }
    return versions.log.edits(since: revision).count * TurnBudget.composedEdit
  }

  /// Up to here edits are always composed: it takes about a millisecond, and a view can animate the batch.
  private static var composedEdits: Int { 1_024 }

  /// Whether there are more edits to compose than lines in a snapshot, which all share.
  private func isSnapshotCheaper(from revision: Int) -> Bool {
    versions.log.edits(since: revision).count > max(contentLines, Self.composedEdits)
  }

  /// The section and item lines of a snapshot.
  private var contentLines: Int { versions.board.sectionCount + versions.board.itemCount }

  /// A lower bound of a snapshot's size, known without writing one: each line has words around its
  /// name and text.
  var leastSnapshotBytes: Int {
    let board = versions.board
    return board.textBytes + 8 * board.itemCount + 12 * board.sectionCount
  }

  /// The events that tell a late joiner all about the live drag sessions and the selections.
  func presentEvents(_ drags: DragSessions) -> [Event] {
    let events = drags.coordinator.sessions(of: name).flatMap(\.snapshotEvents)
    guard !selections.isEmpty else { return events }
    return events + selections.clients.map { selectionEvent(of: $0) }
  }

  /// The state at the head with the live drag sessions and the selections.
  ///
  /// On a large board the lines of sections and items are a piece of their own, which drag events
  /// leave as it is: somebody who comes while others drag costs no copy of the board.
  func wholeState(for revision: Int, drags: DragSessions) -> EncodedUpdate {
    if let pieces = encodings.snapshot {
      return EncodedUpdate(from: revision, to: self.revision, pieces: pieces, isSnapshot: true)
    }
    let events = presentEvents(drags)
    let board = versions.board
    var head = WireBuffer()
    head.appendSnapshotHead(
      name, revision: self.revision, sections: board.sectionCount,
      lines: contentLines + events.count)
    var lines = WireBuffer()
    for event in events { lines.append(event) }
    let state = EncodedUpdate(
      from: revision, to: self.revision, pieces: [Encoding(head), content], isSnapshot: true
    ).followed(by: lines).gathered
    encodings.snapshot = state.pieces
    return state
  }

  /// The section and item lines at the head, which drag events do not change.
  private var content: Encoding {
    if let content = encodings.content { return content }
    var buffer = WireBuffer()
    buffer.appendContent(versions.board)
    budget.spend(contentLines * TurnBudget.snapshotLine)
    let content = Encoding(buffer)
    encodings.content = content
    return content
  }
}

extension Board: SnapshotSource {}

extension DragSession {
  /// The events that tell a late joiner all about the session.
  ///
  /// An event brings one item from outside with its text, so further ones join one by one.
  fileprivate var snapshotEvents: [Event] {
    let first = load.isExternal ? Array(load.items.prefix(1)) : load.items
    let began = Event.began(Event.Began(id, by: owner, load, items: first))
    let events = [began] + furtherItems + [Event(id, state)]
    return isSuspended ? events + [.suspended(id)] : events
  }

  private var furtherItems: [Event] {
    load.items.indices.dropFirst().compactMap { index in
      load.parcel(of: load.items[index]).map { parcel in
        .items(Event.ItemsChanged(id, Array(load.items[...index]), external: parcel))
      }
    }
  }
}

extension EncodedUpdate {
  /// The update, or a batch without rows to the head if it ends before a revision.
  fileprivate func reaching(_ revision: Int, of live: LiveBoard) -> EncodedUpdate {
    guard to < revision else { return self }
    var buffer = WireBuffer()
    buffer.append(batch: BatchUpdate(), board: live.name, from: from, to: live.revision)
    return EncodedUpdate(
      from: from, to: live.revision, pieces: [Encoding(buffer)], isSnapshot: false)
  }
}
