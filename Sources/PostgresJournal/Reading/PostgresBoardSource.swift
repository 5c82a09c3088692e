import BoardJournal
import BoardModel

/// The boards of an acquired space, read by a connection of their own.
final class PostgresBoardSource: BoardSource, @unchecked Sendable {
  private let connector: PostgresConnector
  private let space: Int
  /// The boards when the space was acquired.
  private let boards: [BoardName: SpaceBoard]
  private let patience: Patience

  init(_ url: StoreURL, _ space: Int, _ boards: [BoardName: SpaceBoard], _ patience: Patience) {
    connector = PostgresConnector(url)
    self.space = space
    self.boards = boards
    self.patience = patience
  }

  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let row = boards[board] else { return }
    do throws(JournalFault) {
      try SpaceReader(connector, of: space, within: patience.answer)
        .reading { reader throws(JournalFault) in try reader.replay(board, row, visit) }
    } catch {
      // The next board gets a new connection.
      connector.drop()
      throw error
    }
  }

  /// Nothing: each row is checked when it is read, and the database checks its pages.
  func check() throws(JournalFault) {}

  func stopCheck() {}
}
