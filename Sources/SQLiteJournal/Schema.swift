import BoardJournal
import CSQLite

/// The tables, and what marks a file as a journal of this version.
///
/// Bodies are text, so that a person can read the file with the `sqlite3` shell. `sum` is the
/// `Checksum` of the rest of a row.
enum Schema {
  /// "Drop" in ASCII.
  static let applicationID = 0x4472_6F70
  static let version = 1

  static let tables = [
    """
    CREATE TABLE board (
      id TEXT NOT NULL PRIMARY KEY, epoch INTEGER NOT NULL, head INTEGER NOT NULL,
      base INTEGER NOT NULL, policies TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE client (
      id TEXT NOT NULL PRIMARY KEY, token TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE log (
      board TEXT NOT NULL, rev INTEGER NOT NULL, prev INTEGER NOT NULL, epoch INTEGER NOT NULL,
      at INTEGER NOT NULL, client TEXT NOT NULL, origin TEXT, body TEXT NOT NULL,
      sum INTEGER NOT NULL, PRIMARY KEY (board, rev)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE reply (
      client TEXT NOT NULL, seq INTEGER NOT NULL, tag TEXT NOT NULL, digest INTEGER NOT NULL,
      body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (client, seq)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE server (
      key TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE snapshot (
      board TEXT NOT NULL, rev INTEGER NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL,
      PRIMARY KEY (board, rev)
    ) STRICT, WITHOUT ROWID
    """,
  ]

  /// Makes the tables of an empty journal.
  static func create(in database: Database) throws(SQLiteError) {
    try database.execute("BEGIN IMMEDIATE")
    try database.execute(tables.joined(separator: ";"))
    try database.execute("PRAGMA application_id = \(applicationID)")
    try database.execute("PRAGMA user_version = \(version)")
    let mark = Checksum(ServerKey.group, 0).stored
    try database.execute("INSERT INTO server VALUES ('\(ServerKey.group)', 0, \(mark))")
    try database.execute("COMMIT")
  }

  /// Checks that a file is a journal of this version, and whole as far as SQLite can tell.
  ///
  /// - Complexity: O(pages).
  static func check(_ database: Database) throws(JournalFault) {
    try checkKind(database)
    let schema = try database.text("SELECT sql FROM sqlite_schema ORDER BY name")
    guard schema == tables.joined(separator: "\n") else {
      throw .damaged("the journal is damaged: its tables are not those of a journal")
    }
    let answer = try database.text("PRAGMA quick_check(1)")
    guard answer == "ok" else { throw .damaged("the journal is damaged: \(answer)") }
  }

  /// Checks that a file says it is a journal of this version.
  static func checkKind(_ database: Database) throws(JournalFault) {
    guard try database.text("PRAGMA page_count") != "0" else {
      throw .damaged("the journal is damaged: the file is empty")
    }
    guard try database.text("PRAGMA application_id") == String(applicationID) else {
      throw .unusable("this is a database, but no journal of Dropline")
    }
    let found = try database.text("PRAGMA user_version")
    guard found == String(version) else {
      throw .unusable("the journal has version \(found), this program knows \(version)")
    }
  }
}

/// The numbers that a journal keeps for itself, among those it keeps for its holder.
enum ServerKey {
  /// How many groups were committed, acquisitions included.
  static let group = "group"
  /// Is there in a backup that has not been served yet.
  static let restored = "restored"
  static let own: Set = [group, restored]
}
