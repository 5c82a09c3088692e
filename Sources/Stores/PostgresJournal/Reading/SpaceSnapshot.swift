import BoardJournal
import BoardModel

/// A space as it was at one moment, read while others serve it.
///
/// One transaction reads all of it, on a connection of its own: nothing is written, and nobody has to wait. It ends
/// with the object.
public final class SpaceSnapshot: BoardSource, @unchecked Sendable {
  private let reader: SpaceReader
  private let boards: [BoardName: SpaceBoard]
  /// All of the space except the contents of its boards. Drags are not in it.
  public let stored: StoredServer

  /// - Throws: `JournalFault` if there is no such space, if it cannot be served, or if the database has other tables
  ///   or cannot be reached.
  public init(of name: SpaceName, in url: StoreURL) throws(JournalFault) {
    let limit = DatabaseTimeouts().answer
    let connection = try asFault { () throws(PostgresError) in
      let connection = try PostgresConnection(url)
      try connection.run([Statement.beginReading()], within: limit)
      return connection
    }
    try Schema.check(connection)
    let space = try PostgresDatabase(connection).readySpace(name)
    reader = SpaceReader(connection, of: space.id, within: limit)
    let (stored, state) = try reader.state(epoch: space.epoch)
    if let loss = state.loss { throw .lost(loss, in: name) }
    (self.stored, boards) = (stored, state.boards)
  }

  public func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let row = boards[board] else { return }
    try reader.replay(board, row, visit)
  }

  /// Nothing: each row is checked when it is read.
  public func check() throws(JournalFault) {}

  public func stopCheck() {}
}
