import BoardAuthority
import BoardModel
import BoardWire

// Taking changes back.

extension Hub {
  func perform(_ request: UndoRequest, on connection: Connection) throws(Refusal) -> Answer {
    switch request {
    case .undo(let undo): try self.undo(undo, on: connection)
    case .redo(let redo): try self.redo(redo, on: connection)
    }
  }

  private func undo(
    _ request: UndoRequest.TakeBack, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    guard let revision = live.undos.nextUndo(of: connection.client.name) else {
      throw .nothingToUndo
    }
    try takeBack(
      revision, on: live, force: request.force, .undo(of: revision), by: connection)
    return Answer(.undo(TakenBack(of: revision, revision: live.revision)), on: live)
  }

  private func redo(
    _ request: UndoRequest.TakeBack, on connection: Connection
  ) throws(Refusal) -> Answer {
    let live = try board(request.board, connection)
    guard let revision = live.undos.nextRedo(of: connection.client.name) else {
      throw .nothingToRedo
    }
    try takeBack(
      revision, on: live, force: request.force, .redo(of: revision), by: connection)
    return Answer(.redo(TakenBack(of: revision, revision: live.revision)), on: live)
  }

  private func takeBack(
    _ revision: Int, on live: LiveBoard, force: Bool, _ origin: RevisionOrigin,
    by connection: Connection
  ) throws(Refusal) {
    let client = connection.client.name
    let key = UndoKey(client: client, revision: revision)
    if !force, let refusal = live.conflicts[key] { throw refusal }
    let undo = try live.undo(of: revision, by: client, leavingConflicts: force)
    if !force {
      try desk.requireFree(undo.displacedItems, on: live.name, for: client, at: now)
    }
    let edits = undo.apply(to: &live.ground.board)
    do throws(Refusal) {
      try keeping.requireRoom(for: edits)
    } catch {
      live.ground.board.apply(edits.inverse)
      throw error
    }
    if edits.isEmpty { live.undos.drop(revision, of: client) }
    conclude(edits, on: live, by: connection, origin: origin)
  }
}

extension LiveBoard {
  fileprivate func undo(
    of revision: Int, by client: ClientName, leavingConflicts: Bool
  ) throws(Refusal) -> Undo {
    let undo: Undo
    do throws(UndoConflict) {
      undo = try Undo(
        of: revision, in: ground.log, isOwn: notes.isOwn(of: client), on: ground.board,
        leavingConflicts: leavingConflicts)
    } catch {
      let refusal = Refusal.undoConflict(error)
      conflicts[UndoKey(client: client, revision: revision)] = refusal
      throw refusal
    }
    guard ground.board.itemCount + undo.itemGrowth <= Limits.items else {
      throw .limit("items", Limits.items)
    }
    guard ground.board.sectionCount + undo.sectionGrowth <= Limits.sections else {
      throw .limit("sections", Limits.sections)
    }
    return undo
  }
}
