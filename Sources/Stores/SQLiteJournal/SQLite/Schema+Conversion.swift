import BoardJournal
import BoardModel
import CSQLite

// Journals of earlier formats: in format 2 all policies of a board are in one row, in format 3 a
// snapshot has no parts, in format 4 the tokens of clients are stored as they are, in format 5 each
// search reads the bodies of revisions and snapshots that it meets, in format 6 no revision leaps, in
// format 7 no board has a title, in format 8 no item has fields, and in format 9 no section asks for them.

extension Schema {
  /// The earliest format that can be converted.
  static let earliestFormat = 2

  /// Converts the journal of an earlier format, in one transaction. No effect on this format.
  ///
  /// Afterwards neither a page of the file nor the write-ahead log has a token.
  ///
  /// - Throws: `JournalFault`, and the journal holds what it held.
  /// - Complexity: O(pages) if it is converted.
  static func convert(_ database: Database) throws(JournalFault) {
    let found = try checkFormat(database, from: earliestFormat)
    guard found < format else { return }
    let tables = tables(ofFormat: found)
    try checkContents(database, of: tables)
    if found < 5 { try overwriteWhatIsFree(database) }
    try asFault { () throws(SQLiteError) in try database.execute("BEGIN IMMEDIATE") }
    let boards = tables.contains(policyTable) ? nil : try earlierBoards(database)
    let clients = tables.contains(clientTable) ? nil : try earlierClients(database)
    try asFault { () throws(SQLiteError) in
      try convertBodies(of: tables, in: database)
      if clients != nil { try database.execute("DROP TABLE client; \(clientTable)") }
      if boards != nil { try database.execute("DROP TABLE board; \(boardTable); \(policyTable)") }
      let statements = try Statements(database)
      for board in boards ?? [] { try board.write(with: statements) }
      for client in clients ?? [] { try client.write(with: statements) }
    }
    if let clients {
      var authors = try EarlierAuthors(of: clients, in: database)
      try authors.convert()
    }
    try asFault { () throws(SQLiteError) in
      try database.execute("PRAGMA user_version = \(format); COMMIT")
      try database.execute("PRAGMA secure_delete = FAST")
    }
    try copyLog(database)
  }

  /// Moves revisions and snapshots to tables in which a search does not read their bodies.
  ///
  /// - Complexity: O(bytes).
  private static func convertBodies(
    of tables: [String], in database: Database
  ) throws(SQLiteError) {
    for table in bodyTables {
      guard tables.contains(table.earlier) else {
        if !tables.contains(table.present) { try database.execute(table.present) }
        continue
      }
      try database.execute(
        """
        ALTER TABLE \(table.name) RENAME TO earlier; \(table.present);
        INSERT INTO \(table.name) (\(table.columns)) SELECT \(table.columns) FROM earlier;
        DROP TABLE earlier
        """)
    }
  }

  /// Overwrites what was deleted before, and lets the transactions that follow overwrite what they delete.
  ///
  /// - Complexity: O(pages).
  private static func overwriteWhatIsFree(_ database: Database) throws(JournalFault) {
    try asFault { () throws(SQLiteError) in
      try database.execute("PRAGMA secure_delete = ON; VACUUM")
    }
    try copyLog(database)
  }

  /// Empties the write-ahead log, if there is one.
  private static func copyLog(_ database: Database) throws(JournalFault) {
    _ = try database.text("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The tables of an earlier format.
  private static func tables(ofFormat format: Int) -> [String] {
    guard format < 6 else { return tables }
    let withBodies = tables.map { table in
      bodyTables.first { $0.present == table }?.earlier ?? table
    }
    guard format < 5 else { return withBodies }
    let withTokens = withBodies.map { $0 == clientTable ? earlierClientTable : $0 }
    guard format < 4 else { return withTokens }
    let withoutParts = withTokens.filter { $0 != earlierPartTable }
    guard format < 3 else { return withoutParts }
    return withoutParts.filter { $0 != policyTable }
      .map { $0 == boardTable ? earlierBoardTable : $0 }
  }

  /// A table whose rows have long bodies.
  typealias BodyTable = (name: String, columns: String, present: String, earlier: String)

  static let bodyTables: [BodyTable] = [
    (
      "log", "board, rev, prev, at, client, origin, body, sum", logTable,
      """
      CREATE TABLE log (
        board INTEGER NOT NULL REFERENCES board, rev INTEGER NOT NULL, prev INTEGER NOT NULL,
        at INTEGER NOT NULL, client TEXT NOT NULL, origin TEXT, body TEXT NOT NULL,
        sum INTEGER NOT NULL, PRIMARY KEY (board, rev)
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "snapshot", "board, rev, body, sum", snapshotTable,
      """
      CREATE TABLE snapshot (
        board INTEGER NOT NULL REFERENCES board, rev INTEGER NOT NULL, body TEXT NOT NULL,
        sum INTEGER NOT NULL, PRIMARY KEY (board, rev)
      ) STRICT, WITHOUT ROWID
      """
    ),
    ("snapshot_part", "board, rev, part, body, sum", partTable, earlierPartTable),
  ]

  private static let earlierPartTable = """
    CREATE TABLE snapshot_part (
      board INTEGER NOT NULL REFERENCES board, rev INTEGER NOT NULL, part INTEGER NOT NULL,
      body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (board, rev, part)
    ) STRICT, WITHOUT ROWID
    """

  private static let earlierBoardTable = """
    CREATE TABLE board (
      id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, head INTEGER NOT NULL,
      policies TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  private static func earlierBoards(_ database: Database) throws(JournalFault) -> [EarlierBoard] {
    let read = try asFault { () throws(SQLiteError) in
      try database.prepare("SELECT id, name, head, policies, sum FROM board")
    }
    var boards: [EarlierBoard] = []
    try read.each([]) { row throws(JournalFault) in
      guard let name = BoardName(row.string(1)) else { throw .changed("the name of a board") }
      let board = EarlierBoard(
        id: row.int(0), name: name, head: row.int(2), policies: row.bytes(3))
      guard board.checksum == row.int(4) else { throw .changed("board \(name)") }
      boards.append(board)
    }
    return boards
  }
}

/// A board with all its policies, a line for each target.
private struct EarlierBoard {
  let id: Int
  let name: BoardName
  let head: Int
  let policies: [UInt8]

  var checksum: Int {
    JournaledBoard(id: id, head: head, policySum: Checksum(policies).value).checksum(of: name)
  }

  func write(with statements: Statements) throws(SQLiteError) {
    var board = JournaledBoard(id: id, head: head)
    for line in policies.split(separator: 0x0A) {
      let target = JournalEntry.target(ofPolicy: line)
      let body = Array(line) + [0x0A]
      let sum = Checksum(policy: body, of: target, on: id)
      try statements.setPolicy.run([.int(id), .text(target), .int(sum.stored)], body: body)
      board.policySum &+= sum.value
    }
    try statements.addBoard.run([
      .int(id), .text(name.string), .int(head), .int(Int(truncatingIfNeeded: board.policySum)),
      .int(board.checksum(of: name)),
    ])
  }
}
