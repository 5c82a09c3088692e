import BoardJournal
import BoardModel
import Glibc

/// One moment of a journal, or a backup, to be read while another process may serve it.
///
/// It takes nothing away from whoever serves the journal: as long as it lives, the write-ahead log
/// may grow, and that is all.
public final class JournalReader {
  private let file: String
  private let database: Database
  private let statements: Statements
  private let ids: [BoardName: Int]
  /// The boards as they were at that moment, by name.
  public let boards: [StoredBoard]

  /// Opens the journal of a directory.
  ///
  /// - Throws: `JournalFault` if there is none, or if it cannot be trusted.
  public convenience init(of directory: String) throws(JournalFault) {
    try self.init(file: "\(directory)/journal.db")
  }

  /// Opens a journal or a backup by the name of its file.
  ///
  /// - Throws: `JournalFault` if it is no journal, or if it cannot be read.
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
    ids = Dictionary(uniqueKeysWithValues: rows.map { ($0.board.name, $0.id) })
  }

  /// Visits the steps of a board to its head, as `Journal.replay` does.
  ///
  /// - Parameter board: One of `boards`.
  public func replay(
    _ board: StoredBoard, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    try statements.replay(board.name, id: ids[board.name]!, to: board.head, visit)
  }

  /// Reads everything, and finds out whether it is as it was written.
  ///
  /// - Throws: `JournalFault.damaged`.
  /// - Complexity: O(bytes kept).
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

/// How much a journal or a backup holds.
public struct JournalSize: Hashable, Sendable {
  public let boards: Int
  /// The revisions of all boards that are kept one by one, behind their snapshots.
  public let revisions: Int
  public let bytes: Int
}
