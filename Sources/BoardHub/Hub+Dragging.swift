import BoardAuthority
import BoardModel
import BoardWire

// Drag sessions: from a request to the desk, and from the desk's notices to those who watch.

extension Hub {
  func perform(_ request: DragRequest, on connection: Connection) throws(Refusal) -> Answer {
    switch request {
    case .begin(let begin): try self.begin(begin, on: connection)
    case .beginExternal(let begin): try beginExternal(begin, on: connection)
    case .add(let add): try self.add(add, on: connection)
    case .addExternal(let add): try addExternal(add, on: connection)
    case .remove(let remove): try self.remove(remove, on: connection)
    case .propose(let propose): try self.propose(propose, on: connection)
    case .exit(let exit): try self.exit(exit, on: connection)
    case .perform(let perform): try drop(perform, on: connection)
    case .cancel(let cancel): try self.cancel(cancel, on: connection)
    case .resume(let resume): try self.resume(resume, on: connection)
    case .dryrun(let dryrun): try self.dryrun(dryrun, on: connection)
    }
  }
}

// What changes the items of a session.

extension Hub {
  private func begin(
    _ request: DragRequest.Begin, on connection: Connection
  ) throws(Refusal) -> Answer {
    let (session, notices) = try desk.begin(
      request.items, on: board(request.board, connection).versions, by: connection.client.name,
      operations: request.operations ?? .all, isLocal: request.isLocal, at: now)
    return follow(session, notices, by: connection) { .begin($0) }
  }

  private func beginExternal(
    _ request: DragRequest.BeginExternal, on connection: Connection
  ) throws(Refusal) -> Answer {
    let (session, notices) = try desk.beginExternal(
      DragParcel(type: request.type, request.text), on: board(request.board, connection).versions,
      by: connection.client.name, at: now)
    return follow(session, notices, by: connection) { .beginExternal($0) }
  }

  private func add(
    _ request: DragRequest.Items, on connection: Connection
  ) throws(Refusal) -> Answer {
    let (session, notices) = try desk.add(
      request.items, to: request.drag, by: connection.client.name, in: versionedBoards, at: now)
    return follow(session, notices, by: connection) { .add($0) }
  }

  private func addExternal(
    _ request: DragRequest.AddExternal, on connection: Connection
  ) throws(Refusal) -> Answer {
    let (session, notices) = try desk.addExternal(
      DragParcel(type: request.type, request.text), to: request.drag,
      by: connection.client.name, in: versionedBoards, at: now)
    return follow(session, notices, by: connection) { .addExternal($0) }
  }

  private func remove(
    _ request: DragRequest.Items, on connection: Connection
  ) throws(Refusal) -> Answer {
    let (session, notices) = try desk.remove(
      request.items, from: request.drag, by: connection.client.name, in: versionedBoards, at: now)
    return follow(session, notices, by: connection) { .remove($0) }
  }

  /// Sends what a command did to the items of its session.
  ///
  /// - Parameter reply: Makes the reply of the session's items, of which an ended one has none.
  private func follow(
    _ session: DragSession, _ notices: [DragNotice], by connection: Connection,
    _ reply: (SessionItems) -> Reply
  ) -> Answer {
    keeping.use(session.id.number, of: .sessions)
    drivers[session.id] = connection.id
    tell(notices, by: connection)
    let items = session.outcome == nil ? session.load.items : []
    return Answer(reply(SessionItems(session.id, items)), on: boards[session.load.board])
  }
}

// What changes where a session is, or ends it.

extension Hub {
  private func propose(
    _ request: DragRequest.Propose, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, of: request.drag, connection)
    let result = try desk.propose(
      request.operation, at: request.place, on: live.versions, with: request.drag,
      by: connection.client.name, at: now)
    drivers[result.session] = connection.id
    tell(result.notices, by: connection)
    let reply = Proposed(result.session, result.proposal, revision: live.revision)
    return Answer(.propose(reply), on: live)
  }

  private func exit(
    _ request: DragRequest.OptionalDrag, on connection: Connection
  ) throws(Refusal) -> Answer {
    let result = try desk.exit(request.drag, by: connection.client.name, at: now)
    drivers[result.session] = connection.id
    tell(result.notices, by: connection)
    return Answer(.exit(DragRequest.Resume(result.session)))
  }

  /// Drops: the data first, then the batch, then the end of the session, then the reply.
  private func drop(
    _ request: DragRequest.OptionalDrag, on connection: Connection
  ) throws(Refusal) -> Answer {
    let result = try desk.perform(
      request.drag, by: connection.client.name, in: versionedBoards, at: now,
      wallTime: keeping.wallTime(at: now))
    let live = result.drop.flatMap { boards[$0.board] }
    if let revision = result.revision, let live {
      conclude(
        revision, on: live, by: connection, outcome: result.outcome, telling: result.notices)
    } else {
      tell(result.notices, by: connection)
    }
    return Answer(.perform(Ended(result.session, result.outcome)), on: live)
  }

  private func cancel(
    _ request: DragRequest.Cancel, on connection: Connection
  ) throws(Refusal) -> Answer {
    let result = try desk.cancel(
      request.drag, by: connection.client.name, force: request.force, at: now)
    tell(result.notices, by: connection)
    return Answer(.cancel(Ended(result.session, result.outcome)))
  }

  private func resume(
    _ request: DragRequest.Resume, on connection: Connection
  ) throws(Refusal) -> Answer {
    let result = try desk.resume(request.drag, by: connection.client.name, at: now)
    drivers[request.drag] = connection.id
    tell(result.notices, by: connection)
    let live = result.state.proposal.flatMap { proposal in
      (proposal.board ?? desk.session(request.drag)?.load.board).flatMap { boards[$0] }
    }
    let reply = Resumed(
      request.drag, result.state, revision: live?.revision, isShort: result.isShort)
    return Answer(.resume(reply), on: live)
  }

  /// The board of a place: the one it names, or the board the session began on, or the current one.
  private func board(
    _ name: BoardName?, of id: SessionID?, _ connection: Connection
  ) throws(Refusal) -> LiveBoard {
    if name == nil, let board = desk.home(of: id, client: connection.client.name),
      let live = boards[board]
    {
      return live
    }
    return try board(name, connection)
  }

  private func dryrun(
    _ request: DragRequest.DryRun, on connection: Connection
  ) throws(Refusal) -> Answer {
    let result: (proposal: DropProposal, batch: BatchUpdate)
    let live: LiveBoard
    if let items = request.items {
      live = try board(request.board, connection)
      result = try desk.dryrun(
        request.operation, at: request.place, on: live.versions, items: items)
    } else {
      live = try board(request.board, of: request.drag, connection)
      result = try desk.dryrun(
        request.operation, at: request.place, on: live.versions, with: request.drag,
        by: connection.client.name, in: versionedBoards, at: now)
    }
    let reply = DryRunReply(result.proposal, revision: live.revision)
    return Answer(.dryrun(reply, result.batch), on: live)
  }
}

// Telling.

extension Hub {
  /// Tells what a connection's own command did to its session.
  ///
  /// The connection itself learns it from the reply and, if it watches, of the end in front of the
  /// reply. What the server changed by itself follows like anything else.
  func tell(_ notices: [DragNotice], by connection: Connection) {
    for notice in notices {
      guard notice.owner == connection.client.name, notice.isAnswered,
        let live = boards[notice.board]
      else {
        tell([notice])
        continue
      }
      let event = Event(notice)
      if notice.tellsOwner, connection.watch(of: live) != nil {
        write(to: connection) { $0.buffer.append(event) }
      }
      let number = live.tell(event, origin: connection.id)
      touch(live)
      live.skip(number, for: connection)
      if notice.tellsOwner, drivers[notice.session] != connection.id { tellOwner(notice, of: live) }
      forgetDriver(of: notice)
    }
  }

  /// Tells what happened to sessions without their owners' doing.
  func tell(_ notices: [DragNotice]) {
    for notice in notices {
      guard let live = boards[notice.board] else { continue }
      _ = live.tell(Event(notice), origin: nil)
      touch(live)
      if notice.tellsOwner { tellOwner(notice, of: live) }
      forgetDriver(of: notice)
    }
  }

  /// Tells an owner that does not watch the board what became of its session: on the connection that
  /// last drove it, or on all it has if that one is gone.
  private func tellOwner(_ notice: DragNotice, of live: LiveBoard) {
    let driver = drivers[notice.session].flatMap { connection($0) }
    let told = driver.map { [$0] } ?? owners(notice)
    let event = Event(notice)
    let place = event.foreignBoard.flatMap { boards[$0] }
    for connection in told where !connection.isClosing && connection.watch(of: live) == nil {
      if let place { catchUp(connection, on: place) }
      write(to: connection) { $0.buffer.append(event) }
    }
  }

  private func owners(_ notice: DragNotice) -> [Connection] {
    clients[notice.owner]?.connections.compactMap { connection($0) } ?? []
  }

  private func forgetDriver(of notice: DragNotice) {
    if case .ended = notice.kind { drivers[notice.session] = nil }
  }
}

extension LiveBoard {
  /// Takes note that a connection knows of an event because it made it.
  func skip(_ number: Int, for connection: Connection) {
    guard let index = connection.watch(of: self) else { return }
    let position = connection.watches[index].position
    if watchers[position].presence == number - 1 {
      watchers[position].knowsEvents(upTo: number)
    } else {
      watchers[position].hasOwnEvents = true
    }
  }
}

extension DragParcel {
  /// What a command brings, whose type is text if it says none.
  fileprivate init(type: String?, _ text: Text) {
    self.init(type: type ?? "text/plain", text)
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
