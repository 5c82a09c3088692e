import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

// Boards that go, or get another name. Source: `protocol/core.md`, 5.4 to 5.6.

extension Hub {
  /// Removes a board with all that belongs to it.
  ///
  /// - Throws: `unknownBoard`; `boardInUse` while another client watches it or drags there, unless
  ///   that is to be no hindrance.
  func remove(_ request: BoardRequest.RemoveBoard, by connection: ClientConnection) throws(Refusal)
  {
    let live = try board(request.board, connection)
    if !request.force, let client = otherClient(than: connection.client.name, on: live) {
      throw .boardInUse(client, board: live.name)
    }
    let events = drags.coordinator.boardRemoved(live.name, at: clock.now)
    delivery.note(events)
    let others = Set(events.map(\.board))
    for subscriber in delivery.subscribers(of: live) {
      if !subscriber.isClosing {
        delivery.bringUp(subscriber, of: live, and: others)
        delivery.send(.removed(.init(live.name)), to: subscriber)
      }
      delivery.unsubscribe(subscriber, from: live)
    }
    persistence.addRemoved(live)
    boards.remove(live) { persistence.add($1, key: $0) }
    if hasOtherThread { jobs.release(live) }
  }

  /// Gives a board another name. No effect if it is the same.
  ///
  /// - Throws: `unknownBoard`, `boardExists`.
  func rename(_ request: BoardRequest.RenameBoard, by connection: ClientConnection) throws(Refusal)
  {
    let live = try board(request.board, connection)
    let (old, new) = (live.name, request.to)
    guard old != new else { return }
    guard !boards.contains(new) else { throw .boardExists(new) }
    let first = boards.firstRevision(of: new)
    endWatchers(of: live, withoutRoleOn: new)
    for subscriber in delivery.subscribers(of: live) where !subscriber.isClosing {
      delivery.announce(new, of: live, from: first, to: subscriber)
    }
    let last = live.revision
    // The revisions of a name that was used before are of another board.
    let isUsed = first > 0
    boards.rename(live, to: new) {
      live.rename(to: new)
      if isUsed { live.versions.forgetPast(continuingAt: max(first, last)) }
    }
    persistence.addRenamed(live, from: old)
    if isUsed { persistence.addBeginning(of: live, after: last, by: connection.client.author) }
    // Subscribers were brought to the new revision under the old name.
    boards.retire(old, at: live.revision) { persistence.add($1, key: $0) }
    delivery.owners.rename(old, to: new)
    delivery.note(drags.coordinator.boardRenamed(old, to: new))
    endDragsWithoutRole()
  }

  /// Another client that watches a board or drags there, or nil if there is none.
  private func otherClient(than client: ClientName, on live: LiveBoard) -> ClientName? {
    delivery.subscribers(of: live).lazy.map(\.client.name).first { $0 != client }
      ?? drags.coordinator.clientsDragging(on: live.name).first { $0 != client }
  }
}

extension LiveBoard {
  fileprivate func rename(to name: BoardName) {
    versions.rename(to: name)
    encodings.dataChanged()
  }
}
