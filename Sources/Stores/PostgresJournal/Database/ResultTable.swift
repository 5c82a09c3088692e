import CPostgres

/// The answer to a statement: its rows, or why there are none.
final class ResultTable {
  private let raw: OpaquePointer

  enum Status {
    /// It has rows, or needs none.
    case done
    case refused
    /// A statement before it in the pipeline was refused.
    case skipped
    /// The end of a pipeline.
    case synchronized
  }

  init(_ raw: OpaquePointer) { self.raw = raw }

  deinit { cpostgres_clear(raw) }

  var status: Status {
    switch Int(cpostgres_result_status(raw)) {
    case CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK: .done
    case CPOSTGRES_PIPELINE_ABORTED: .skipped
    case CPOSTGRES_PIPELINE_SYNC: .synchronized
    default: .refused
    }
  }

  /// Why the statement was refused.
  var error: PostgresError {
    let message = cpostgres_result_field(raw, Int32(CPOSTGRES_MESSAGE_PRIMARY))
    let sentence = PostgresConnection.sentence(message ?? cpostgres_result_message(raw))
    guard let state = cpostgres_result_field(raw, Int32(CPOSTGRES_SQLSTATE)) else {
      return .lost(sentence)
    }
    let error = PostgresError.refused(state: String(cString: state), message: sentence)
    return error.kind == .lost ? .lost(sentence) : error
  }

  var rows: [ResultRow] {
    (0..<cpostgres_row_count(raw)).map { ResultRow(table: self, raw: raw, index: $0) }
  }
}

/// A row of a table, whose columns are of the types that the statement selects.
struct ResultRow {
  /// Keeps `raw`.
  fileprivate let table: ResultTable
  fileprivate let raw: OpaquePointer
  fileprivate let index: Int32

  func isNull(_ column: Int32) -> Bool { cpostgres_is_null(raw, index, column) != 0 }

  /// A `bigint`; 0 for null.
  func int(_ column: Int32) -> Int { value(column).reduce(0) { $0 << 8 | Int($1) } }

  func bytes(_ column: Int32) -> [UInt8] { [UInt8](value(column)) }

  func string(_ column: Int32) -> String { String(decoding: value(column), as: UTF8.self) }

  private func value(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: cpostgres_value(raw, index, column), count: Int(cpostgres_length(raw, index, column)))
  }
}
