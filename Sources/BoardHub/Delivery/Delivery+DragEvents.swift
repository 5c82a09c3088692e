import BoardAuthority
import BoardModel
import BoardWire

// The events of drags: from the events of the coordinator to those who watch.

extension Delivery {
  /// Sends what a connection's own command did to its session.
  ///
  /// The connection itself learns it from the reply and, if it watches, of the end in front of the
  /// reply. What the server changed by itself follows like anything else.
  func send(_ events: [DragSessionEvent], by connection: ClientConnection) {
    for event in events {
      guard event.owner == connection.client.name, event.isAnswered,
        let live = boards[event.board]
      else {
        send([event])
        continue
      }
      if live.subscribers.isEmpty {
        live.skip(event)
      } else {
        sendToWatchers(event, of: live, by: connection)
      }
      if event.includesOwner, drags.driver(of: event.session) != connection.id {
        sendToOwner(event, of: live)
      }
      forgetDriver(of: event)
    }
  }

  private func sendToWatchers(
    _ event: DragSessionEvent, of live: LiveBoard, by connection: ClientConnection
  ) {
    let message = Event(event)
    if event.includesOwner, connection.subscription(of: live) != nil {
      write(to: connection) { $0.buffer.append(message) }
    }
    let number = live.append(message, origin: connection.id)
    touch(live)
    live.skip(number, for: connection)
  }

  /// Sends what happened to sessions without a command of their owners.
  func send(_ events: [DragSessionEvent]) {
    for event in events {
      guard let live = boards[event.board] else { continue }
      _ = live.append(Event(event), origin: nil)
      touch(live)
      if event.includesOwner { sendToOwner(event, of: live) }
      forgetDriver(of: event)
    }
  }

  /// Sends an owner that does not watch the board the end of its session: on the connection that
  /// last drove it, or on all it has if that one is gone.
  private func sendToOwner(_ event: DragSessionEvent, of live: LiveBoard) {
    let driver = drags.driver(of: event.session).flatMap { roster[$0] }
    let recipients = driver.map { [$0] } ?? owners(event)
    let message = Event(event)
    let place = message.foreignBoard.flatMap { boards[$0] }
    for connection in recipients
    where !connection.isClosing && connection.subscription(of: live) == nil {
      if let place { catchUp(connection, on: place) }
      write(to: connection) { $0.buffer.append(message) }
    }
  }

  private func owners(_ event: DragSessionEvent) -> [ClientConnection] {
    roster.client(event.owner)?.connections.compactMap { roster[$0] } ?? []
  }

  private func forgetDriver(of event: DragSessionEvent) {
    if case .ended = event.kind { drags.forgetDriver(of: event.session) }
  }
}

extension LiveBoard {
  /// Notes an event of a session while nobody watches the board.
  fileprivate func skip(_ event: DragSessionEvent) {
    encodings.presenceChanged()
    switch event.kind {
    case .began: presence.noteBegin(of: event.session)
    case .ended: _ = presence.noteEnd(of: event.session)
    case .items, .state, .suspended, .resumed: break
    }
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
  /// Whether the reply to the owner's own command says it.
  fileprivate var isAnswered: Bool {
    switch kind {
    case .ended: true
    case .began, .items, .state, .suspended, .resumed: !includesOwner
    }
  }
}

extension Event {
  init(_ event: DragSessionEvent) {
    let session = event.session
    self =
      switch event.kind {
      case .began(let load): .began(Began(session, by: event.owner, load))
      case .items(let items, let added): .items(ItemsChanged(session, items, external: added))
      case .state(let state): Event(session, state)
      case .suspended: .suspended(session)
      case .resumed: .resumed(session)
      case .ended(let outcome): .ended(session, ReportedOutcome(outcome))
      }
  }
}

extension Event.Began {
  /// - Parameter items: Those of the load that the line names.
  init(_ session: SessionID, by owner: ClientName, _ load: DragLoad, items: [ItemID]? = nil) {
    let items = items ?? load.items
    self.init(
      session, on: load.board, by: owner, items, operations: load.operations,
      external: items.first.flatMap { load.parcel(of: $0) }, isLocal: load.isLocal)
  }
}
