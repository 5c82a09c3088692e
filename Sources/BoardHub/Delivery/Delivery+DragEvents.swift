import BoardAuthority
import BoardModel
import BoardWire

// The events of drags: from the notices of the desk to those who watch.

extension Delivery {
  /// Tells what a connection's own command did to its session.
  ///
  /// The connection itself learns it from the reply and, if it watches, of the end in front of the
  /// reply. What the server changed by itself follows like anything else.
  func send(_ notices: [DragNotice], by connection: Connection) {
    for notice in notices {
      guard notice.owner == connection.client.name, notice.isAnswered,
        let live = boards[notice.board]
      else {
        send([notice])
        continue
      }
      let event = Event(notice)
      if notice.tellsOwner, connection.subscription(of: live) != nil {
        write(to: connection) { $0.buffer.append(event) }
      }
      let number = live.tell(event, origin: connection.id)
      touch(live)
      live.skip(number, for: connection)
      if notice.tellsOwner, drags.driver(of: notice.session) != connection.id {
        sendToOwner(notice, of: live)
      }
      forgetDriver(of: notice)
    }
  }

  /// Tells what happened to sessions without their owners' doing.
  func send(_ notices: [DragNotice]) {
    for notice in notices {
      guard let live = boards[notice.board] else { continue }
      _ = live.tell(Event(notice), origin: nil)
      touch(live)
      if notice.tellsOwner { sendToOwner(notice, of: live) }
      forgetDriver(of: notice)
    }
  }

  /// Tells an owner that does not watch the board what became of its session: on the connection that
  /// last drove it, or on all it has if that one is gone.
  private func sendToOwner(_ notice: DragNotice, of live: LiveBoard) {
    let driver = drags.driver(of: notice.session).flatMap { roster[$0] }
    let told = driver.map { [$0] } ?? owners(notice)
    let event = Event(notice)
    let place = event.foreignBoard.flatMap { boards[$0] }
    for connection in told where !connection.isClosing && connection.subscription(of: live) == nil {
      if let place { catchUp(connection, on: place) }
      write(to: connection) { $0.buffer.append(event) }
    }
  }

  private func owners(_ notice: DragNotice) -> [Connection] {
    roster.client(notice.owner)?.connections.compactMap { roster[$0] } ?? []
  }

  private func forgetDriver(of notice: DragNotice) {
    if case .ended = notice.kind { drags.forgetDriver(of: notice.session) }
  }
}

extension LiveBoard {
  /// Takes note that a connection knows of an event because it made it.
  func skip(_ number: Int, for connection: Connection) {
    guard let index = connection.subscription(of: self) else { return }
    let position = connection.subscriptions[index].position
    if subscribers[position].presence == number - 1 {
      subscribers[position].knowsEvents(upTo: number)
    } else {
      subscribers[position].hasOwnEvents = true
    }
  }
}

extension DragNotice {
  /// Whether the reply to the owner's own command says it.
  fileprivate var isAnswered: Bool {
    switch kind {
    case .ended: true
    case .began, .items, .state, .suspended, .resumed: !tellsOwner
    }
  }
}

extension Event {
  init(_ notice: DragNotice) {
    let session = notice.session
    self =
      switch notice.kind {
      case .began(let load): .began(Began(session, by: notice.owner, load))
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
