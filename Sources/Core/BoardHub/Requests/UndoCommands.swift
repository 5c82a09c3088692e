import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Taking changes back, and the list of them.
struct UndoCommands {
  let boards: BoardDirectory
  let commit: Commit

  /// - Returns: Nil if the reply comes later.
  func perform(
    _ request: UndoRequest, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    switch request {
    case .undo(let undo): try self.undo(undo, for: command, on: connection)
    case .redo(let redo): try self.redo(redo, for: command, on: connection)
    case .history(let history): try listRevisions(history, on: connection)
    }
  }

  private func undo(
    _ request: UndoRequest.Undo, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try boards.board(request.board, connection)
    guard let revision = live.versions.undos.nextUndo(of: connection.client.author) else {
      throw .nothingToUndo
    }
    let taken = (revision: revision, force: request.force)
    return try commit.change(live, for: command, as: taken, on: connection) {
      change, taken throws(Refusal) in
      let made = try change.revert(taken.revision, force: taken.force, .undo(of: taken.revision))
      return (.undo(UndoReply(of: taken.revision, revision: change.versions.revision)), made)
    }
  }

  private func redo(
    _ request: UndoRequest.Undo, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try boards.board(request.board, connection)
    guard let revision = live.versions.undos.nextRedo(of: connection.client.author) else {
      throw .nothingToRedo
    }
    let taken = (revision: revision, force: request.force)
    return try commit.change(live, for: command, as: taken, on: connection) {
      change, taken throws(Refusal) in
      let made = try change.revert(taken.revision, force: taken.force, .redo(of: taken.revision))
      return (.redo(UndoReply(of: taken.revision, revision: change.versions.revision)), made)
    }
  }

  private func listRevisions(
    _ request: UndoRequest.History, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(request.board, connection)
    let rows = try live.history(from: request.from, to: request.to)
    return Answer(.history(live.name, rows), on: live)
  }
}

extension ChangeContext {
  /// Undoes a revision of the author.
  ///
  /// - Returns: The new revision; nil if that changes nothing.
  fileprivate func revert(
    _ revision: Int, force: Bool, _ origin: RevisionOrigin
  ) throws(Refusal) -> Revision? {
    let undo = try versions.undo(of: revision, by: author, leavingConflicts: force)
    if !force { try requireFree(undo.displacedItems) }
    let made = try transact(origin: origin) { transaction throws(Refusal) in
      transaction.apply(undo)
      try room.requireRoom(for: transaction.edits)
    }
    if made == nil { dropUndo(of: revision) }
    return made
  }
}

extension LiveBoard {
  /// A row for each revision of a range that is in the log, the newest first.
  fileprivate func history(
    from first: Int?, to last: Int?
  ) throws(Refusal) -> Listing<HistoryRow> {
    guard max(first ?? 0, last ?? 0) <= revision else { throw .futureRevision(revision) }
    let lowest = max(first ?? 0, versions.notes.oldest + 1)
    let highest = last ?? revision
    guard lowest <= highest else { return Listing([]) }
    let shown = (lowest...highest).reversed().prefix(Limits.listingLines)
    return Listing(
      shown.compactMap { row(of: $0) }, hasMore: shown.count <= highest - lowest)
  }

  private func row(of revision: Int) -> HistoryRow? {
    guard let note = versions.notes[revision] else { return nil }
    let summary = RevisionSummary(of: versions.log.edits(from: revision - 1, to: revision))
    return HistoryRow(
      revision, time: Timestamp(milliseconds: note.time).description, client: note.author.name,
      origin: note.origin, text: Text(summary.description))
  }
}
