import BoardJournal
import BoardModel
import CSQLite

/// The boards of an acquired journal, read by connections of its own.
final class SQLiteBoardSource: BoardSource, @unchecked Sendable {
  private let file: String
  /// The boards when the journal was acquired.
  private let rows: [BoardName: JournaledBoard]
  private let isChecked: Bool
  /// The connection for the check, which lives as long as the source, so that it can be interrupted.
  private let checked: Database?
  /// The connection for replays, opened by the first of them.
  private var reader: Reader?

  private struct Reader {
    let database: Database
    let statements: Statements
  }

  init(_ file: String, _ rows: [BoardName: JournaledBoard], isChecked: Bool) {
    self.file = file
    self.rows = rows
    self.isChecked = isChecked
    checked = isChecked ? nil : try? Database(file, readOnly: true)
  }

  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let row = rows[board] else { return }
    let reader = try opened()
    // One transaction, which sees one state and does not hold the log longer than necessary.
    try asFault { () throws(SQLiteError) in try reader.database.execute("BEGIN") }
    defer { try? reader.database.execute("ROLLBACK") }
    try reader.statements.replay(board, row, visit)
  }

  private func opened() throws(JournalFault) -> Reader {
    if let reader { return reader }
    let file = file
    let opened = try asFault { () throws(SQLiteError) in
      let database = try Database(file, readOnly: true)
      return Reader(database: database, statements: try Statements(database))
    }
    reader = opened
    return opened
  }

  func check() throws(JournalFault) {
    guard !isChecked else { return }
    guard let checked else { throw .failed("\(file) cannot be opened to be checked") }
    try Schema.check(checked)
  }

  func stopCheck() { if let checked { sqlite3_interrupt(checked.raw) } }
}
