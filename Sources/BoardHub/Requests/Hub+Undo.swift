import BoardAuthority
import BoardModel
import BoardWire

// Taking changes back.

extension Hub {
  func perform(_ request: UndoRequest, on connection: ClientConnection) throws(Refusal) -> Answer {
    switch request {
    case .undo(let undo): try self.undo(undo, on: connection)
    case .redo(let redo): try self.redo(redo, on: connection)
    case .history(let history): try listRevisions(history, on: connection)
    }
  }

  private func undo(
    _ request: UndoRequest.TakeBack, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    guard let revision = live.versions.undos.nextUndo(of: connection.client.author) else {
      throw .nothingToUndo
    }
    try revert(
      revision, on: live, force: request.force, .undo(of: revision), by: connection)
    return Answer(.undo(TakenBack(of: revision, revision: live.revision)), on: live)
  }

  private func redo(
    _ request: UndoRequest.TakeBack, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    guard let revision = live.versions.undos.nextRedo(of: connection.client.author) else {
      throw .nothingToRedo
    }
    try revert(
      revision, on: live, force: request.force, .redo(of: revision), by: connection)
    return Answer(.redo(TakenBack(of: revision, revision: live.revision)), on: live)
  }

  private func revert(
    _ revision: Int, on live: LiveBoard, force: Bool, _ origin: RevisionOrigin,
    by connection: ClientConnection
  ) throws(Refusal) {
    let author = connection.client.author
    let undo = try live.versions.undo(of: revision, by: author, leavingConflicts: force)
    if !force {
      try drags.coordinator.requireFree(
        undo.displacedItems, on: live.name, for: author.name, at: clock.now)
    }
    let made = try change(live, by: connection, origin: origin) { transaction throws(Refusal) in
      transaction.apply(undo)
      try persistence.requireRoom(for: transaction.edits)
    }
    if made == nil { live.versions.dropUndo(of: revision, by: author) }
  }
}
