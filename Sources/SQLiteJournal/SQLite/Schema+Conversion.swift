import BoardJournal
import BoardModel
import CSQLite

// Journals of earlier formats: in format 2 all policies of a board are in one row, in format 3 a
// snapshot has no parts, and in format 4 the tokens of clients are stored as they are.

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
    try overwriteWhatIsFree(database)
    try asFault { () throws(SQLiteError) in try database.execute("BEGIN IMMEDIATE") }
    let boards = tables.contains(policyTable) ? nil : try earlierBoards(database)
    let clients = try earlierClients(database)
    try asFault { () throws(SQLiteError) in
      if !tables.contains(partTable) { try database.execute(partTable) }
      try database.execute("DROP TABLE client; \(clientTable)")
      if boards != nil { try database.execute("DROP TABLE board; \(boardTable); \(policyTable)") }
      let statements = try Statements(database)
      for board in boards ?? [] { try board.write(with: statements) }
      for client in clients { try client.write(with: statements) }
    }
    var authors = try EarlierAuthors(of: clients, in: database)
    try authors.convert()
    try asFault { () throws(SQLiteError) in
      try database.execute("PRAGMA user_version = \(format); COMMIT")
      try database.execute("PRAGMA secure_delete = FAST")
    }
    try copyLog(database)
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
    let withTokens = tables.map { $0 == clientTable ? earlierClientTable : $0 }
    guard format < 4 else { return withTokens }
    let withoutParts = withTokens.filter { $0 != partTable }
    guard format < 3 else { return withoutParts }
    return withoutParts.filter { $0 != policyTable }
      .map { $0 == boardTable ? earlierBoardTable : $0 }
  }

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
