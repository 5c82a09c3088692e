import BoardCore
import BoardWire

// Taking changes back, and looking at the past.

extension Hub {
  func takeBack(_ request: Request, on connection: Connection) throws(Refusal) -> Reply {
    let client = connection.client.name
    switch request {
    case .undo(let name, let force):
      let live = try board(name, connection)
      guard let revision = live.undos.nextUndo(of: client) else { throw .nothingToUndo }
      try takeBack(revision, on: live, force: force, .undo(of: revision), by: connection)
      return .undo(revision: live.revision, of: revision)
    case .redo(let name, let force):
      let live = try board(name, connection)
      guard let revision = live.undos.nextRedo(of: client) else { throw .nothingToRedo }
      try takeBack(revision, on: live, force: force, .redo(of: revision), by: connection)
      return .redo(revision: live.revision, of: revision)
    default:
      preconditionFailure("an undo or a redo is asked for")
    }
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

  /// The board as a person would write it down, now or at a revision.
  func drawing(at revision: Int?) throws(Refusal) -> [String] {
    guard let revision else { return drawing }
    guard revision <= self.revision else { throw .futureRevision(head: self.revision) }
    guard ground.log.contains(revision) else {
      throw .revisionTooOld(oldest: ground.log.oldest)
    }
    return BoardPast(at: revision, in: ground.log, head: ground.board).lines(of: name)
  }

  /// A line for each revision of a range that is kept.
  func history(from first: Int?, to last: Int?) throws(Refusal) -> [String] {
    guard max(first ?? 0, last ?? 0) <= revision else { throw .futureRevision(head: revision) }
    let lowest = max(first ?? 0, notes.oldest + 1)
    let highest = last ?? revision
    return lowest > highest ? [] : notes.lines(of: lowest...highest, log: ground.log)
  }
}
