import BoardAuthority
import BoardModel
import BoardWire

// The events of drags: from the events of the coordinator to what is owed to those who watch.

extension Delivery {
  /// Notes what a connection's own command did to its session, and sends it the end.
  ///
  /// The connection itself learns the rest from the reply. What the server changed by itself follows
  /// like anything else.
  func send(_ events: [DragSessionEvent], by connection: ClientConnection) {
    note(events, by: connection)
    sendEnds(events, to: connection)
  }

  /// Sends a connection that watches a board the ends of the sessions that its command ended.
  func sendEnds(_ events: [DragSessionEvent], to connection: ClientConnection) {
    for event in events where event.isAnswered(to: connection) && event.includesOwner {
      guard let live = boards[event.board], connection.subscription(of: live) != nil,
        case .ended(let outcome) = event.kind
      else { continue }
      send(.ended(event.session, ReportedOutcome(outcome)), to: connection)
    }
  }

  /// Notes what a connection's own command did to its session.
  func note(_ events: [DragSessionEvent], by connection: ClientConnection) {
    for event in events { note(event, by: connection) }
  }

  private func note(_ event: DragSessionEvent, by connection: ClientConnection) {
    guard event.isAnswered(to: connection) else { return note(event) }
    guard let live = boards[event.board] else { return }
    let number = live.note(event, by: connection.id, hidesForeignBoard: drags.hidesForeignPlaces)
    touch(live)
    live.skip(number, for: connection)
    if !owners.isEmpty { owners.answered(event, to: connection.id) }
    if event.includesOwner { noteForOwner(event, of: live, except: connection) }
    forgetDriver(of: event)
  }

  /// Notes what happened to sessions without a command of their owners.
  func note(_ events: [DragSessionEvent]) {
    for event in events { note(event) }
  }

  private func note(_ event: DragSessionEvent) {
    guard let live = boards[event.board] else { return }
    _ = live.note(event, by: nil, hidesForeignBoard: drags.hidesForeignPlaces)
    touch(live)
    if event.includesOwner { noteForOwner(event, of: live) }
    forgetDriver(of: event)
  }

  private func forgetDriver(of event: DragSessionEvent) {
    if case .ended = event.kind { drags.forgetDriver(of: event.session) }
  }

  // MARK: Evaluation

  /// Evaluates all drops again if very much has changed since the last time.
  func evaluateManyChanges() {
    guard drags.coordinator.hasManyChanges else { return }
    budget.spend(drags.coordinator.editsToMap * TurnBudget.mappedEdit)
    note(drags.coordinator.evaluateAll(in: boards.versioned, at: clock.now))
  }

  // MARK: Owners

  /// Notes what an owner that does not watch the board is owed of its session: on the connection that
  /// last drove it, or on all it has if that one is gone.
  private func noteForOwner(
    _ event: DragSessionEvent, of live: LiveBoard, except answered: ClientConnection? = nil
  ) {
    let last = drags.driver(of: event.session)
    // Nearly always: its own reply says it.
    if let last, last == answered?.id { return }
    let driver = last.flatMap { roster[$0] }
    let recipients = driver.map { [$0] } ?? connections(of: event.owner)
    for connection in recipients
    where connection !== answered && !connection.isClosing
      && connection.subscription(of: live) == nil
    {
      owners.note(event, of: live, for: connection.id)
    }
  }

  private func connections(of client: ClientName) -> [ClientConnection] {
    roster.client(client)?.connections.compactMap { roster[$0] } ?? []
  }

  /// Sends owners what they are owed of their sessions on boards that they do not watch.
  func sendToOwners(isLast: Bool) {
    guard !owners.isEmpty, isLast || nextFlush(after: owners.lastSent) <= clock.now else { return }
    for id in owners.connections {
      guard let connection = roster[id], !connection.isClosing else {
        _ = owners.remove(id)
        continue
      }
      guard !connection.isBlocked else { continue }
      var events = OwedEvents()
      for (session, owed) in owners.remove(id).sorted(by: { $0.key < $1.key }) {
        append(owed, of: session, to: &events, for: connection)
      }
      let update = OwedUpdate(.nothing, events)
      if update.lines != nil { owners.lastSent = clock.now }
      deliver(update, of: nil, to: connection) { update, live in
        self.send(update, of: live, to: connection)
      }
    }
  }

  private func append(
    _ owed: OwnerEvents.Owed, of id: SessionID, to events: inout OwedEvents,
    for connection: ClientConnection
  ) {
    if let outcome = owed.outcome { return events.append(.ended(id, outcome)) }
    drags.evaluate(sessionsOf: owed.board)
    guard let session = drags.coordinator.session(id),
      connection.subscription(of: owed.board) == nil
    else { return }
    if owed.hasItems { events.append(.items(Event.ItemsChanged(id, session.load.items))) }
    if owed.hasState { events.append(Event(id, session.state)) }
  }
}

extension LiveBoard {
  /// Notes an event of a session where all subscribers will see it, and returns its number.
  fileprivate func note(
    _ event: DragSessionEvent, by origin: ConnectionID?, hidesForeignBoard: Bool
  ) -> Int {
    encodings.presenceChanged()
    let number = presence.note(
      event, by: origin, isWatched: !subscribers.isEmpty, hidesForeignBoard: hidesForeignBoard)
    if presence.isFull { presence.compact(for: subscribers) }
    return number
  }

  /// Notes that a selection or a policy is another one, and returns the number of the change.
  func note(_ subject: PresenceLog.Subject, by origin: ConnectionID?) -> Int {
    encodings.presenceChanged()
    let number = presence.note(subject, by: origin, isWatched: !subscribers.isEmpty)
    if presence.isFull { presence.compact(for: subscribers) }
    return number
  }

  /// Notes that a connection knows of an event because its own command made it.
  func skip(_ number: Int, for connection: ClientConnection) {
    guard let index = connection.subscription(of: self) else { return }
    let position = connection.subscriptions[index].position
    if subscribers[position].presence == number - 1 {
      subscribers[position].knowsEvents(upTo: number)
    } else {
      subscribers[position].hasOwnEvents = true
    }
  }
}

extension DragSessionEvent {
  /// Whether the reply to a command of the connection says it, or is sent behind it.
  fileprivate func isAnswered(to connection: ClientConnection) -> Bool {
    guard owner == connection.client.name else { return false }
    return switch kind {
    case .ended: true
    case .began, .items, .state, .suspended, .resumed: !includesOwner
    }
  }
}
