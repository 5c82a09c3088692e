import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Drag sessions: from a request to the coordinator, and from the coordinator's events to those who watch.
struct DragCommands {
  let clock: HubClock
  let boards: BoardDirectory
  let drags: DragSessions
  let delivery: Delivery
  let persistence: Persistence
  let commit: Commit
  let drain: Drain
  let authorization: Authorization

  func perform(_ request: DragRequest, on connection: ClientConnection) throws(Refusal) -> Answer {
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
    case .drags(let drags): try listDrags(drags, on: connection)
    }
  }
}

// What changes the items of a session.

extension DragCommands {
  private func begin(
    _ request: DragRequest.Begin, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    try drain.requireDrags()
    try requireSessionNumber()
    let (session, events) = try drags.coordinator.begin(
      request.items, on: boards.board(request.board, connection).versions,
      by: connection.client.name,
      operations: request.operations ?? .all, isLocal: request.isLocal, at: clock.now)
    return follow(session, events, by: connection) { .begin($0) }
  }

  /// Makes sure that the next session gets an id that no later start gives again (rule 13.3).
  private func requireSessionNumber() throws(Refusal) {
    try persistence.requireNumber(drags.coordinator.lastNumber + 1, of: .sessions)
  }

  private func beginExternal(
    _ request: DragRequest.BeginExternal, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    try drain.requireDrags()
    try requireSessionNumber()
    let (session, events) = try drags.coordinator.beginExternal(
      DragParcel(type: request.type, request.text, request.fields),
      on: boards.board(request.board, connection).versions,
      by: connection.client.name, at: clock.now)
    return follow(session, events, by: connection) { .beginExternal($0) }
  }

  private func add(
    _ request: DragRequest.Add, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let (session, events) = try drags.coordinator.add(
      request.items, to: request.drag, by: connection.client.name, in: boards.versioned,
      at: clock.now)
    return follow(session, events, by: connection) { .add($0) }
  }

  private func addExternal(
    _ request: DragRequest.AddExternal, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let (session, events) = try drags.coordinator.addExternal(
      DragParcel(type: request.type, request.text, request.fields), to: request.drag,
      by: connection.client.name, in: boards.versioned, at: clock.now)
    return follow(session, events, by: connection) { .addExternal($0) }
  }

  private func remove(
    _ request: DragRequest.Add, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let (session, events) = try drags.coordinator.remove(
      request.items, from: request.drag, by: connection.client.name, in: boards.versioned,
      at: clock.now)
    return follow(session, events, by: connection) { .remove(.init($0.drag, items: $0.items)) }
  }

  /// Sends what a command did to the items of its session.
  ///
  /// - Parameter reply: Makes the reply of the session's items, of which an ended one has none.
  private func follow(
    _ session: DragSession, _ events: [DragSessionEvent], by connection: ClientConnection,
    _ reply: (BeginReply) -> Reply
  ) -> Answer {
    persistence.use(session.id.number, of: .sessions)
    drags.setDriver(connection, of: session.id)
    delivery.send(events, by: connection)
    let items = session.outcome == nil ? session.load.items : []
    return Answer(reply(BeginReply(session.id, items: items)), on: boards[session.load.board])
  }
}

// What changes where a session is, or ends it.

extension DragCommands {
  private func propose(
    _ request: DragRequest.Propose, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, of: request.drag, isOwn: true, connection)
    let result = try drags.coordinator.propose(
      request.operation, at: request.place, on: live.versions, with: request.drag,
      by: connection.client.name, in: boards.versioned, at: clock.now)
    if mayNotKnowItems(connection) {
      delivery.sendItems(of: result.session, over: live, to: connection)
    }
    drags.setDriver(connection, of: result.session)
    delivery.send(result.events, by: connection)
    let reply = ProposeReply(result.session, proposal: result.proposal, revision: live.revision)
    return Answer(.propose(reply), on: live)
  }

  private func exit(
    _ request: DragRequest.Exit, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let result = try drags.coordinator.exit(request.drag, by: connection.client.name, at: clock.now)
    drags.setDriver(connection, of: result.session)
    // Another connection of the client may have left the place: then this one learns it from the reply, too.
    let session = drags.coordinator.session(result.session)
    delivery.send(session.map { [$0.stateEvent] } ?? [], by: connection)
    return Answer(.exit(.init(result.session)))
  }

  /// Drops: the data first, then the batch, then the end of the session, then the reply.
  private func drop(
    _ request: DragRequest.Exit, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    if mayNotKnowItems(connection) { sendItemsToBeDropped(request, to: connection) }
    let (result, live) = try commit.drop(request.drag, by: connection)
    return Answer(.perform(PerformReply(result.session, outcome: result.outcome)), on: live)
  }

  /// Whether others or another connection of its client may have changed the items of a session of a connection.
  private func mayNotKnowItems(_ connection: ClientConnection) -> Bool {
    drags.coordinator.reducedSessions > 0 || connection.client.connections.count > 1
  }

  /// Sends a connection the items that it is about to drop, if its client knows by another one only that
  /// they are others.
  private func sendItemsToBeDropped(
    _ request: DragRequest.Exit, to connection: ClientConnection
  ) {
    let client = connection.client.name
    guard let session = drags.coordinator.session(request.drag, orOnlyOf: client),
      session.owner == client, session.missing.isEmpty,
      let place = session.proposal.flatMap({ boards[$0.board ?? session.load.board] })
    else { return }
    delivery.sendItems(of: session.id, over: place, to: connection)
  }

  private func cancel(
    _ request: DragRequest.Cancel, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let result = try drags.coordinator.cancel(
      request.drag, by: connection.client.name, force: request.force, at: clock.now)
    delivery.send(result.events, by: connection)
    delivery.owners.drop(result.session, for: connection.id)
    return Answer(.cancel(PerformReply(result.session, outcome: result.outcome)))
  }

  private func resume(
    _ request: DragRequest.Resume, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    if let home = drags.coordinator.session(request.drag).flatMap({ boards[$0.load.board] }) {
      drags.evaluate(sessionsOf: home)
    }
    let (session, events) = try drags.coordinator.resume(
      request.drag, by: connection.client.name, at: clock.now)
    drags.setDriver(connection, of: request.drag)
    delivery.send(events, by: connection)
    let place = session.proposal.map { boards[$0.board ?? session.load.board] }
    let reply = ResumeReply(
      request.drag, state: session.state, items: session.load.items, revision: place??.revision,
      isShort: session.isShort)
    // It names items of one board and perhaps a place on another.
    return Answer(.resume(reply))
  }

  /// The board of a place: the one it names, or the board the session began on, or the current one.
  private func board(
    _ name: BoardName?, of id: SessionID?, isOwn: Bool, _ connection: ClientConnection
  ) throws(Refusal) -> LiveBoard {
    if name == nil, let board = drags.coordinator.home(of: id, client: connection.client.name),
      let live = boards[board]
    {
      return live
    }
    if name == nil, connection.currentBoard == nil, !PlantedBug.boardAskedOfEnded.isPlanted {
      try drags.coordinator.requireSession(
        id, of: isOwn ? connection.client.name : nil, at: clock.now)
    }
    return try boards.board(name, connection)
  }

  private func dryrun(
    _ request: DragRequest.Dryrun, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let result: (proposal: DropProposal, batch: BatchUpdate)
    let live: LiveBoard
    if let items = request.items {
      live = try boards.board(request.board, connection)
      result = try drags.coordinator.dryrun(
        request.operation, at: request.place, on: live.versions, items: items)
    } else {
      live = try board(request.board, of: request.drag, isOwn: request.drag == nil, connection)
      result = try drags.coordinator.dryrun(
        request.operation, at: request.place, on: live.versions, with: request.drag,
        by: connection.client.name, in: boards.versioned, at: clock.now)
    }
    let reply = DryrunReply(
      proposal: result.proposal, lines: result.batch.lineCount, revision: live.revision)
    return Answer(.dryrun(reply, result.batch), on: live)
  }
}

// What there is.

extension DragCommands {
  private func listDrags(
    _ request: DragRequest.Drags, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try request.board.map { name throws(Refusal) in try boards.board(name, connection) }
    // Rows name places on other boards, too.
    return Answer(.drags(Listing(bounded: dragRows(on: live, for: connection.client))))
  }

  private func dragRows(on live: LiveBoard?, for client: Client) -> [DragsRow] {
    let shown = live.map { [$0] } ?? boards.sorted.filter { authorization.mayView($0.name, client) }
    var rows: [DragsRow] = []
    for live in shown where rows.count <= Limits.listingLines {
      rows += drags.sessions(of: live, toldTo: client.name).map(\.row)
    }
    return rows
  }
}

extension DragSession {
  fileprivate var row: DragsRow {
    DragsRow(
      id, home: load.board, client: owner, state: state, items: load.items,
      operations: load.operations,
      external: load.items.first.flatMap { load.parcel(of: $0)?.type }, isLocal: load.isLocal,
      isSuspended: isSuspended, isShort: isShort)
  }
}

extension DragParcel {
  /// What a command brings, whose type is text if it says none.
  fileprivate init(type: String?, _ text: Text, _ fields: Fields) {
    self.init(type: type ?? "text/plain", text, fields: fields)
  }
}
