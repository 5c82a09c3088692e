import BoardCore
import BoardJournal

/// The statements of a journal, prepared once.
struct Statements {
  let begin, commit, rollback: Statement
  let countGroup, readNumbers, setNumber, dropNumber: Statement
  let readBoards, addBoard, moveHead, setPolicies, acquireBoard: Statement
  let addRevision, readRevisions: Statement
  let addSnapshot, readSnapshot, hasSnapshot: Statement
  let trimLog, trimSnapshots: Statement
  let readClients, setClient, dropClient: Statement
  let readReplies, lastReply, addReply, trimReplies, dropReplies: Statement

  init(_ database: Database) throws(SQLiteError) {
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    rollback = try database.prepare("ROLLBACK")
    countGroup = try database.prepare(
      "UPDATE server SET value = ?, sum = ? WHERE key = 'group' AND value = ?")
    readNumbers = try database.prepare("SELECT key, value, sum FROM server")
    setNumber = try database.prepare(
      "INSERT OR REPLACE INTO server (key, value, sum) VALUES (?, ?, ?)")
    dropNumber = try database.prepare("DELETE FROM server WHERE key = ?")
    readBoards = try database.prepare(
      "SELECT id, epoch, head, base, policies, sum FROM board ORDER BY id")
    addBoard = try database.prepare(
      "INSERT OR IGNORE INTO board (id, epoch, head, base, policies, sum) VALUES (?, 1, ?, 0, '', ?)"
    )
    moveHead = try database.prepare(
      "UPDATE board SET head = ?, sum = ? WHERE id = ? AND epoch = ? AND head = ?")
    setPolicies = try database.prepare("UPDATE board SET sum = ?, policies = ?3 WHERE id = ?2")
    acquireBoard = try database.prepare(
      "UPDATE board SET epoch = ?, head = ?, base = ?, sum = ? WHERE id = ?")
    addRevision = try database.prepare(
      """
      INSERT INTO log (board, rev, prev, epoch, at, client, origin, sum, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    readRevisions = try database.prepare(
      """
      SELECT rev, prev, epoch, at, client, origin, body, sum
      FROM log WHERE board = ? AND rev > ? ORDER BY rev
      """)
    addSnapshot = try database.prepare(
      "INSERT OR REPLACE INTO snapshot (board, rev, sum, body) VALUES (?, ?, ?, ?)")
    readSnapshot = try database.prepare(
      "SELECT rev, body, sum FROM snapshot WHERE board = ? ORDER BY rev LIMIT 1")
    hasSnapshot = try database.prepare(
      "SELECT count(*) FROM snapshot WHERE board = ? AND rev = ?")
    trimLog = try database.prepare("DELETE FROM log WHERE board = ? AND rev <= ?")
    trimSnapshots = try database.prepare("DELETE FROM snapshot WHERE board = ? AND rev < ?")
    readClients = try database.prepare("SELECT id, token, sum FROM client ORDER BY id")
    setClient = try database.prepare(
      "INSERT OR REPLACE INTO client (id, token, sum) VALUES (?, ?, ?)")
    dropClient = try database.prepare("DELETE FROM client WHERE id = ?")
    readReplies = try database.prepare(
      "SELECT client, seq, tag, digest, body, sum FROM reply ORDER BY client, seq")
    lastReply = try database.prepare("SELECT coalesce(max(seq), 0) FROM reply WHERE client = ?")
    addReply = try database.prepare(
      "INSERT INTO reply (client, seq, tag, digest, sum, body) VALUES (?, ?, ?, ?, ?, ?)")
    trimReplies = try database.prepare("DELETE FROM reply WHERE client = ? AND seq <= ?")
    dropReplies = try database.prepare("DELETE FROM reply WHERE client = ?")
  }

  /// How many groups were committed.
  ///
  /// - Throws: `JournalFault.damaged` if the witness knows of more.
  func groupCount(witness: Witness, in directory: DataDirectory) throws(JournalFault) -> Int {
    let numbers = try numbers()
    guard let count = numbers[ServerKey.group] else {
      throw .damaged("the journal is damaged: it does not know how many groups it holds")
    }
    guard numbers[ServerKey.restored] != nil || count >= witness.count else {
      throw .damaged(
        """
        the journal has lost something: it ends after group \(count), and group \(witness.count) \
        was committed. To serve what is left, remove \(directory.witness)
        """)
    }
    return count
  }

  /// All numbers, the journal's own among them.
  func numbers() throws(JournalFault) -> [String: Int] {
    var numbers: [String: Int] = [:]
    try readNumbers.each([]) { row throws(JournalFault) in
      let (key, value) = (row.string(0), row.int(1))
      guard Checksum(key, value).stored == row.int(2) else { throw .changed("a number") }
      numbers[key] = value
    }
    return numbers
  }
}

extension JournalFault {
  /// A row whose checksum does not fit.
  static func changed(_ what: String) -> JournalFault {
    .damaged("the journal is damaged: \(what) is not as it was written")
  }
}
