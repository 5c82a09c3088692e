import BoardCore
import BoardJournal

/// Taking over and reading what is stored.
extension SQLiteJournal {
  public func acquire() throws(JournalFault) -> StoredServer {
    var stored = StoredServer()
    stored.numbers = try statements.numbers()
    stored.clients = try statements.clients()
    stored.boards = try boards(isRestored: stored.numbers[ServerKey.restored] != nil)
    groupCount = stored.numbers[ServerKey.group] ?? 0
    for key in ServerKey.own { stored.numbers[key] = nil }
    var outcome = take(stored.boards)
    if outcome == .full, reserve.giveUp() { outcome = take(stored.boards) }
    guard outcome == .committed else {
      throw .failed("the journal cannot be acquired: \(outcome)")
    }
    held = [:]
    for board in stored.boards { held[board.name] = HeldBoard(board) }
    return stored
  }

  /// The boards as they are once they are acquired.
  private func boards(isRestored: Bool) throws(JournalFault) -> [StoredBoard] {
    var boards = try statements.boards()
    for index in boards.indices {
      boards[index].epoch += 1
      guard isRestored else { continue }
      boards[index].base = boards[index].head
      boards[index].head += Leap.length
    }
    return boards
  }

  private func take(_ boards: [StoredBoard]) -> CommitOutcome {
    outcome { () throws(CommitStop) in
      try transact { () throws(CommitStop) in
        try asStop { () throws(SQLiteError) in try write(acquired: boards) }
      }
    }
  }

  private func write(acquired boards: [StoredBoard]) throws(SQLiteError) {
    for board in boards {
      try statements.acquireBoard.run([
        .int(board.epoch), .int(board.head), .int(board.base),
        .int(HeldBoard(board).checksum(of: board.name)), .text(board.name.string),
      ])
    }
    try statements.dropNumber.run([.text(ServerKey.restored)])
  }

  public func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let head = held[board]?.head else { return }
    try statements.replay(board, to: head, visit)
  }
}
