import BoardAuthority
import BoardModel
import BoardWire

/// Lines of events, and what their reader must have before them.
struct OwedEvents: ~Copyable {
  private(set) var lines = WireBuffer()
  /// The other boards whose index paths or revisions the lines have.
  private(set) var boards: Set<BoardName> = []
  /// The highest revision of the board itself that the lines have.
  private(set) var revision = 0

  mutating func append(_ event: Event) {
    if let board = event.foreignBoard { boards.insert(board) }
    revision = max(revision, event.ownRevision ?? 0)
    lines.append(event)
  }

  consuming func encoding() -> Encoding? { lines.isEmpty ? nil : Encoding(lines) }
}

/// What one reader is owed of a board: the data, and the events to be sent behind it.
package struct OwedUpdate {
  let data: EncodedUpdate
  let lines: Encoding?
  /// The other boards of which the reader must have the present data before the lines.
  let boards: Set<BoardName>

  init(_ data: EncodedUpdate, _ events: consuming OwedEvents) {
    self.data = data
    boards = events.boards
    lines = events.encoding()
  }

  var isEmpty: Bool { data.pieces.isEmpty && lines == nil }

  /// Everything in one update.
  var whole: EncodedUpdate {
    guard let lines else { return data }
    return EncodedUpdate(
      from: data.from, to: data.to, pieces: data.pieces + [lines], kind: data.kind, boards: boards
    ).gathered
  }
}

// What is told about drags, selections and policies. Source: `protocol/core.md`, rule 7.8.
//
// All of it is written here, from the sessions as they are at this moment, on boards as their readers
// have them behind the same write.

/// Who is told events.
struct EventReader {
  /// The connection, if it made some of the changes itself.
  var origin: ConnectionID?
  /// The client, which is told all of its own sessions.
  var client: ClientName?

  /// Anybody who made none of the changes and owns none of the sessions.
  static let anybody = EventReader()
}

extension LiveBoard {
  /// The events that somebody at a number is owed.
  ///
  /// - Parameter kind: What comes first. Behind a snapshot only the places of live sessions on other boards are left, and the
  ///   ends of the reader's own; behind an earlier content all that is live, these ends, and the policies that are not in it.
  /// - Complexity: O(live sessions of the board + ends and selections behind the number).
  func events(
    since number: Int, for reader: EventReader, behind kind: EncodedUpdate.Kind,
    drags: DragSessions
  ) -> OwedEvents {
    var events = OwedEvents()
    drags.evaluate(sessionsOf: self)
    appendEnds(
      since: number, for: reader, isBehindSnapshot: kind.isSnapshot, drags, to: &events)
    switch kind {
    case .batch:
      appendSessions(since: number, for: reader, drags, to: &events)
      for subject in presence.subjects(since: number, for: reader.origin) {
        if let event = event(of: subject) { events.append(event) }
      }
    case .snapshot: appendForeignPlaces(drags, for: reader, to: &events)
    case .content(let content):
      appendLive(drags, for: reader, to: &events)
      if PlantedBug.policyBehindContentLost.isPlanted { break }
      if content.fieldTypes != versions.fieldTypes { events.append(typesEvent) }
      for target in versions.policyTargets(behind: content) {
        if let event = policyEvent(of: target) { events.append(event) }
      }
    }
    return events
  }

  private func appendEnds(
    since number: Int, for reader: EventReader, isBehindSnapshot: Bool, _ drags: DragSessions,
    to events: inout OwedEvents
  ) {
    let isForAll = !isBehindSnapshot || PlantedBug.endBehindSnapshot.isPlanted
    for end in presence.ends(since: number)
    where end.change.isOwed(since: number, to: reader.origin)
      && (isForAll || end.owner == reader.client)
    {
      // A session that began and ended since then is not told of.
      guard end.began.isKnown(at: number, to: reader.origin) else { continue }
      let outcome = drags.visible(end.outcome, ofSessionOf: end.owner, to: reader.client)
      events.append(.ended(.init(end.id, outcome: outcome)))
    }
  }

  private func event(of subject: PresenceLog.Subject) -> Event? {
    switch subject {
    case .selection(let client): selectionEvent(of: client)
    case .policy(let target): policyEvent(of: target)
    case .types: typesEvent
    }
  }

  /// The events that tell everything about the live sessions, the selections and the policies.
  func allEvents(_ drags: DragSessions, for reader: EventReader) -> OwedEvents {
    var events = OwedEvents()
    appendLive(drags, for: reader, to: &events)
    for event in policyEvents { events.append(event) }
    return events
  }

  /// Appends what tells everything about the live sessions and the selections.
  private func appendLive(
    _ drags: DragSessions, for reader: EventReader, to events: inout OwedEvents
  ) {
    for session in drags.sessions(of: self, toldTo: reader.client) {
      for event in session.beginning + [Event(session.id, session.state)] + session.suspension {
        events.append(event)
      }
    }
    for client in selections.clients { events.append(selectionEvent(of: client)) }
  }

  /// The rows of a snapshot behind its content. A place on another board is not among them: it follows the snapshot,
  /// behind the data of that board.
  func snapshotEvents(_ drags: DragSessions) -> [Event] {
    let events = drags.sessions(of: self, toldTo: nil).flatMap { session in
      session.beginning + (session.foreignPlace == nil ? [Event(session.id, session.state)] : [])
        + session.suspension
    }
    return events + selections.clients.map { selectionEvent(of: $0) }
  }

  private func appendForeignPlaces(
    _ drags: DragSessions, for reader: EventReader, to events: inout OwedEvents
  ) {
    for session in drags.sessions(of: self, toldTo: reader.client) {
      if let place = session.foreignPlace { events.append(place) }
    }
  }

  private func appendSessions(
    since number: Int, for reader: EventReader, _ drags: DragSessions,
    to events: inout OwedEvents
  ) {
    // The ends are in the log: what is missing here ended.
    for change in presence.sessions where change.last > number {
      guard let session = drags.session(change.id, toldTo: reader.client) else { continue }
      let isHidden = drags.hides(sessionOf: session.owner, from: reader.client)
      let owed =
        change.began.isKnown(at: number, to: reader.origin)
        ? session.changes(change, since: number, for: reader.origin, isHidden: isHidden)
        : session.whole
      for event in owed { events.append(event) }
    }
  }
}

extension DragSession {
  /// The events that bring a session into being for a reader. An event brings one item from outside
  /// with its text, so further ones join one by one.
  package var beginning: [Event] {
    let first = load.isExternal ? Array(load.items.prefix(1)) : load.items
    let further = load.items.indices.dropFirst().compactMap { joining($0) }
    return [.began(BeganEvent(id, by: owner, load, items: first))] + further
  }

  /// The event by which an item from outside joins the items before it.
  private func joining(_ index: Int) -> Event? {
    load.parcel(of: load.items[index]).map { parcel in
      .items(ItemsEvent(id, items: Array(load.items[...index]), external: parcel))
    }
  }

  fileprivate var suspension: [Event] { isSuspended ? [.suspended(.init(id))] : [] }

  /// Where the session is, if that is on another board than its own.
  fileprivate var foreignPlace: Event? {
    proposal?.board == nil ? nil : Event(id, state)
  }

  /// Everything, for a reader that is sent the beginning with other events.
  fileprivate var whole: [Event] {
    beginning + (state == .lifted ? [] : [Event(id, state)]) + suspension
  }

  /// What changed, for a reader that knows the session.
  fileprivate func changes(
    _ change: PresenceLog.Session, since number: Int, for reader: ConnectionID?, isHidden: Bool
  ) -> [Event] {
    var events: [Event] = []
    let joined = load.items.indices.filter { index in
      change.parcels[load.items[index]]?.isOwed(since: number, to: reader) ?? false
    }
    events += joined.compactMap { joining($0) }
    let hasOthers = change.items.isOwed(since: number, to: reader) || !joined.isEmpty
    if hasOthers, joined.last != load.items.count - 1 {
      events.append(.items(ItemsEvent(id, items: load.items)))
    }
    let state = isHidden ? change.veiled ?? change.state : change.state
    if state.isOwed(since: number, to: reader) {
      events.append(Event(id, self.state))
    }
    if change.isSuspended.isOwed(since: number, to: reader) {
      events.append(isSuspended ? .suspended(.init(id)) : .resumed(.init(id)))
    }
    return events
  }
}

extension ReportedOutcome {
  /// The board of a drop on another board than the session's.
  var foreignBoard: BoardName? {
    if case .copied(_, let board) = self { board } else { nil }
  }
}

extension Event {
  /// The board whose index path or revision the event has, if it is not the one whose subscribers get
  /// the event.
  var foreignBoard: BoardName? {
    switch self {
    case .over(let over): over.proposal.board
    case .ended(let ended): ended.outcome.foreignBoard
    case .began, .items, .lifted, .lost, .suspended, .resumed, .selected, .policy, .fields,
      .removed,
      .renamed, .role, .ping, .bye:
      nil
    }
  }

  /// The revision that the event has of the board whose subscribers get it.
  fileprivate var ownRevision: Int? {
    guard case .ended(let ended) = self else { return nil }
    return switch ended.outcome {
    case .moved(let revision), .copied(let revision, nil): revision
    case .copied, .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: nil
    }
  }
}

extension BeganEvent {
  /// - Parameter items: Those of the load that the line names.
  fileprivate init(_ session: SessionID, by owner: ClientName, _ load: DragLoad, items: [ItemID]) {
    self.init(
      session, board: load.board, client: owner, items: items, operations: load.operations,
      external: items.first.flatMap { load.parcel(of: $0) }, isLocal: load.isLocal)
  }
}

extension Event {
  /// The event that says where a drag is.
  init(_ drag: SessionID, _ state: DragState) {
    switch state {
    case .lifted: self = .lifted(.init(drag))
    case .lost: self = .lost(.init(drag))
    case .over(let proposal): self = .over(.init(drag, proposal: proposal))
    }
  }
}
