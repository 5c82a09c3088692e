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

// Reading rows and verifying their checksums.

extension Statements {
  /// The metadata of the journal.
  func state() throws(JournalFault) -> JournalState {
    var states: [JournalState] = []
    try readState.each([]) { row throws(JournalFault) in
      guard let epoch = Epoch(row.string(1)) else { throw .changed("its epoch") }
      let state = JournalState(epoch: epoch, groupCount: row.int(2), isBackup: row.int(3) != 0)
      guard row.int(0) == 1, state.checksum == row.int(4) else { throw .changed("its state") }
      states.append(state)
    }
    guard let state = states.first else {
      throw .damaged("the journal is damaged: it has no epoch")
    }
    return state
  }

  /// The boards with their numbers, by name.
  func boards() throws(JournalFault) -> [(row: JournaledBoard, board: StoredBoard)] {
    let numbers = try boardNumbers()
    var boards: [(row: JournaledBoard, board: StoredBoard)] = []
    try readBoards.each([]) { row throws(JournalFault) in
      guard let name = BoardName(row.string(1)), name != boards.last?.board.name else {
        throw .changed("the name of a board")
      }
      let journaled = JournaledBoard(
        id: row.int(0), head: row.int(2), policySum: UInt64(truncatingIfNeeded: row.int(3)))
      guard journaled.checksum(of: name) == row.int(4) else { throw .changed("board \(name)") }
      let board = StoredBoard(
        name: name, head: journaled.head, numbers: numbers[journaled.id] ?? [:],
        policy: row.ownPolicy(of: journaled.id))
      boards.append((journaled, board))
    }
    return boards
  }

  private func boardNumbers() throws(JournalFault) -> [Int: [String: Int]] {
    var numbers: [Int: [String: Int]] = [:]
    try readBoardNumbers.each([]) { row throws(JournalFault) in
      let (board, key, value) = (row.int(0), row.string(1), row.int(2))
      guard Checksum(key, value, of: board).stored == row.int(3) else {
        throw .changed("a number of a board")
      }
      numbers[board, default: [:]][key] = value
    }
    return numbers
  }

  /// The numbers of the server.
  func numbers() throws(JournalFault) -> [String: Int] {
    var numbers: [String: Int] = [:]
    try readNumbers.each([]) { row throws(JournalFault) in
      let (key, value) = (row.string(0), row.int(1))
      guard Checksum(key, value).stored == row.int(2) else { throw .changed("a number") }
      numbers[key] = value
    }
    return numbers
  }

  /// Clients and their replies, by name.
  func clients() throws(JournalFault) -> [StoredClient] {
    var clients: [ClientName: StoredClient] = [:]
    try readClients.each([]) { row throws(JournalFault) in
      let (text, digits) = (row.string(0), row.string(1))
      guard let name = ClientName(text), let token = TokenDigest(digits[...]),
        Checksum(text, digits).stored == row.int(2)
      else { throw .changed("a client") }
      clients[name] = StoredClient(name: name, token: token)
    }
    try readReplies.each([]) { row throws(JournalFault) in
      let reply = StoredReply(
        tag: row.string(2), digest: UInt64(truncatingIfNeeded: row.int(3)), body: row.bytes(4))
      let sum = Checksum(reply, of: row.string(0), sequence: row.int(1)).stored
      guard let name = ClientName(row.string(0)), sum == row.int(5) else {
        throw .changed("a reply")
      }
      clients[name, default: StoredClient(name: name, token: nil)].replies.append(reply)
    }
    return clients.values.sorted { $0.name < $1.name }
  }
}

extension Statements {
  /// The parts of a snapshot joined, and their checksums.
  private func parts(
    of board: BoardName, _ id: Int, at revision: Int
  ) throws(JournalFault) -> (body: [UInt8], sums: [Int]) {
    var whole: [UInt8] = []
    var sums: [Int] = []
    try readParts.each([.int(id), .int(revision)]) { row throws(JournalFault) in
      let body = row.bytes(1)
      let sum = Checksum(part: row.int(0), body, of: id, revision).stored
      guard sum == row.int(2) else { throw .changed("snapshot \(revision) of board \(board)") }
      whole += body
      sums.append(sum)
    }
    return (whole, sums)
  }

  /// Visits the steps of a board to its head, as `Journal.replay` does.
  func replay(
    _ board: BoardName, _ row: JournaledBoard,
    _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    let id = row.id
    var chain = ReplayChain(of: board)
    try readSnapshot.each([.int(id)]) { row throws(JournalFault) in
      let (revision, body) = (row.int(0), row.bytes(1))
      let parts = try parts(of: board, id, at: revision)
      let sum = Checksum(snapshot: body, behind: parts.sums, of: id, revision)
      guard sum.stored == row.int(2) else {
        throw .changed("snapshot \(revision) of board \(board)")
      }
      chain = ReplayChain(of: board, from: revision)
      try visit(.snapshot(revision: revision, body: parts.body + body))
    }
    try readRevisions.each([.int(id), .int(chain.revision)]) { row throws(JournalFault) in
      let revision = row.revision(of: board)
      guard Checksum(revision, of: id).stored == row.int(6) else {
        throw .changed("revision \(revision.to) of board \(board)")
      }
      try chain.follow(revision)
      try visit(.revision(revision))
    }
    try chain.end(at: row.head)
    try readPolicies(of: board, row, visit)
  }

  private func readPolicies(
    of board: BoardName, _ stored: JournaledBoard,
    _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    var sum: UInt64 = 0
    try readPolicies.each([.int(stored.id)]) { row throws(JournalFault) in
      let body = row.bytes(1)
      let own = Checksum(policy: body, of: row.string(0), on: stored.id)
      guard own.stored == row.int(2) else { throw .changed("a policy of board \(board)") }
      sum &+= own.value
      try visit(.policy(body: body))
    }
    guard sum == stored.policySum else { throw .changed("the policies of board \(board)") }
  }
}

extension ResultRow {
  /// The policies of the board itself, as `readBoards` selects them. Damaged ones are left out here: who loads
  /// the board is told.
  fileprivate func ownPolicy(of board: Int) -> [UInt8] {
    if isNull(5) { return [] }
    let body = bytes(5)
    return Checksum(policy: body, of: "*", on: board).stored == int(6) ? body : []
  }

  /// The row of a revision, as `readRevisions` selects it.
  func revision(of board: BoardName) -> JournalRevision {
    let author = JournalRevision.author(string(3))
    return JournalRevision(
      board: board, from: int(1), to: int(0), at: int(2), client: author.client,
      identity: author.identity, origin: isNull(4) ? nil : string(4), body: bytes(5))
  }
}

extension JournalFault {
  /// The fault for a row whose checksum does not match.
  static func changed(_ what: String) -> JournalFault {
    .damaged("the journal is damaged: \(what) is not as it was written")
  }
}
