import BoardJournal
import BoardModel

/// Acquiring a journal and reading what is stored.
extension SQLiteJournal {
  public func acquire() throws(JournalFault) -> StoredServer {
    state = try statements.state()
    let rows = try statements.boards()
    var stored = StoredServer(epoch: state.epoch, boards: rows.map(\.board))
    stored.clients = try statements.clients()
    stored.numbers = try statements.numbers()
    let isBackup = state.isBackup
    try countAcquisition()
    if isBackup { stored.clients = try statements.clients() }
    stored.epoch = state.epoch
    boards = [:]
    for (row, board) in rows { boards[board.name] = row }
    lastBoardID = rows.map(\.row.id).max() ?? 0
    acquired = boards
    return stored
  }

  /// Commits a group that fences all other holders. It also gives a backup a new epoch, in which
  /// earlier tags are invalid.
  private func countAcquisition() throws(JournalFault) {
    let next = state.acquired
    var result = attempt(next)
    if result == .full, reserve.release() { result = attempt(next) }
    guard result == .committed else {
      throw .failed("the journal cannot be acquired: \(result)")
    }
  }

  private func attempt(_ next: JournalState) -> CommitOutcome {
    outcome { () throws(CommitStop) in
      try transact(to: next, about: nil) { () throws(CommitStop) in
        guard state.isBackup else { return }
        try asStop { () throws(SQLiteError) in try statements.dropAllReplies.run([]) }
      }
    }
  }

  public var source: any BoardSource {
    SQLiteBoardSource(directory.journal, acquired, isChecked: isChecked)
  }

  public func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let journaled = boards[board] else { return }
    try statements.replay(board, journaled, visit)
  }
}
