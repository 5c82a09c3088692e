import BoardJournal
import BoardModel
import Glibc

/// A consistent snapshot of a journal or a backup, readable while another process serves it.
///
/// It does not disturb the serving process, except that the write-ahead log may grow as long as the
/// reader exists.
public final class JournalReader {
  private let file: String
  private let database: Database
  private let statements: Statements
  private let rows: [BoardName: JournaledBoard]
  /// The boards of the snapshot, sorted by name.
  public let boards: [StoredBoard]

  /// Opens the journal of a directory.
  ///
  /// - Throws: `JournalFault` if there is none, or if it is damaged.
  public convenience init(of directory: String) throws(JournalFault) {
    try self.init(file: "\(directory)/journal.db")
  }

  /// Opens the file of a journal or a backup.
  ///
  /// - Throws: `JournalFault` if it is not a journal, or if it cannot be read.
  public init(file: String) throws(JournalFault) {
    guard access(file, R_OK) == 0 else {
      throw .unusable("\(file) cannot be read: \(systemMessage())")
    }
    self.file = file
    let database = try asFault { () throws(SQLiteError) in try Database(file, readOnly: true) }
    try Schema.checkFormat(database)
    self.database = database
    statements = try asFault { () throws(SQLiteError) in
      try database.execute("BEGIN")
      return try Statements(database)
    }
    let rows = try statements.boards()
    boards = rows.map(\.board)
    self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.board.name, $0.row) })
  }

  /// The epoch of what is stored.
  ///
  /// - Throws: `JournalFault.damaged` if it cannot be read.
  public func epoch() throws(JournalFault) -> Epoch { try statements.state().epoch }

  /// Visits the steps of a board to its head, as `Journal.replay` does.
  ///
  /// - Parameter board: One of `boards`.
  public func replay(
    _ board: StoredBoard, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    try statements.replay(board.name, rows[board.name]!, visit)
  }

  /// Reads everything and verifies all checksums.
  ///
  /// - Throws: `JournalFault.damaged`.
  /// - Complexity: O(stored bytes).
  func check() throws(JournalFault) {
    try Schema.check(database)
    _ = try statements.state()
    _ = try statements.numbers()
    _ = try statements.clients()
    for board in boards { try replay(board) { _ in } }
  }

  func size() throws(JournalFault) -> JournalSize {
    var status = stat()
    guard stat(file, &status) == 0 else {
      throw .failed("\(file) cannot be read: \(systemMessage())")
    }
    let revisions = try database.text("SELECT count(*) FROM log")
    return JournalSize(
      boards: boards.count, revisions: Int(revisions) ?? 0, bytes: Int(status.st_size))
  }
}

/// The size of a journal or a backup.
public struct JournalSize: Hashable, Sendable {
  public let boards: Int
  /// The individually stored revisions of all boards, after their snapshots.
  public let revisions: Int
  public let bytes: Int
}
