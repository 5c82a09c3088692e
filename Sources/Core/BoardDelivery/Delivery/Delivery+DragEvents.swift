import BoardAuthority
import BoardModel
import BoardWire

// The events of drags: from the events of the coordinator to what is owed to those who watch.

extension Delivery {
  /// Notes what a connection's own command did to its session, and sends it the end.
  ///
  /// The connection itself learns the rest from the reply. What the server changed by itself follows
  /// like anything else.
  package func send(_ events: [DragSessionEvent], by connection: ClientConnection) {
    note(events, by: connection)
    sendEnds(events, to: connection)
  }

  /// Sends a connection that watches a board the ends of the sessions that its command ended.
  package func sendEnds(_ events: [DragSessionEvent], to connection: ClientConnection) {
    guard !connection.subscriptions.isEmpty else { return }
    for event in events where event.includesOwner && event.isAnswered(to: connection) {
      guard let live = boards[event.board], connection.subscription(of: live) != nil,
        case .ended(let outcome) = event.kind
      else { continue }
      send(.ended(.init(event.session, outcome: ReportedOutcome(outcome))), to: connection)
    }
  }

  /// Notes what a connection's own command did to its session.
  package func note(_ events: [DragSessionEvent], by connection: ClientConnection) {
    for event in events { note(event, by: connection) }
  }

  /// Notes what happened to sessions without a command of their owners.
  package func note(_ events: [DragSessionEvent]) {
    for event in events { note(event, by: nil) }
  }

  private func note(_ event: DragSessionEvent, by connection: ClientConnection?) {
    guard let live = boards[event.board] else { return }
    let answered = connection.flatMap { event.isAnswered(to: $0) ? $0 : nil }
    let former = live.former(of: event)
    let number = live.note(event, by: answered?.id)
    markBehind(live)
    if let answered {
      live.skip(number, for: answered)
      if !owners.isEmpty { owners.answered(event, to: answered.id) }
    }
    if event.includesOwner { recordForOwner(event, of: live, instead: former, except: answered) }
    if case .ended = event.kind { drags.forgetDriver(of: event.session) }
  }

  /// Sends a connection the items of a session of which some were taken out, or to which some of the board were
  /// added, unless it knows them: in front of a reply that counts them or of their drop, and behind the data (rule 7.6).
  ///
  /// - Parameter place: The board of the place that the session is over.
  package func sendItems(of id: SessionID, over place: LiveBoard, to connection: ClientConnection) {
    guard !PlantedBug.itemsNotSent.isPlanted, let session = drags.coordinator.session(id),
      session.isReduced || !session.load.isExternal, let live = boards[session.load.board],
      !knowsItems(of: session, on: live, connection)
    else { return }
    catchUp(connection, on: live)
    catchUp(connection, on: place)
    guard !knowsItems(of: session, on: live, connection) else { return }
    send(.items(ItemsEvent(id, items: session.load.items)), to: connection)
    note([session.itemsEvent], by: connection)
  }

  /// Whether a connection knows the items of a session of its client, or is not told of it yet.
  private func knowsItems(
    of session: DragSession, on live: LiveBoard, _ connection: ClientConnection
  ) -> Bool {
    guard let subscriber = subscriber(connection, of: live) else {
      return !session.isReduced
        || drags.driver(of: session.id) == connection.id
          && !owners.owesItems(of: session, to: connection.id)
    }
    let reader = subscriber.hasOwnEvents ? connection.id : nil
    guard let known = live.presence.session(session.id),
      known.began.isKnown(at: subscriber.presence, to: reader)
    else { return true }
    return !known.items.isOwed(since: subscriber.presence, to: reader)
  }

  // MARK: Evaluation

  /// Evaluates drops again if very much has changed since the last time: as many as half a turn allows, and the rest in the
  /// next turns. Meanwhile nobody is told anything about them, and commands that would be wait.
  package func evaluateManyChanges() {
    let limit = budget.evaluationSteps
    guard drags.coordinator.hasManyChanges, limit > 0 else { return }
    var allowance = DragCoordinator.EvaluationAllowance(
      steps: limit, edit: TurnBudget.mappedEdit, item: TurnBudget.resolvedItem)
    note(drags.coordinator.evaluate(upTo: &allowance, in: boards.versioned, at: clock.now))
    budget.evaluationSteps = allowance.steps
    budget.spend(min(limit, limit - allowance.steps))
  }

  /// Whether what is told about the drags of a board waits for the next turn. Nothing waits if the server stops.
  package func mustWait(forDragsOf live: LiveBoard, isLast: Bool = false) -> Bool {
    !isLast && drags.coordinator.isBeingEvaluated(live.name)
  }

  // MARK: Owners

  /// Notes what an owner that does not watch the board is owed of its session: on the connection that
  /// last drove it, or on all it has if that one is gone.
  ///
  /// - Parameter former: What the owner knows.
  private func recordForOwner(
    _ event: DragSessionEvent, of live: LiveBoard, instead former: OwnerEvents.Known?,
    except answered: ClientConnection?
  ) {
    let last = drags.driver(of: event.session)
    // Nearly always: its own reply says it.
    if let last, last == answered?.id { return }
    let driver = last.flatMap { roster[$0] }.flatMap { $0.isClosing ? nil : $0 }
    let recipients = driver.map { [$0] } ?? connections(of: event.owner)
    for connection in recipients
    where connection !== answered && connection.subscription(of: live) == nil {
      owners.note(
        event, of: live, instead: former, for: connection.id, isShared: driver == nil)
    }
  }

  /// Gives what a connection is owed of its sessions to the others of its client, since it takes no more.
  ///
  /// - Complexity: O(events × connections of the client), once for each event.
  func passOnOwnerEvents(of connection: ClientConnection) {
    for (session, owed) in owners.remove(connection.id) where !owed.isShared {
      for other in connections(of: connection.client.name)
      where other.subscription(of: owed.board) == nil {
        owners.note(owed, of: session, for: other.id)
      }
    }
  }

  /// The connections of a client that are not being closed.
  private func connections(of client: ClientName) -> [ClientConnection] {
    roster.client(client)?.connections.compactMap { roster[$0] }.filter { !$0.isClosing } ?? []
  }

  /// Sends owners what they are owed of their sessions on boards that they do not watch.
  func sendToOwners(isLast: Bool) {
    guard !owners.isEmpty, isLast || nextFlush(after: owners.lastSent) <= clock.now else { return }
    for id in owners.connections where roster[id]?.isBlocked != true {
      if owners.boards(of: id).contains(where: { mustWait(forDragsOf: $0, isLast: isLast) }) {
        continue
      }
      if sendOwnerEvents(to: id) { owners.lastSent = clock.now }
    }
  }

  /// Sends one owner what it is owed of its sessions on boards that it does not watch.
  ///
  /// - Returns: Whether it is sent anything.
  @discardableResult
  func sendOwnerEvents(to id: ConnectionID) -> Bool {
    // In front of what is owed: what that changes is owed as well.
    for board in owners.boards(of: id) { drags.evaluate(sessionsOf: board) }
    let sessions = owners.remove(id)
    guard !sessions.isEmpty, let connection = roster[id], !connection.isClosing else {
      return false
    }
    var events = OwedEvents()
    for (session, owed) in sessions.sorted(by: { $0.key < $1.key }) {
      append(owed, of: session, to: &events, for: connection)
    }
    let update = OwedUpdate(.nothing, events)
    deliver(update, of: nil, to: connection) { update, live in
      self.send(update, of: live, to: connection)
    }
    return update.lines != nil
  }

  private func append(
    _ owed: OwnerEvents.Owed, of id: SessionID, to events: inout OwedEvents,
    for connection: ClientConnection
  ) {
    if let outcome = owed.outcome {
      let client = connection.client.name
      let reported = drags.visible(outcome, ofSessionOf: client, to: client)
      return events.append(.ended(.init(id, outcome: reported)))
    }
    guard let session = drags.coordinator.session(id),
      connection.subscription(of: owed.board) == nil
    else { return }
    if let known = owed.items, known != session.load.items {
      events.append(.items(ItemsEvent(id, items: session.load.items)))
    }
    if let known = owed.state, known != session.state { events.append(Event(id, session.state)) }
  }
}

extension LiveBoard {
  /// What a session was in front of an event that its owner is told; nil if it need not be known.
  fileprivate func former(of event: DragSessionEvent) -> OwnerEvents.Known? {
    guard event.includesOwner else { return nil }
    return switch event.kind {
    case .items: presence.session(event.session).map { .items($0.items.last) }
    case .state: presence.session(event.session).map { .state($0.state.last) }
    case .began, .suspended, .resumed, .ended: nil
    }
  }

  /// Notes an event of a session where all subscribers will see it, and returns its number.
  fileprivate func note(_ event: DragSessionEvent, by origin: ConnectionID?) -> Int {
    encodings.presenceChanged()
    let number = presence.note(
      event, by: origin, isWatched: !subscribers.isEmpty)
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
