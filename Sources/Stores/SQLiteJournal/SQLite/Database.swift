import BoardJournal
import CSQLite

/// An error of SQLite.
struct SQLiteError: Error, Hashable {
  /// The extended result code.
  let code: Int32
  let message: String

  /// The code without its extension.
  var primaryCode: Int32 { code & 0xFF }

  /// The journal fault that the error means for a reader.
  var fault: JournalFault {
    switch primaryCode {
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged("the journal is damaged: \(self)")
    case SQLITE_CANTOPEN:
      .failed("the journal cannot be opened; its directory must be writable, also to read: \(self)")
    default: .failed("the journal cannot be used: \(self)")
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  var description: String { "\(message) (SQLite \(code))" }
}

/// Maps SQLite errors of a body that only reads or prepares to journal faults.
func asFault<Result>(_ body: () throws(SQLiteError) -> Result) throws(JournalFault) -> Result {
  do { return try body() } catch { throw error.fault }
}

/// One connection to a database, used by one thread at a time.
final class Database {
  let raw: OpaquePointer

  /// Lets SQLite count no memory, once and before anything else: each allocation would take a lock for that,
  /// and nobody asks.
  private static let settings: Int32 = csqlite_count_no_memory()

  /// Opens a file that exists.
  init(_ path: String, readOnly: Bool = false) throws(SQLiteError) {
    _ = Self.settings
    let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    var opened: OpaquePointer?
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard status == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw SQLiteError(code: status, message: message)
    }
    raw = opened
    sqlite3_busy_timeout(raw, 5_000)
  }

  deinit { sqlite3_close_v2(raw) }

  /// Whether a transaction is under way.
  var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes64(raw)) }

  /// Runs statements without parameters and without results.
  func execute(_ sql: String) throws(SQLiteError) {
    try check(sqlite3_exec(raw, sql, nil, nil, nil))
  }

  /// Prepares a reusable statement.
  func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var statement: OpaquePointer?
    let status = sqlite3_prepare_v3(
      raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    try check(status)
    return Statement(statement!, of: self)
  }

  /// The first column of a query, one line for each row.
  func text(_ sql: String) throws(JournalFault) -> String {
    let statement = try asFault { () throws(SQLiteError) in try prepare(sql) }
    var lines: [String] = []
    try statement.each([]) { row throws(JournalFault) in lines.append(row.string(0)) }
    return lines.joined(separator: "\n")
  }

  func check(_ status: Int32) throws(SQLiteError) {
    guard status != SQLITE_OK else { return }
    throw SQLiteError(code: status, message: String(cString: sqlite3_errmsg(raw)))
  }
}
