import BoardCore
import BoardJournal
import CSQLite

/// Writing groups.
extension SQLiteJournal {
  public func commit(_ group: JournalGroup) -> CommitOutcome {
    if let breakage { return .unknown(breakage) }
    if group.isEmpty { return .committed }
    defer { reserve.lookAround() }
    let outcome = attempt(group)
    // What is under way gets the reserve; nothing new begins without it.
    guard outcome == .full, !group.canWait, reserve.giveUp() else { return outcome }
    return attempt(group)
  }

  private func attempt(_ group: JournalGroup) -> CommitOutcome {
    outcome { () throws(CommitStop) in
      var boards: [BoardName: HeldBoard] = [:]
      try transact { () throws(CommitStop) in boards = try write(group) }
      held.merge(boards) { $1 }
    }
  }

  /// Runs changes as one transaction that counts as a group.
  ///
  /// Where it throws, the transaction may still be open.
  func transact(_ changes: () throws(CommitStop) -> Void) throws(CommitStop) {
    Failpoint.beforeBegin.pass()
    try asStop { () throws(SQLiteError) in try statements.begin.run([]) }
    Failpoint.afterBegin.pass()
    try changes()
    try countGroup()
    Failpoint.afterEntries.pass()
    try asStop { () throws(SQLiteError) in try statements.commit.run([]) }
    Failpoint.afterCommit.pass()
    groupCount += 1
    witness.note(groupCount)
  }

  /// Counts the group, which only the last who acquired the journal can.
  private func countGroup() throws(CommitStop) {
    let sum = Checksum(ServerKey.group, groupCount + 1).stored
    try asStop { () throws(SQLiteError) in
      try statements.countGroup.run([.int(groupCount + 1), .int(sum), .int(groupCount)])
    }
    guard database.changes == 1 else { throw .fenced(nil) }
  }

  /// Tells what became of a transaction, and rolls it back where it did not come to its end.
  func outcome(_ transaction: () throws(CommitStop) -> Void) -> CommitOutcome {
    do {
      try transaction()
      return .committed
    } catch {
      return outcome(of: error)
    }
  }

  /// What a transaction that stopped means to the holder, once it is rolled back.
  private func outcome(of stop: CommitStop) -> CommitOutcome {
    switch stop {
    // A body that is larger than SQLite takes is as clean as a full disk.
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
  /// - Returns: The boards it touches, as they are when it is committed.
  private func write(_ group: JournalGroup) throws(CommitStop) -> [BoardName: HeldBoard] {
    var boards = try moveHeads(group)
    try asStop { () throws(SQLiteError) in
      for entry in group.entries {
        if let board = entry.board {
          try write(entry, to: board, &boards[board]!)
        } else {
          try write(entry)
        }
      }
    }
    return boards
  }

  /// Writes the heads first: only the holder of the newest epoch finds the rows it looks for.
  private func moveHeads(
    _ group: JournalGroup
  ) throws(CommitStop) -> [BoardName: HeldBoard] {
    let heads: [BoardName: Int]
    do { heads = try group.heads { held[$0]?.head } } catch { throw .fenced(error.board) }
    var boards: [BoardName: HeldBoard] = [:]
    for (name, head) in heads {
      var board = held[name] ?? HeldBoard(head: head)
      board.head = head
      boards[name] = board
      try asStop { () throws(SQLiteError) in try write(board, name) }
      guard database.changes == 1 else { throw .fenced(name) }
    }
    return boards
  }

  private func write(_ board: HeldBoard, _ name: BoardName) throws(SQLiteError) {
    let sum = board.checksum(of: name)
    if let before = held[name] {
      try statements.moveHead.run([
        .int(board.head), .int(sum), .text(name.string), .int(board.epoch), .int(before.head),
      ])
    } else {
      try statements.addBoard.run([.text(name.string), .int(board.head), .int(sum)])
    }
  }
}

/// Why a transaction did not come to its end.
enum CommitStop: Error {
  case sqlite(SQLiteError)
  case fenced(BoardName?)
}

/// Does what stops a transaction where it fails.
func asStop(_ body: () throws(SQLiteError) -> Void) throws(CommitStop) {
  do { try body() } catch { throw .sqlite(error) }
}
