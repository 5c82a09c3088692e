import BoardAuthority
import BoardModel
import BoardWire

// Boards, watching, and who is there.

extension Hub {
  /// - Returns: Nil if the reply has been written already.
  func perform(
    _ request: BoardRequest, tag: String?, on connection: Connection
  ) throws(Refusal) -> Answer? {
    switch request {
    case .create(let create):
      let revision = try serve(create.board)
      return Answer(.create(BoardRevision(create.board, revision: revision)))
    case .remove(let remove):
      try self.remove(remove, by: connection)
      return Answer(.removeBoard(BoardReply(remove.board)))
    case .rename(let rename):
      try self.rename(rename, by: connection)
      return Answer(.renameBoard(rename))
    case .open(let open):
      try self.open(open, tag: tag, on: connection)
      return nil
    case .close(let close):
      return try self.close(close.board, on: connection)
    }
  }

  /// Does what a `hello` asks, all or nothing.
  func greet(
    _ hello: ConnectionRequest.Hello, on connection: Connection
  ) throws(Refusal) {
    if let client = hello.client { try become(client, token: hello.token, on: connection) }
    if let form = hello.form {
      // The new form begins with the reply.
      sendNewNames(to: connection)
      connection.use(form)
    }
    if let every = hello.heartbeat {
      heartbeats.set(every > .zero ? every : nil, for: connection.id, at: now)
    }
  }

  /// Makes a guest's connection one of the client of this name.
  private func become(_ name: ClientName, token: String?, on connection: Connection) throws(Refusal)
  {
    let guest = connection.client
    guard guest.isGuest else { throw .nameTaken(guest.name) }
    guard !name.isGuests else { throw .nameTaken(name) }
    if let client = clients[name] {
      guard let token, client.account?.token == token else {
        if token != nil { connection.wrongTokens += 1 }
        throw .nameTaken(name)
      }
      try adopt(client, on: connection)
    } else {
      try adopt(Client(name: name, account: token.map { Account(token: $0) }), on: connection)
    }
  }

  /// Lets a guest's connection, sessions and selections pass to the client it says it is.
  private func adopt(_ client: Client, on connection: Connection) throws(Refusal) {
    let guest = connection.client
    let boards = Set(desk.sessions(ownedBy: guest.name).map(\.load.board))
    try desk.give(guest.name, to: client.name)
    for name in boards { self.boards[name]?.encodings.presenceChanged() }
    giveSelections(of: guest.name, to: client.name)
    clients[client.name] = client
    client.account?.connections.append(connection.id)
    client.account?.left = nil
    connection.client = client
  }

  /// Watches a board: the reply, and behind it a batch or a snapshot.
  private func open(
    _ request: BoardRequest.Open, tag: String?, on connection: Connection
  ) throws(Refusal) {
    let live = try board(request.board, connection)
    if connection.watch(of: live) != nil {
      return reopen(live, every: request.every, tag: tag, on: connection)
    }
    guard connection.watches.count < Limits.watchedBoards else {
      throw .limit("watched-boards", Limits.watchedBoards)
    }
    let isRewound = request.since.map { since in
      since > live.revision || request.epoch.map { $0 != epoch } ?? false
    }
    let reply = Opened(
      live.name, revision: live.revision, isRewound: isRewound ?? false)
    write(.open(reply), tag: tag, to: connection)
    let opening = live.opening(from: isRewound == true ? nil : request.since, drags: desk)
    let form = connection.form
    let passage = live.passage(opening, in: form)
    write(to: connection) { $0.append(passage, in: form) }
    watch(live, every: request.every, on: connection)
  }

  /// Makes a board that the connection watches its current one, and sets its cadence.
  private func reopen(
    _ live: LiveBoard, every: Duration?, tag: String?, on connection: Connection
  ) {
    catchUpWholly(connection, on: live)
    guard let index = connection.watch(of: live) else { return }
    let watch = connection.watches.remove(at: index)
    connection.watches.append(watch)
    setPace(every, of: connection, on: live, at: watch.position)
    write(.open(Opened(live.name, revision: live.revision)), tag: tag, to: connection)
  }

  private func watch(_ live: LiveBoard, every: Duration?, on connection: Connection) {
    let position = live.watchers.count
    connection.watches.append(.init(board: live, position: position))
    live.watchers.append(Watcher(connection.id, at: live, isBlocked: connection.isBlocked))
    setPace(every, of: connection, on: live, at: position)
  }

  private func setPace(
    _ every: Duration?, of connection: Connection, on live: LiveBoard, at position: Int
  ) {
    let pace = every.flatMap { $0 > .zero ? Pace(every: $0, lastSent: now) : nil }
    live.paces[connection.id] = pace
    live.watchers[position].isPaced = pace != nil
  }

  private func close(
    _ name: BoardName?, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(name, connection)
    guard connection.watch(of: live) != nil else { throw .notOpen(live.name) }
    // Among what it is still owed may be the end of a drag of its own.
    catchUpWholly(connection, on: live)
    stopWatching(live, on: connection)
    return Answer(.close(BoardReply(live.name)))
  }

  /// Takes a connection from a board's watchers. The last watcher takes the free place.
  func stopWatching(_ live: LiveBoard, on connection: Connection) {
    guard let index = connection.watch(of: live) else { return }
    let position = connection.watches.remove(at: index).position
    live.paces[connection.id] = nil
    let last = live.watchers.removeLast()
    guard position < live.watchers.count else { return }
    live.watchers[position] = last
    guard let moved = self.connection(last.connection), let watch = moved.watch(of: live) else {
      return
    }
    moved.watches[watch].position = position
  }
}

extension Client {
  /// Whether nobody said `hello` yet.
  var isGuest: Bool { name.isGuests }
}

extension ClientName {
  /// Whether only the server gives such names.
  fileprivate var isGuests: Bool { string.hasPrefix("guest-") }
}

extension LiveBoard {
  /// What somebody who begins to watch is sent: a snapshot, or the way from the revision it holds
  /// and who drags and has selected what. It is never larger than a snapshot.
  fileprivate func opening(from revision: Int?, drags: DragDesk) -> Passage {
    guard let revision else { return wholeState(for: self.revision, drags: drags) }
    let data = dataToHead(from: revision, drags: drags)
    if data.isSnapshot { return data }
    var events = WireBuffer()
    for event in presentEvents(drags) { events.append(event) }
    let way = data.followed(by: events)
    if way.count <= leastSnapshotBytes { return way }
    let state = wholeState(for: revision, drags: drags)
    return way.count <= state.count ? way : state
  }
}
