/// A statement that a connection prepares when it is first run.
struct Statement: Hashable {
  let name: String
  let sql: String
  let parameters: [Kind]

  /// The type of a parameter, by its id in the catalogue of PostgreSQL.
  enum Kind: UInt32 {
    case bytes = 17
    case int = 20
    case text = 25
  }

  init(_ name: String, _ parameters: [Kind], _ sql: String) {
    self.name = name
    self.parameters = parameters
    self.sql = sql
  }

  static func == (one: Statement, other: Statement) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The statement with its parameters.
  func callAsFunction(_ values: PostgresValue...) -> StatementCall {
    precondition(values.count == parameters.count, "\(name) has other parameters.")
    return StatementCall(statement: self, values: values)
  }
}

/// A statement to run, with its parameters.
struct StatementCall {
  let statement: Statement
  let values: [PostgresValue]
}

/// A parameter.
enum PostgresValue: Hashable {
  case int(Int)
  case text(String)
  case bytes([UInt8])
  case null

  /// Appends the binary form.
  func encode(to buffer: inout [UInt8]) {
    switch self {
    case .int(let value):
      withUnsafeBytes(of: Int64(value).bigEndian) { buffer.append(contentsOf: $0) }
    case .text(let text): buffer.append(contentsOf: text.utf8)
    case .bytes(let bytes): buffer.append(contentsOf: bytes)
    case .null: break
    }
  }
}
