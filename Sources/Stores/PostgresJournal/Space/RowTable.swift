/// A kind of rows that most groups write, and how one statement writes those of all groups of a commit.
struct RowTable: Sendable {
  /// The names and types of the columns. The first one is the space.
  private let columns: [(name: String, kind: Statement.Kind)]
  /// The rows of a group, without the space.
  private let rows: @Sendable (GroupRows) -> [[PostgresValue]]
  /// What writes rows with columns of these names.
  private let sql: @Sendable (_ names: String, _ rows: String) -> String

  /// Those of most commits.
  static let usual: [RowTable] = [
    RowTable(
      columns: [
        ("space", .int), ("board", .int), ("rev", .int), ("prev", .int), ("at", .int),
        ("client", .text), ("origin", .text), ("body", .bytes), ("sum", .int),
      ], rows: \.revisions, sql: { insert(into: "log", $0, $1) }),
    RowTable(
      columns: [
        ("space", .int), ("client", .text), ("seq", .int), ("tag", .text), ("digest", .int),
        ("body", .bytes),
      ], rows: \.replies, sql: { insert(into: "reply", $0, $1) }),
  ]

  static let all: [RowTable] =
    usual + [
      RowTable(
        columns: [("space", .int), ("client", .text), ("seq", .int)], rows: \.replyTrims,
        sql: { delete(from: "reply", $0, $1, where: "d.client = r.client AND d.seq <= r.seq") }),
      RowTable(
        columns: [("space", .int), ("board", .int), ("key", .text), ("value", .int)],
        rows: \.boardNumbers, sql: { set(in: "board_number", $0, $1, by: "space, board, key") }),
      RowTable(
        columns: [("space", .int), ("key", .text), ("value", .int)], rows: \.numbers,
        sql: { set(in: "number", $0, $1, by: "space, key") }),
      RowTable(
        columns: [("space", .int), ("key", .text)], rows: \.droppedNumbers,
        sql: { delete(from: "number", $0, $1, where: "d.key = r.key") }),
    ]

  private static func insert(into table: String, _ names: String, _ rows: String) -> String {
    "INSERT INTO dropline.\(table) (\(names)) SELECT \(names) FROM \(rows)"
  }

  private static func set(
    in table: String, _ names: String, _ rows: String, by key: String
  ) -> String {
    "\(insert(into: table, names, rows)) ON CONFLICT (\(key)) DO UPDATE SET value = excluded.value"
  }

  private static func delete(
    from table: String, _ names: String, _ rows: String, where match: String
  ) -> String {
    """
    DELETE FROM dropline.\(table) d USING (SELECT \(names) FROM \(rows)) r
    WHERE d.space = r.space AND \(match)
    """
  }

  // MARK: Statements

  /// The types of the parameters that `parts` needs.
  static func kinds(of tables: [RowTable]) -> [Statement.Kind] {
    tables.flatMap { $0.columns.map(\.kind.list) }
  }

  /// The parts of a statement that write the rows of spaces that are in `counted`.
  ///
  /// - Parameter number: Of the first parameter.
  static func parts(of tables: [RowTable], from number: Int) -> String {
    var number = number
    let parts = tables.enumerated().map { index, table in
      defer { number += table.columns.count }
      return "rows_\(index) AS (\(table.part(from: number)))"
    }
    return parts.joined(separator: ",\n")
  }

  private func part(from number: Int) -> String {
    let names = columns.map(\.name).joined(separator: ", ")
    let lists = columns.indices.map { "$\(number + $0)" }.joined(separator: ", ")
    // So the planner makes no join of it, which would compare each row with each space.
    return sql(
      names, "unnest(\(lists)) AS u(\(names)) WHERE (space IN (SELECT id FROM counted)) IS TRUE")
  }

  /// The parameters for the rows of groups of these spaces.
  static func values(
    _ groups: [(space: Int, rows: GroupRows)], of tables: [RowTable] = all
  ) -> [PostgresValue] {
    tables.flatMap { table in
      let rows = groups.flatMap { space, rows in
        table.rows(rows).map { (space: space, values: $0) }
      }
      return table.columns.enumerated().map { index, column in
        let values = rows.map { index == 0 ? PostgresValue.int($0.space) : $0.values[index - 1] }
        return PostgresValue.list(column.kind, values)
      }
    }
  }
}

/// The rows of a group that one statement writes, in any order.
struct GroupRows {
  private(set) var revisions: [[PostgresValue]] = []
  private(set) var replies: [[PostgresValue]] = []
  /// Up to which number replies to clients are deleted: those before this group.
  private(set) var replyTrims: [[PostgresValue]] = []
  /// The last value of each board and key.
  private var valuesOfBoards: [[PostgresValue]: PostgresValue] = [:]
  /// The last value of each key; null if it is deleted.
  private var values: [PostgresValue: PostgresValue] = [:]

  var boardNumbers: [[PostgresValue]] { valuesOfBoards.map { $0.key + [$0.value] } }
  var numbers: [[PostgresValue]] { values.compactMap { $1 == .null ? nil : [$0, $1] } }
  var droppedNumbers: [[PostgresValue]] { values.compactMap { $1 == .null ? [$0] : nil } }

  var isEmpty: Bool { revisions.isEmpty && replies.isEmpty && isUsual }

  /// Whether the usual tables have all of them.
  var isUsual: Bool { replyTrims.isEmpty && valuesOfBoards.isEmpty && values.isEmpty }

  mutating func add(revision: PostgresValue...) { revisions.append(revision) }

  mutating func add(reply: PostgresValue...) { replies.append(reply) }

  mutating func trimReplies(to client: PostgresValue, upTo number: Int) {
    replyTrims.append([client, .int(number)])
  }

  mutating func set(_ key: String, of board: Int, to value: Int) {
    valuesOfBoards[[.int(board), .text(key)]] = .int(value)
  }

  mutating func set(_ key: String, to value: Int?) {
    values[.text(key)] = value.map { .int($0) } ?? .null
  }
}

/// How the groups of several spaces are committed together whose rows are in some tables. No space waits for another one for
/// long, or fails because of one.
struct GroupCommit: Sendable {
  let tables: [RowTable]
  /// Waits for rows that somebody has locked, and takes less time.
  let waiting: Statement
  /// Leaves the spaces out whose rows somebody has locked.
  let unlocked: Statement

  /// Of the usual rows alone, which takes less time.
  static let usual = GroupCommit("usual_groups", RowTable.usual)
  static let all = GroupCommit("groups", RowTable.all)

  private init(_ name: String, _ tables: [RowTable]) {
    let free = """
      CROSS JOIN LATERAL (
        SELECT FROM dropline.space s
        WHERE s.id = w.id AND s.term = w.term AND s.groups = w.groups FOR UPDATE SKIP LOCKED
      ) l
      """
    self.tables = tables
    waiting = Statement.committing("commit_\(name)", tables, of: "")
    unlocked = Statement.committing("commit_unlocked_\(name)", tables, of: free)
  }
}

extension Statement {
  /// What a statement of a `GroupCommit` says of a space.
  enum GroupFate: Int {
    case counted
    /// Somebody has locked its row, or a standby was promoted: whoever commits it singly is told.
    case locked
    /// Its holder has another term, or has counted another number of groups.
    case overtaken
  }

  /// Counts a group of each of these spaces whose holder has this term and has counted so many groups, unless a promotion
  /// may have lost that it has another holder, and writes the rows of the groups that it has counted. It says of each space
  /// what became of its group.
  ///
  /// - Parameter unlocked: What is behind the wanted spaces to take only some.
  fileprivate static func committing(
    _ name: String, _ tables: [RowTable], of unlocked: String
  ) -> Statement {
    Statement(
      name, [.ints, .ints, .ints, .ints] + RowTable.kinds(of: tables),
      """
      WITH wanted AS MATERIALIZED (SELECT * FROM unnest($1, $2, $3, $4) AS w(id, term, groups, heads)),
      free AS MATERIALIZED (SELECT w.* FROM wanted w \(unlocked)),
      present AS MATERIALIZED (SELECT \(timeline) AS timeline, \(isConfirmed) AS is_confirmed),
      counted AS (
        UPDATE dropline.space s SET groups = free.groups + 1, heads = free.heads,
          heads_at = free.groups + 1, timeline = present.timeline, is_confirmed = present.is_confirmed
        FROM free, present
        WHERE s.id = free.id AND s.term = free.term AND s.groups = free.groups
          AND NOT \(mayLackGroups("s", since: "present.timeline"))
        RETURNING s.id
      ),
      \(RowTable.parts(of: tables, from: 5))
      SELECT id, 0::bigint FROM counted UNION ALL
      SELECT w.id, CASE WHEN s.term = w.term AND s.groups = w.groups THEN 1 ELSE 2 END::bigint
      FROM wanted w LEFT JOIN dropline.space s ON s.id = w.id
      WHERE (w.id IN (SELECT id FROM counted)) IS NOT TRUE
      """)
  }

  /// Writes rows of a space in a transaction that has counted a group of it.
  static let writeRows = Statement(
    "write_rows", [.int] + RowTable.kinds(of: RowTable.all),
    """
    WITH counted AS (SELECT $1 AS id), \(RowTable.parts(of: RowTable.all, from: 2))
    SELECT id FROM counted
    """)
}
