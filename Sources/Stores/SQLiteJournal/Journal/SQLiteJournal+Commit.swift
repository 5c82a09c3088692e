import BoardJournal
import BoardModel
import CSQLite

/// Committing groups.
extension SQLiteJournal {
  public func commit(_ group: JournalGroup) -> CommitOutcome {
    if let breakage { return .unknown(breakage) }
    if group.isEmpty { return .committed }
    defer { reserve.measureFreeSpace() }
    let outcome = attempt(group)
    // Changes in progress may use the reserve; new ones may not begin without it.
    guard outcome == .full, !group.canWait, reserve.release() else { return outcome }
    return attempt(group)
  }

  private func attempt(_ group: JournalGroup) -> CommitOutcome {
    outcome { () throws(CommitStop) in
      var changed: [BoardName: JournaledBoard?] = [:]
      try transact(to: state.next, about: group.firstBoard) { () throws(CommitStop) in
        changed = try write(group)
      }
      for (name, board) in changed { boards[name] = board }
    }
  }

  /// Runs changes as one transaction, counted as a group.
  ///
  /// After a throw the transaction may still be open.
  ///
  /// - Parameters:
  ///   - next: The state of the journal once the transaction is committed.
  ///   - board: The board to report if another holder has acquired the journal.
  func transact(
    to next: JournalState, about board: BoardName?, _ changes: () throws(CommitStop) -> Void
  ) throws(CommitStop) {
    Failpoint.beforeBegin.pass()
    try asStop { () throws(SQLiteError) in try statements.begin.run([]) }
    Failpoint.afterBegin.pass()
    // First, so that only the current holder writes any other row.
    try asStop { () throws(SQLiteError) in try statements.run(next, after: state.groupCount) }
    guard database.changes == 1 else { throw .fenced(board) }
    try changes()
    Failpoint.afterEntries.pass()
    try asStop { () throws(SQLiteError) in try statements.commit.run([]) }
    Failpoint.afterCommit.pass()
    state = next
    witness.note(state.groupCount)
  }

  /// The outcome of a transaction, which is rolled back if it did not complete.
  func outcome(_ transaction: () throws(CommitStop) -> Void) -> CommitOutcome {
    do {
      try transaction()
      return .committed
    } catch {
      return outcome(of: error)
    }
  }

  /// The outcome of an aborted transaction after its rollback.
  private func outcome(of stop: CommitStop) -> CommitOutcome {
    switch stop {
    // A body over SQLite's size limit leaves the journal as clean as a full disk does.
    case .sqlite(let error)
    where error.primaryCode != SQLITE_FULL && error.primaryCode != SQLITE_TOOBIG:
      return .unknown(broken(error).description)
    case .sqlite, .fenced:
      do {
        if database.isInTransaction { try statements.rollback.run([]) }
      } catch {
        return .unknown(broken(error).description)
      }
      if case .fenced(let board) = stop { return .fenced(board) }
      return .full
    }
  }

  /// Writes the rows of a group.
  ///
  /// - Returns: The changed boards as they are after the commit; nil for removed ones.
  private func write(
    _ group: JournalGroup
  ) throws(CommitStop) -> [BoardName: JournaledBoard?] {
    do { try group.validate { boards[$0]?.head } } catch { throw .fenced(error.board) }
    var overlay = BoardOverlay(boards)
    try asStop { () throws(SQLiteError) in
      for entry in group.entries { try write(entry, &overlay) }
      for case (let name, let board?) in overlay.changed where board != overlay.committed[name] {
        try write(board, name)
      }
    }
    return overlay.changed
  }
}

/// Why a transaction was aborted.
enum CommitStop: Error {
  case sqlite(SQLiteError)
  case fenced(BoardName?)
}

/// Maps errors of a body to errors that abort a transaction.
func asStop(_ body: () throws(SQLiteError) -> Void) throws(CommitStop) {
  do { try body() } catch { throw .sqlite(error) }
}
