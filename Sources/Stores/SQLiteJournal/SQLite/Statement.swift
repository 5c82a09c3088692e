import BoardJournal
import CSQLite

/// A prepared statement, which lives as long as its connection.
///
/// Its parameters stay bound until it runs again, which binds all of them: SQLite reads them only while it runs, and
/// so uses their memory again.
final class Statement {
  /// The value of a parameter.
  enum Value {
    case int(Int)
    case text(String)
    case bytes([UInt8])
    case null
  }

  private let raw: OpaquePointer
  /// A strong reference, because a connection with live statements is not really closed.
  private let database: Database

  init(_ raw: OpaquePointer, of database: Database) {
    self.raw = raw
    self.database = database
  }

  deinit { sqlite3_finalize(raw) }

  /// Runs a statement that has no results.
  ///
  /// - Parameters:
  ///   - values: The parameters in order; they are copied, so they should be short.
  ///   - body: The last parameter, not copied.
  func run(_ values: [Value], body: [UInt8]) throws(SQLiteError) {
    let status = body.withUnsafeBytes { bytes in
      let position = Int32(values.count + 1)
      let count = UInt64(bytes.count)
      let status = csqlite_bind_kept_text(raw, position, bytes.baseAddress, count)
      return status == SQLITE_OK ? finish(values) : status
    }
    try database.check(status)
  }

  /// Runs a statement that has no results.
  func run(_ values: [Value]) throws(SQLiteError) {
    try database.check(finish(values))
  }

  /// Binds, steps to the end and resets the statement.
  private func finish(_ values: [Value]) -> Int32 {
    var status = bind(values)
    guard status == SQLITE_OK else { return status }
    repeat { status = sqlite3_step(raw) } while status == SQLITE_ROW
    let final = sqlite3_reset(raw)
    return status == SQLITE_DONE ? final : status
  }

  /// Runs a query whose result is one number.
  func count(_ values: [Value]) throws(SQLiteError) -> Int {
    defer { sqlite3_reset(raw) }
    var status = bind(values)
    if status == SQLITE_OK { status = sqlite3_step(raw) }
    if status == SQLITE_ROW { return ResultRow(raw: raw).int(0) }
    throw error(status)
  }

  /// Runs a query whose results are numbers.
  func numbers(_ values: [Value]) throws(SQLiteError) -> [Int] {
    defer { sqlite3_reset(raw) }
    var numbers: [Int] = []
    var status = bind(values)
    guard status == SQLITE_OK else { throw error(status) }
    while true {
      status = sqlite3_step(raw)
      guard status == SQLITE_ROW else { break }
      numbers.append(ResultRow(raw: raw).int(0))
    }
    guard status == SQLITE_DONE else { throw error(status) }
    return numbers
  }

  private func error(_ status: Int32) -> SQLiteError {
    SQLiteError(code: status, message: String(cString: sqlite3_errmsg(database.raw)))
  }

  /// Runs a query.
  ///
  /// - Parameter visit: Receives each row, valid only during the call.
  func each(
    _ values: [Value], _ visit: (ResultRow) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    defer { sqlite3_reset(raw) }
    var status = bind(values)
    if status == SQLITE_OK { status = sqlite3_step(raw) }
    while status == SQLITE_ROW {
      try visit(ResultRow(raw: raw))
      status = sqlite3_step(raw)
    }
    guard status == SQLITE_DONE else {
      throw SQLiteError(code: status, message: String(cString: sqlite3_errmsg(database.raw))).fault
    }
  }

  private func bind(_ values: [Value]) -> Int32 {
    for (index, value) in values.enumerated() {
      let status = bind(value, at: Int32(index + 1))
      if status != SQLITE_OK { return status }
    }
    return SQLITE_OK
  }

  private func bind(_ value: Value, at position: Int32) -> Int32 {
    switch value {
    case .int(let number): return sqlite3_bind_int64(raw, position, Int64(number))
    case .bytes(let bytes): return bind(copy: bytes, at: position)
    case .null: return sqlite3_bind_null(raw, position)
    case .text(var text):
      return text.withUTF8 {
        csqlite_bind_copied_text(raw, position, $0.baseAddress, UInt64($0.count))
      }
    }
  }

  private func bind(copy bytes: [UInt8], at position: Int32) -> Int32 {
    bytes.withUnsafeBytes {
      csqlite_bind_copied_text(raw, position, $0.baseAddress, UInt64($0.count))
    }
  }
}

/// The current row of a query.
struct ResultRow {
  fileprivate let raw: OpaquePointer

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(raw, column)) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(raw, column) else { return [] }
    return [UInt8](
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))))
  }

  /// The text. Invalid UTF-8 is repaired; the checksum then fails.
  func string(_ column: Int32) -> String {
    guard let start = sqlite3_column_blob(raw, column) else { return "" }
    let bytes = UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(raw, column)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
