import BoardJournal
import BoardModel

/// The boards of an acquired space.
final class PostgresBoardSource: BoardSource {
  private let pool: ConnectionPool
  private let space: Int
  /// The boards when the space was acquired.
  private let boards: [BoardName: SpaceBoard]
  private let timeouts: DatabaseTimeouts

  init(
    _ pool: ConnectionPool, _ space: Int, _ boards: [BoardName: SpaceBoard],
    _ timeouts: DatabaseTimeouts
  ) {
    self.pool = pool
    self.space = space
    self.boards = boards
    self.timeouts = timeouts
  }

  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let row = boards[board] else { return }
    try pool.replay(board, row, of: space, within: timeouts.answer, visit)
  }

  /// Nothing: each row is checked when it is read, and the database checks its pages.
  func check() throws(JournalFault) {}

  func stopCheck() {}
}

extension ConnectionPool {
  /// Visits the steps of a board of a space to its head.
  func replay(
    _ board: BoardName, _ row: SpaceBoard, of space: Int, within limit: Duration,
    _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    try using { connection throws(JournalFault) in
      try SpaceReader(connection, of: space, within: limit).reading { reader throws(JournalFault) in
        try reader.replay(board, row, visit)
      }
    }
  }
}
