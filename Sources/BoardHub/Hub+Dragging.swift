import BoardCore
import BoardWire

// Drag sessions: from a request to the desk, and from the desk's notices to those who watch.

extension Hub {
  func drag(_ request: Request, on connection: Connection) throws(Refusal) -> Reply {
    switch request {
    case .begin, .beginExternal, .add, .addExternal, .remove:
      try carry(request, on: connection)
    case .propose, .exit, .perform, .cancel, .resume:
      try aim(request, on: connection)
    case .dryrun(let dragged, let operation, let place, let name):
      try dryrun(dragged, operation, at: place, on: name, connection)
    default:
      preconditionFailure("a drag command is asked for")
    }
  }

  /// What changes the items of a session.
  private func carry(_ request: Request, on connection: Connection) throws(Refusal) -> Reply {
    let client = connection.client.name
    let result: (session: DragSession, notices: [DragNotice])
    switch request {
    case .begin(let items, let name, let operations, let local):
      result = try desk.begin(
        items, on: board(name, connection).ground, by: client, operations: operations ?? .all,
        isLocal: local, at: now)
    case .beginExternal(let type, let text, let name):
      result = try desk.beginExternal(
        DragParcel(type: type, text), on: board(name, connection).ground, by: client, at: now)
    case .add(let items, let id):
      result = try desk.add(items, to: id, by: client, in: grounds, at: now)
    case .addExternal(let type, let text, let id):
      result = try desk.addExternal(
        DragParcel(type: type, text), to: id, by: client, in: grounds, at: now)
    case .remove(let items, let id):
      result = try desk.remove(items, from: id, by: client, in: grounds, at: now)
    default:
      preconditionFailure("a change of items is asked for")
    }
    let session = result.session
    keeping.use(session.id.number, of: .sessions)
    drivers[session.id] = connection.id
    tell(result.notices, by: connection)
    switch request {
    case .begin, .beginExternal: return .begin(session.id, session.load.items)
    case .remove: return .remove(session.id, session.outcome == nil ? session.load.items : [])
    default: return .add(session.id, session.load.items)
    }
  }

  /// What changes where a session is, or ends it.
  private func aim(_ request: Request, on connection: Connection) throws(Refusal) -> Reply {
    let client = connection.client.name
    switch request {
    case .propose(let id, let operation, let place, let name):
      let live = try board(name, of: id, connection)
      let result = try desk.propose(
        operation, at: place, on: live.ground, with: id, by: client, at: now)
      drivers[result.session] = connection.id
      tell(result.notices, by: connection)
      return .propose(result.session, result.proposal)
    case .exit(let id):
      let result = try desk.exit(id, by: client, at: now)
      drivers[result.session] = connection.id
      tell(result.notices, by: connection)
      return .exit(result.session)
    case .perform(let id):
      return try perform(id, on: connection)
    case .cancel(let id, let force):
      let result = try desk.cancel(id, by: client, force: force, at: now)
      tell(result.notices, by: connection)
      return .cancel(result.session, result.outcome)
    case .resume(let id):
      let result = try desk.resume(id, by: client, at: now)
      drivers[id] = connection.id
      tell(result.notices, by: connection)
      return .resume(id, result.proposal)
    default:
      preconditionFailure("an aim is asked for")
    }
  }

  /// Drops: the data first, then the batch, then the end of the session, then the reply.
  private func perform(_ id: SessionID?, on connection: Connection) throws(Refusal) -> Reply {
    let result = try desk.perform(id, by: connection.client.name, in: grounds, at: now)
    if let drop = result.drop, let live = boards[drop.board] {
      conclude(
        drop.edits, on: live, by: connection, origin: .drag(result.session),
        outcome: result.outcome,
        telling: result.notices)
    } else {
      tell(result.notices, by: connection)
    }
    return .perform(result.session, result.outcome)
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
    _ dragged: Request.Dragged, _ operation: DropOperation?, at place: Place, on name: BoardName?,
    _ connection: Connection
  ) throws(Refusal) -> Reply {
    let result: (proposal: DropProposal, drop: Drop?)
    let live: LiveBoard
    switch dragged {
    case .session(let id):
      live = try board(name, of: id, connection)
      result = try desk.dryrun(
        operation, at: place, on: live.ground, with: id, by: connection.client.name, in: grounds,
        at: now)
    case .items(let items):
      live = try board(name, connection)
      result = try desk.dryrun(operation, at: place, on: live.ground, items: items)
    }
    return .listing(
      .dryrun, words: [result.proposal.description],
      lines: live.rows(of: result.drop?.edits ?? []))
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
        connection.outbox.buffer.append(event)
        list(connection)
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
    for connection in told where connection.watch(of: live) == nil {
      connection.outbox.buffer.append(Event(notice))
      list(connection)
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

  /// The rows of the batch that edits would make, as lines for people.
  func rows(of edits: [Edit]) -> [String] {
    guard !edits.isEmpty else { return [] }
    ground.board.apply(edits)
    let batch = Composition(edits).batch(content: ground.board)
    ground.board.apply(edits.inverse)
    var buffer = WireBuffer()
    buffer.append(batch: batch, board: name, from: revision, to: revision + 1)
    return buffer.string.split(separator: "\n").dropFirst().map(String.init)
  }
}

extension DragNotice {
  /// Whether the reply to the owner's own command says it.
  fileprivate var isAnswered: Bool {
    switch kind {
    case .ended: true
    case .began, .items, .over, .suspended, .resumed: !tellsOwner
    }
  }
}

extension Event {
  init(_ notice: DragNotice) {
    let session = notice.session
    self =
      switch notice.kind {
      case .began(let load):
        .began(session, load.board, by: notice.owner, load.operations, load.items)
      case .items(let items): .items(session, items)
      case .over(let proposal): .over(session, proposal)
      case .suspended: .suspended(session)
      case .resumed: .resumed(session)
      case .ended(let outcome): .ended(session, outcome)
      }
  }
}
