import BoardAuthority
import BoardModel
import BoardWire

// Taking changes back.

extension Hub {
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
    let live = try board(request.board, connection)
    guard let revision = live.versions.undos.nextUndo(of: connection.client.author) else {
      throw .nothingToUndo
    }
    let taken = (revision: revision, force: request.force)
    return try change(live, for: command, as: taken, on: connection) {
      change, taken throws(Refusal) in
      let made = try change.revert(taken.revision, force: taken.force, .undo(of: taken.revision))
      return (.undo(UndoReply(of: taken.revision, revision: change.versions.revision)), made)
    }
  }

  private func redo(
    _ request: UndoRequest.Undo, for command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    let live = try board(request.board, connection)
    guard let revision = live.versions.undos.nextRedo(of: connection.client.author) else {
      throw .nothingToRedo
    }
    let taken = (revision: revision, force: request.force)
    return try change(live, for: command, as: taken, on: connection) {
      change, taken throws(Refusal) in
      let made = try change.revert(taken.revision, force: taken.force, .redo(of: taken.revision))
      return (.redo(UndoReply(of: taken.revision, revision: change.versions.revision)), made)
    }
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
    if made == nil { versions.dropUndo(of: revision, by: author) }
    return made
  }
}
