import BoardCore
import BoardWire

// Boards, watching, and who is there.

extension Hub {
  /// Makes a guest's connection one of the client of this name.
  func become(_ name: ClientName, token: String?, on connection: Connection) throws(Refusal) {
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
  func open(
    _ name: BoardName, revision: Int?, every: Duration?, tag: String?, on connection: Connection
  ) throws(Refusal) {
    let live = try board(name, connection)
    catchUpWholly(connection, on: live)
    stopWatching(live, on: connection)
    guard connection.watches.count < Limits.watchedBoards else {
      throw .limit("watched-boards", Limits.watchedBoards)
    }
    let rewound = revision.map { $0 > live.revision || live.lost.contains($0) } ?? false
    answer(
      .open(name, revision: live.revision, rewound: rewound), tag: tag, on: connection)
    let opening = live.opening(from: rewound ? nil : revision, drags: desk)
    let form = connection.form
    connection.outbox.append(live.passage(opening, in: form), in: form)
    watch(live, every: every, on: connection)
  }

  private func watch(_ live: LiveBoard, every: Duration?, on connection: Connection) {
    let pace = every.flatMap { $0 > .zero ? Pace(every: $0, lastSent: now) : nil }
    live.paces[connection.id] = pace
    connection.watches.append(.init(board: live, position: live.watchers.count))
    live.watchers.append(
      Watcher(
        connection.id, at: live, isBlocked: connection.isBlocked, isPaced: pace != nil))
  }

  func close(_ name: BoardName?, on connection: Connection) throws(Refusal) -> Reply {
    let live = try board(name, connection)
    guard connection.watch(of: live) != nil else { throw .notOpen(live.name) }
    // Among what it is still owed may be the end of a drag of its own.
    catchUpWholly(connection, on: live)
    stopWatching(live, on: connection)
    return .close(live.name)
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

extension Passage {
  /// The passage, or a batch without rows where nothing is different and only the revision is.
  fileprivate func reaching(_ head: Int, of board: BoardName) -> Passage {
    guard to < head else { return self }
    var buffer = WireBuffer()
    buffer.append(batch: BatchUpdate(), board: board, from: from, to: head)
    return Passage(from: from, to: head, pieces: [Encoding(buffer)], isSnapshot: false)
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
    let data = data(from: revision, drags: drags).reaching(self.revision, of: name)
    if data.isSnapshot { return data }
    var events = WireBuffer()
    for event in presentEvents(drags) { events.append(event) }
    let way = data.followed(by: events)
    if way.count <= leastSnapshotBytes { return way }
    let state = wholeState(for: revision, drags: drags)
    return way.count <= state.count ? way : state
  }
}
