/// A statement that a connection prepares when it is first run.
struct Statement: Hashable, Sendable {
  let name: String
  let sql: String
  let parameters: [Kind]

  /// The type of a parameter, by its id in the catalogue of PostgreSQL.
  enum Kind: UInt32, Sendable {
    case bytes = 17
    case int = 20
    case text = 25
    // Lists.
    case manyBytes = 1001
    case texts = 1009
    case ints = 1016

    /// The type of a list of these.
    var list: Kind {
      switch self {
      case .bytes, .manyBytes: .manyBytes
      case .int, .ints: .ints
      case .text, .texts: .texts
      }
    }
  }

  init(_ name: String, _ parameters: [Kind], _ sql: String) {
    self.name = name
    self.parameters = parameters
    self.sql = sql
  }

  static func == (one: Statement, other: Statement) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The statement with its parameters.
  func callAsFunction(_ values: PostgresValue...) -> StatementCall { call(with: values) }

  func call(with values: [PostgresValue]) -> StatementCall {
    precondition(values.count == parameters.count, "\(name) has other parameters.")
    return StatementCall(statement: self, values: values)
  }
}

/// A statement to run, with its parameters.
struct StatementCall: Sendable {
  let statement: Statement
  let values: [PostgresValue]
}

/// A parameter.
enum PostgresValue: Hashable, Sendable {
  case int(Int)
  case text(String)
  case bytes([UInt8])
  case null
  indirect case list(Statement.Kind, [PostgresValue])

  static func ints(_ values: [Int]) -> PostgresValue { .list(.int, values.map { .int($0) }) }

  /// Appends the binary form.
  func encode(to buffer: inout [UInt8]) {
    switch self {
    case .int(let value): buffer.append(Int64(value))
    case .text(let text): buffer.append(contentsOf: text.utf8)
    case .bytes(let bytes): buffer.append(contentsOf: bytes)
    case .null: break
    case .list(let kind, let values): Self.encode(values, kind, to: &buffer)
    }
  }

  /// The number of dimensions, whether there are nulls, the type, the length and the first index; then each value behind
  /// its length.
  private static func encode(
    _ values: [PostgresValue], _ kind: Statement.Kind, to buffer: inout [UInt8]
  ) {
    buffer.append(Int32(values.isEmpty ? 0 : 1))
    buffer.append(Int32(values.contains(.null) ? 1 : 0))
    buffer.append(kind.rawValue)
    guard !values.isEmpty else { return }
    buffer.append(Int32(values.count))
    buffer.append(Int32(1))
    for value in values {
      buffer.append(value.length)
      value.encode(to: &buffer)
    }
  }

  /// The bytes of the binary form of what is in a list; -1 for null.
  private var length: Int32 {
    switch self {
    case .int: 8
    case .text(let text): Int32(text.utf8.count)
    case .bytes(let bytes): Int32(bytes.count)
    case .null: -1
    case .list: preconditionFailure("A list is in no other one.")
    }
  }
}

extension [UInt8] {
  /// Appends a number, the highest byte first.
  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}

// The statements that read spaces, and boards of one of them.

extension Statement {
  static let readBoards = Statement(
    "read_boards", [.ints],
    """
    SELECT b.space, b.id, b.name, greatest(
      coalesce(
        (SELECT max(rev) FROM dropline.log l WHERE l.space = b.space AND l.board = b.id), 0),
      coalesce(
        (SELECT max(rev) FROM dropline.snapshot s WHERE s.space = b.space AND s.board = b.id), 0)),
      p.body
    FROM dropline.board b LEFT JOIN dropline.policy p
      ON p.space = b.space AND p.board = b.id AND p.target = '*'
    WHERE b.space = ANY($1) ORDER BY b.space, b.name COLLATE "C"
    """)
  static let readBoardNumbers = Statement(
    "read_board_numbers", [.ints],
    "SELECT space, board, key, value FROM dropline.board_number WHERE space = ANY($1)")
  static let readNumbers = Statement(
    "read_numbers", [.ints],
    "SELECT space, key, value FROM dropline.number WHERE space = ANY($1)")
  static let readClients = Statement(
    "read_clients", [.ints],
    "SELECT space, name, digest FROM dropline.client WHERE space = ANY($1)")
  static let readReplies = Statement(
    "read_replies", [.ints],
    """
    SELECT space, client, seq, tag, digest, body FROM dropline.reply WHERE space = ANY($1)
    ORDER BY space, client COLLATE "C", seq
    """)

  static let readSnapshot = Statement(
    "read_snapshot", [.int, .int],
    """
    SELECT rev, parts, body, sum FROM dropline.snapshot WHERE space = $1 AND board = $2
    ORDER BY rev LIMIT 1
    """)
  /// One part at a time: they are long.
  static let readPart = Statement(
    "read_part", [.int, .int, .int, .int],
    """
    SELECT body, sum FROM dropline.snapshot_part
    WHERE space = $1 AND board = $2 AND rev = $3 AND part = $4
    """)
  /// The next revisions after one, at most so many.
  static let readRevisions = Statement(
    "read_revisions", [.int, .int, .int, .int],
    """
    SELECT rev, prev, at, client, origin, body, sum FROM dropline.log
    WHERE space = $1 AND board = $2 AND rev > $3 ORDER BY rev LIMIT $4
    """)
  static let readPolicies = Statement(
    "read_policies", [.int, .int],
    """
    SELECT body FROM dropline.policy WHERE space = $1 AND board = $2 ORDER BY target COLLATE "C"
    """)
}

// The statements that write the rarer entries of a group; `RowTable` has the others.

extension Statement {
  static let addBoard = Statement(
    "add_board", [.int, .int, .text],
    "INSERT INTO dropline.board (space, id, name) VALUES ($1, $2, $3)")
  static let renameBoard = Statement(
    "rename_board", [.int, .int, .text],
    "UPDATE dropline.board SET name = $3 WHERE space = $1 AND id = $2")
  /// The deletions of a board.
  static let dropBoard =
    ["log", "snapshot", "snapshot_part", "policy", "board_number"].map {
      Statement(
        "drop_\($0)", [.int, .int], "DELETE FROM dropline.\($0) WHERE space = $1 AND board = $2")
    } + [
      Statement(
        "drop_board", [.int, .int], "DELETE FROM dropline.board WHERE space = $1 AND id = $2")
    ]

  static let trimLog = Statement(
    "trim_log", [.int, .int, .int],
    "DELETE FROM dropline.log WHERE space = $1 AND board = $2 AND rev <= $3")

  static let addSnapshot = Statement(
    "add_snapshot", [.int, .int, .int, .int, .bytes, .int],
    """
    INSERT INTO dropline.snapshot (space, board, rev, parts, body, sum) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (space, board, rev) DO UPDATE SET parts = $4, body = $5, sum = $6
    """)
  static let trimSnapshots = Statement(
    "trim_snapshots", [.int, .int, .int],
    "DELETE FROM dropline.snapshot WHERE space = $1 AND board = $2 AND rev < $3")
  static let addPart = Statement(
    "add_part", [.int, .int, .int, .int, .bytes, .int],
    """
    INSERT INTO dropline.snapshot_part (space, board, rev, part, body, sum)
    VALUES ($1, $2, $3, $4, $5, $6)
    """)
  static let dropParts = Statement(
    "drop_parts", [.int, .int, .int],
    "DELETE FROM dropline.snapshot_part WHERE space = $1 AND board = $2 AND rev = $3")
  static let trimParts = Statement(
    "trim_parts", [.int, .int, .int],
    "DELETE FROM dropline.snapshot_part WHERE space = $1 AND board = $2 AND rev < $3")

  static let setPolicy = Statement(
    "set_policy", [.int, .int, .text, .bytes],
    """
    INSERT INTO dropline.policy (space, board, target, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT (space, board, target) DO UPDATE SET body = $4
    """)
  static let dropPolicy = Statement(
    "drop_one_policy", [.int, .int, .text],
    "DELETE FROM dropline.policy WHERE space = $1 AND board = $2 AND target = $3")
  static let setClient = Statement(
    "set_client", [.int, .text, .text],
    """
    INSERT INTO dropline.client (space, name, digest) VALUES ($1, $2, $3)
    ON CONFLICT (space, name) DO UPDATE SET digest = $3
    """)
  static let dropClient = Statement(
    "drop_client", [.int, .text], "DELETE FROM dropline.client WHERE space = $1 AND name = $2")
  static let trimReplies = Statement(
    "trim_replies", [.int, .text, .int],
    "DELETE FROM dropline.reply WHERE space = $1 AND client = $2 AND seq <= $3")

  static let addDrag = Statement(
    "add_drag", [.int, .int, .bytes],
    """
    INSERT INTO dropline.drag (space, id, body) VALUES ($1, $2, $3)
    ON CONFLICT (space, id) DO UPDATE SET body = $3
    """)
}
