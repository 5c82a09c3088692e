import BoardJournal
import BoardModel

/// The statements of a journal, prepared once.
struct Statements {
  let begin, commit, rollback: Statement
  let readState, setState: Statement
  let readBoards, addBoard, setBoard: Statement
  let readPolicies, policySum, setPolicy, dropPolicy: Statement
  let readBoardNumbers, setBoardNumber: Statement
  let addRevision, readRevisions, trimLog: Statement
  let addSnapshot, readSnapshot, hasSnapshot, trimSnapshots: Statement
  let addPart, readParts, readPartSums, dropParts, trimParts: Statement
  /// The deletions of a board, referring rows first.
  let dropBoard: [Statement]
  let readClients, setClient, dropClient: Statement
  let readReplies, lastReply, addReply, trimReplies, dropReplies, dropAllReplies: Statement
  let readNumbers, setNumber, dropNumber: Statement

  init(_ database: Database) throws(SQLiteError) {
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    rollback = try database.prepare("ROLLBACK")
    readState = try database.prepare("SELECT id, epoch, groups, backup, sum FROM journal")
    setState = try database.prepare(
      "UPDATE journal SET epoch = ?, groups = ?, backup = ?, sum = ? WHERE groups = ?")
    readBoards = try database.prepare(
      """
      SELECT b.id, name, head, policy_sum, b.sum, p.body, p.sum FROM board b
      LEFT JOIN policy p ON p.board = b.id AND p.target = '*' ORDER BY name
      """)
    addBoard = try database.prepare(
      "INSERT INTO board (id, name, head, policy_sum, sum) VALUES (?, ?, ?, ?, ?)")
    setBoard = try database.prepare(
      "UPDATE board SET name = ?, head = ?, policy_sum = ?, sum = ? WHERE id = ?")
    readPolicies = try database.prepare(
      "SELECT target, body, sum FROM policy WHERE board = ? ORDER BY target")
    policySum = try database.prepare(
      "SELECT coalesce((SELECT sum FROM policy WHERE board = ? AND target = ?), 0)")
    setPolicy = try database.prepare(
      "INSERT OR REPLACE INTO policy (board, target, sum, body) VALUES (?, ?, ?, ?)")
    dropPolicy = try database.prepare("DELETE FROM policy WHERE board = ? AND target = ?")
    readBoardNumbers = try database.prepare("SELECT board, key, value, sum FROM board_number")
    setBoardNumber = try database.prepare(
      "INSERT OR REPLACE INTO board_number (board, key, value, sum) VALUES (?, ?, ?, ?)")
    addRevision = try database.prepare(
      """
      INSERT INTO log (board, rev, prev, at, client, origin, sum, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    readRevisions = try database.prepare(
      """
      SELECT rev, prev, at, client, origin, body, sum
      FROM log WHERE board = ? AND rev > ? ORDER BY rev
      """)
    trimLog = try database.prepare("DELETE FROM log WHERE board = ? AND rev <= ?")
    addSnapshot = try database.prepare(
      "INSERT OR REPLACE INTO snapshot (board, rev, sum, body) VALUES (?, ?, ?, ?)")
    readSnapshot = try database.prepare(
      "SELECT rev, body, sum FROM snapshot WHERE board = ? ORDER BY rev LIMIT 1")
    hasSnapshot = try database.prepare(
      "SELECT count(*) FROM snapshot WHERE board = ? AND rev = ?")
    trimSnapshots = try database.prepare("DELETE FROM snapshot WHERE board = ? AND rev < ?")
    addPart = try database.prepare(
      "INSERT INTO snapshot_part (board, rev, part, sum, body) VALUES (?, ?, ?, ?, ?)")
    readParts = try database.prepare(
      "SELECT part, body, sum FROM snapshot_part WHERE board = ? AND rev = ? ORDER BY part")
    readPartSums = try database.prepare(
      "SELECT sum FROM snapshot_part WHERE board = ? AND rev = ? ORDER BY part")
    dropParts = try database.prepare("DELETE FROM snapshot_part WHERE board = ? AND rev = ?")
    trimParts = try database.prepare("DELETE FROM snapshot_part WHERE board = ? AND rev < ?")
    dropBoard = [
      try database.prepare("DELETE FROM log WHERE board = ?"),
      try database.prepare("DELETE FROM snapshot_part WHERE board = ?"),
      try database.prepare("DELETE FROM snapshot WHERE board = ?"),
      try database.prepare("DELETE FROM policy WHERE board = ?"),
      try database.prepare("DELETE FROM board_number WHERE board = ?"),
      try database.prepare("DELETE FROM board WHERE id = ?"),
    ]
    readClients = try database.prepare("SELECT id, digest, sum FROM client ORDER BY id")
    setClient = try database.prepare(
      "INSERT OR REPLACE INTO client (id, digest, sum) VALUES (?, ?, ?)")
    dropClient = try database.prepare("DELETE FROM client WHERE id = ?")
    readReplies = try database.prepare(
      "SELECT client, seq, tag, digest, body, sum FROM reply ORDER BY client, seq")
    lastReply = try database.prepare("SELECT coalesce(max(seq), 0) FROM reply WHERE client = ?")
    addReply = try database.prepare(
      "INSERT INTO reply (client, seq, tag, digest, sum, body) VALUES (?, ?, ?, ?, ?, ?)")
    trimReplies = try database.prepare("DELETE FROM reply WHERE client = ? AND seq <= ?")
    dropReplies = try database.prepare("DELETE FROM reply WHERE client = ?")
    dropAllReplies = try database.prepare("DELETE FROM reply")
    readNumbers = try database.prepare("SELECT key, value, sum FROM number")
    setNumber = try database.prepare(
      "INSERT OR REPLACE INTO number (key, value, sum) VALUES (?, ?, ?)")
    dropNumber = try database.prepare("DELETE FROM number WHERE key = ?")
  }

  /// Writes the state of a journal whose group count is known.
  func run(_ state: JournalState, after groupCount: Int) throws(SQLiteError) {
    try setState.run([
      .text(state.epoch.string), .int(state.groupCount), .int(state.isBackup ? 1 : 0),
      .int(state.checksum), .int(groupCount),
    ])
  }
}
