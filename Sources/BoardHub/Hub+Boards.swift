import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

// Boards that go, or get another name. Source: `protocol/specification.md`, 5.4 to 5.6.

extension Hub {
  /// Removes a board with all that belongs to it.
  ///
  /// - Throws: `unknownBoard`; `boardInUse` while another client watches it or drags there, unless
  ///   that is to be no hindrance.
  func remove(_ request: BoardRequest.Remove, by connection: Connection) throws(Refusal) {
    let live = try board(request.board, connection)
    if !request.force, let client = otherClient(than: connection.client.name, on: live) {
      throw .boardInUse(live.name, by: client)
    }
    tell(desk.boardRemoved(live.name, at: now))
    for watcher in watchers(of: live) {
      if !watcher.isClosing {
        bringUp(watcher, of: live)
        write(to: watcher) { $0.buffer.append(.removed(live.name)) }
      }
      stopWatching(live, on: watcher)
    }
    for client in live.selections.clients { forgetSelection(of: client, on: live.name) }
    drop(live.name)
    keepRemoved(live)
    retire(live.name, at: live.revision)
  }

  /// Gives a board another name. No effect if it is the same.
  ///
  /// - Throws: `unknownBoard`, `boardExists`.
  func rename(_ request: BoardRequest.Rename, by connection: Connection) throws(Refusal) {
    let live = try board(request.board, connection)
    let (old, new) = (live.name, request.name)
    guard old != new else { return }
    guard boards[new] == nil else { throw .boardExists(new) }
    let first = retired.firstRevision(of: new)
    for watcher in watchers(of: live) where !watcher.isClosing {
      announce(new, of: live, from: first, to: watcher)
    }
    let last = live.revision
    drop(old)
    live.rename(to: new)
    // The revisions of a name that was used before are of another board.
    let isUsed = first > 0
    if isUsed { live.versions.forgetPast(continuingAt: max(first, last)) }
    add(live)
    for client in live.selections.clients {
      forgetSelection(of: client, on: old)
      selecting[client, default: []].insert(new)
    }
    for other in boards.values { other.presence.renameForeignBoard(old, to: new) }
    keepRenamed(live, from: old)
    if isUsed { keepBeginning(of: live, after: last, by: connection.client.name) }
    // Watchers were brought to the new revision under the old name.
    retire(old, at: live.revision)
    tell(desk.boardRenamed(old, to: new))
  }

  private func drop(_ name: BoardName) {
    boards[name] = nil
    versionedBoards[name] = nil
  }

  private func retire(_ name: BoardName, at revision: Int) {
    retired.retire(name, at: revision) { keeping.add(.number($0, $1)) }
  }

  /// The connections that watch a board, those included that are about to be closed.
  private func watchers(of live: LiveBoard) -> [Connection] {
    live.watchers.compactMap { connection($0.connection) }
  }

  /// Another client that watches a board or drags there, or nil if there is none.
  private func otherClient(than client: ClientName, on live: LiveBoard) -> ClientName? {
    watchers(of: live).lazy.map(\.client.name).first { $0 != client }
      ?? desk.clientsDragging(on: live.name).first { $0 != client }
  }
}

// What watchers are sent.

extension Hub {
  /// Sends a watcher all that it is owed of a board whose name goes.
  ///
  /// That includes the ends of drags of other boards that dropped there: they have the name.
  private func bringUp(_ connection: Connection, of live: LiveBoard) {
    catchUpWholly(connection, on: live)
    for watch in connection.watches where watch.board.presence.foreignBoards.contains(live.name) {
      catchUpWholly(connection, on: watch.board)
    }
  }

  /// Tells a watcher that a board gets another name: at once, or if it does not take what it was sent,
  /// in front of what it is sent next. So however often a board gets another name, that is one event.
  ///
  /// - Parameter first: The lowest revision that the board may have under the name.
  private func announce(
    _ name: BoardName, of live: LiveBoard, from first: Int, to connection: Connection
  ) {
    guard !connection.isBlocked else {
      if formerNames[connection.id, default: []].contains(where: { $0.board === live }) { return }
      formerNames[connection.id, default: []].append((live, live.name))
      return
    }
    bringUp(connection, of: live)
    if live.revision < first { advance(connection, to: first, on: live) }
    write(to: connection) { $0.buffer.append(.renamed(live.name, to: name)) }
  }

  /// Brings a watcher to a revision that the board is about to have, with all as it is.
  private func advance(_ connection: Connection, to revision: Int, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    let position = connection.watches[index].position
    let former = live.watchers[position].revision
    write(to: connection) {
      $0.buffer.append(batch: BatchUpdate(), board: live.name, from: former, to: revision)
    }
    live.watchers[position].revision = revision
  }

  /// Tells a connection the new names of the boards it watches.
  func sendNewNames(to connection: Connection) {
    guard !formerNames.isEmpty, let former = formerNames.removeValue(forKey: connection.id) else {
      return
    }
    for (board, name) in former where board.name != name {
      write(to: connection) { $0.buffer.append(.renamed(name, to: board.name)) }
    }
  }
}

extension LiveBoard {
  fileprivate func rename(to name: BoardName) {
    versions.rename(to: name)
    encodings.dataChanged()
    // Its events have the old name. Who has not seen them gets a snapshot.
    presence.clear()
  }
}
