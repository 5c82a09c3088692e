import BoardJournal
import BoardModel
import CSQLite
import TokenHashing

/// The tables, and the marks of a journal file of this format.
///
/// Bodies are text, readable with the `sqlite3` shell. `JournalEntry` documents their lines: the
/// rows of batches in `log`, lines of sections and items in `snapshot` and, in front of them, in
/// `snapshot_part`, lines of policies in `policy`, lines of replies in `reply`. `sum` is the `Checksum` of the rest of a row, `policy_sum`
/// the sum of those of the board's policies.
///
/// All rows of a board refer to its id; the name is in one row only.
///
/// Bodies may have megabytes. A search in a table `WITHOUT ROWID` reads the whole rows that it meets, bodies
/// included, so tables with long bodies have rowids: a search meets their keys in an index. What a query may
/// want without the body stands in front of it.
enum Schema {
  /// "Drop" in ASCII.
  private static let applicationID = 0x4472_6F70
  /// The format of the tables and of the bodies in them. What an earlier version would drop is a new format, as fields of
  /// items were. A setting that policies did not have before is none: a version that does not know it calls the board
  /// damaged (`BoardReplay`), and serves the others.
  static let format = 10

  static let boardTable = """
    CREATE TABLE board (
      id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, head INTEGER NOT NULL,
      policy_sum INTEGER NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  static let policyTable = """
    CREATE TABLE policy (
      board INTEGER NOT NULL REFERENCES board, target TEXT NOT NULL, body TEXT NOT NULL,
      sum INTEGER NOT NULL, PRIMARY KEY (board, target)
    ) STRICT, WITHOUT ROWID
    """

  static let logTable = """
    CREATE TABLE log (
      board INTEGER NOT NULL REFERENCES board, rev INTEGER NOT NULL, prev INTEGER NOT NULL,
      at INTEGER NOT NULL, client TEXT NOT NULL, origin TEXT, sum INTEGER NOT NULL,
      body TEXT NOT NULL, PRIMARY KEY (board, rev)
    ) STRICT
    """

  static let snapshotTable = """
    CREATE TABLE snapshot (
      board INTEGER NOT NULL REFERENCES board, rev INTEGER NOT NULL, sum INTEGER NOT NULL,
      body TEXT NOT NULL, PRIMARY KEY (board, rev)
    ) STRICT
    """

  static let partTable = """
    CREATE TABLE snapshot_part (
      board INTEGER NOT NULL REFERENCES board, rev INTEGER NOT NULL, part INTEGER NOT NULL,
      sum INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (board, rev, part)
    ) STRICT
    """

  /// `digest` is the SHA-256 hash of the token: 64 hexadecimal digits.
  static let clientTable = """
    CREATE TABLE client (
      id TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  /// By name.
  static let tables = [
    boardTable,
    """
    CREATE TABLE board_number (
      board INTEGER NOT NULL REFERENCES board, key TEXT NOT NULL, value INTEGER NOT NULL,
      sum INTEGER NOT NULL, PRIMARY KEY (board, key)
    ) STRICT, WITHOUT ROWID
    """,
    clientTable,
    """
    CREATE TABLE journal (
      id INTEGER NOT NULL PRIMARY KEY, epoch TEXT NOT NULL, groups INTEGER NOT NULL,
      backup INTEGER NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    logTable,
    """
    CREATE TABLE number (
      key TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    policyTable,
    """
    CREATE TABLE reply (
      client TEXT NOT NULL, seq INTEGER NOT NULL, tag TEXT NOT NULL, digest INTEGER NOT NULL,
      body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (client, seq)
    ) STRICT, WITHOUT ROWID
    """,
    snapshotTable, partTable,
  ]

  /// Creates the tables of an empty journal.
  static func create(in database: Database, _ state: JournalState) throws(SQLiteError) {
    try database.execute("BEGIN IMMEDIATE")
    try database.execute(tables.joined(separator: ";"))
    try database.execute("PRAGMA application_id = \(applicationID)")
    try database.execute("PRAGMA user_version = \(format)")
    try database.execute(
      "INSERT INTO journal VALUES (1, '\(state.epoch)', \(state.groupCount), 0, \(state.checksum))")
    try database.execute("COMMIT")
  }

  /// Checks that a file is a journal of this format, and intact as far as SQLite can detect.
  ///
  /// - Complexity: O(pages).
  static func check(_ database: Database) throws(JournalFault) {
    try checkFormat(database)
    try checkContents(database, of: tables)
  }

  /// Checks that a file has these tables, and is intact as far as SQLite can detect.
  static func checkContents(_ database: Database, of tables: [String]) throws(JournalFault) {
    try checkTables(database, tables)
    let answer = try database.text("PRAGMA quick_check(1)")
    guard answer == "ok" else { throw .damaged("the journal is damaged: \(answer)") }
    guard try database.text("PRAGMA foreign_key_check").isEmpty else {
      throw .damaged("the journal is damaged: it has rows of a board that it does not hold")
    }
  }

  /// Checks that a file has the tables of a journal.
  static func checkTables(
    _ database: Database, _ tables: [String] = tables
  ) throws(JournalFault) {
    let schema = try database.text("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name")
    guard schema == tables.joined(separator: "\n") else {
      throw .damaged("the journal is damaged: its tables are not those of a journal")
    }
  }

  /// Checks the format marks of a file.
  ///
  /// - Parameter earliest: The earliest format that is accepted.
  /// - Returns: The format.
  @discardableResult
  static func checkFormat(
    _ database: Database, from earliest: Int = format
  ) throws(JournalFault) -> Int {
    guard try database.text("PRAGMA page_count") != "0" else {
      throw .damaged("the journal is damaged: the file is empty")
    }
    guard try database.text("PRAGMA application_id") == String(applicationID) else {
      throw .unusable("this is a database, but no journal of Dropline")
    }
    let found = Int(try database.text("PRAGMA user_version")) ?? 0
    guard (earliest...format).contains(found) else {
      throw .unusable(
        """
        the journal has format \(found), made by \(found < format ? "an earlier" : "a later") \
        Dropline; this one reads format \(format). \(advice(for: found))
        """)
    }
    return found
  }

  private static func advice(for format: Int) -> String {
    (earliestFormat..<self.format).contains(format)
      ? "Serve it once with this one, which converts it"
      : "Serve it with the version that made it, or choose another directory"
  }
}

// Clients of the formats in which tokens are stored as they are, and in which the identity of an author is
// a hash of its token that reveals much of it.

extension Schema {
  static let earlierClientTable = """
    CREATE TABLE client (
      id TEXT NOT NULL PRIMARY KEY, token TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  /// The clients with their tokens.
  static func earlierClients(_ database: Database) throws(JournalFault) -> [EarlierClient] {
    let read = try asFault { () throws(SQLiteError) in
      try database.prepare("SELECT id, token, sum FROM client")
    }
    var clients: [EarlierClient] = []
    try read.each([]) { row throws(JournalFault) in
      let (name, token) = (row.string(0), row.string(1))
      guard Checksum(name, token).stored == row.int(2) else { throw .changed("a client") }
      clients.append(EarlierClient(name: name, token: token))
    }
    return clients
  }
}

/// A client with its token.
struct EarlierClient {
  let name: String
  let token: String

  func write(with statements: Statements) throws(SQLiteError) {
    let digest = TokenDigest(of: token).description
    try statements.setClient.run([
      .text(name), .text(digest), .int(Checksum(name, digest).stored),
    ])
  }

  /// Who the client was in the column `client` of a revision. Its identity is the FNV-1a hash of the
  /// token, with the highest bit set.
  var earlierAuthor: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in token.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(name) \(String(hash | 1 << 63, radix: 16))"
  }

  /// Its identity now.
  var identity: UInt64 { TokenDigest(of: token).prefix | 1 << 63 }
}

/// The authors of the revisions in a log, of which those with a token become others.
struct EarlierAuthors {
  /// The identity that each author gets. One whose client is stored no longer gets a random one.
  private var identities: [String: UInt64]
  private let keys: Statement
  private let read: Statement
  private let set: Statement

  init(of clients: [EarlierClient], in database: Database) throws(JournalFault) {
    identities = Dictionary(
      clients.map { ($0.earlierAuthor, $0.identity) }, uniquingKeysWith: { first, _ in first })
    (keys, read, set) = try asFault { () throws(SQLiteError) in
      (
        try database.prepare("SELECT board, rev FROM log WHERE client LIKE '% %'"),
        try database.prepare(
          "SELECT rev, prev, at, client, origin, body, sum FROM log WHERE board = ? AND rev = ?"),
        try database.prepare("UPDATE log SET client = ?, sum = ? WHERE board = ? AND rev = ?")
      )
    }
  }

  /// - Complexity: O(bytes of the log).
  mutating func convert() throws(JournalFault) {
    var rows: [(board: Int, revision: Int)] = []
    try keys.each([]) { row throws(JournalFault) in rows.append((row.int(0), row.int(1))) }
    for row in rows { try convert(row.revision, of: row.board) }
  }

  /// A damaged row stays as it is, so that its board is refused.
  private mutating func convert(_ revision: Int, of board: Int) throws(JournalFault) {
    var found: JournalRevision?
    try read.each([.int(board), .int(revision)]) { row throws(JournalFault) in
      // The checksum has the id of the board and not its name.
      let revision = row.revision(of: "board")
      if Checksum(revision, of: board).stored == row.int(6) { found = revision }
    }
    guard var found, found.identity >> 63 == 1 else { return }
    let identity = identities[found.author] ?? UInt64.random(in: 1 << 63 ... .max)
    identities[found.author] = identity
    found.identity = identity
    try asFault { () throws(SQLiteError) in
      try set.run([
        .text(found.author), .int(Checksum(found, of: board).stored), .int(board), .int(revision),
      ])
    }
  }
}
