import BoardJournal
import BoardModel

/// The boards of an acquired space, read by a connection of their own.
final class PostgresBoardSource: BoardSource, @unchecked Sendable {
  private let url: StoreURL
  private let space: Int
  /// The boards when the space was acquired.
  private let boards: [BoardName: SpaceBoard]
  private let patience: Patience
  /// The connection for replays, opened by the first of them.
  private var connection: PostgresConnection?

  init(_ url: StoreURL, _ space: Int, _ boards: [BoardName: SpaceBoard], _ patience: Patience) {
    self.url = url
    self.space = space
    self.boards = boards
    self.patience = patience
  }

  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let row = boards[board] else { return }
    let connection = try connected()
    do throws(JournalFault) {
      try SpaceReader(connection, of: space, within: patience.answer)
        .reading { reader throws(JournalFault) in try reader.replay(board, row, visit) }
    } catch {
      // The next board gets a new connection.
      self.connection = nil
      throw error
    }
  }

  private func connected() throws(JournalFault) -> PostgresConnection {
    if let connection { return connection }
    let url = url
    let opened = try asFault { () throws(PostgresError) in try PostgresConnection(url) }
    connection = opened
    return opened
  }

  /// Nothing: each row is checked when it is read, and the database checks its pages.
  func check() throws(JournalFault) {}

  func stopCheck() {}
}
