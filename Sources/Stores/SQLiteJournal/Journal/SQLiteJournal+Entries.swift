import BoardJournal
import BoardModel

/// Writing the rows of entries.
extension SQLiteJournal {
  /// Writes the rows of an entry that continues its board.
  ///
  /// The board's own row is not written but left in the overlay, unless it is created or removed: a
  /// group writes it once.
  func write(_ entry: JournalEntry, _ boards: inout BoardOverlay) throws(SQLiteError) {
    switch entry {
    case .created(let name, let revision):
      boards[name] = try addBoard(name, at: revision)
    case .removed(let name):
      for statement in statements.dropBoard { try statement.run([.int(boards[name]!.id)]) }
      boards[name] = nil
    case .renamed(let name, let new):
      boards[new] = boards[name]
      boards[name] = nil
    case .revision(let revision):
      var board = boards[revision.board]!
      try write(revision, of: board.id)
      board.head = revision.to
      boards[revision.board] = board
    case .policy(let name, let target, let body):
      try write(policy: body, of: target, on: &boards[name]!)
    case .snapshot(let name, let revision, let parts, let body):
      try write(snapshot: body, behind: parts, of: boards[name]!.id, revision)
    case .snapshotPart(let name, let revision, let number, let body):
      try write(part: number, body, of: boards[name]!.id, revision)
    case .trim(let name, let revision):
      try trim(boards[name]!.id, upTo: revision)
    case .boardNumber(let name, let key, let value):
      try write(value, key, of: boards[name]!.id)
    case .client(let name, let token):
      try write(name.string, token: token.description)
    case .forgotten(let name):
      try statements.dropClient.run([.text(name.string)])
      try statements.dropReplies.run([.text(name.string)])
    case .reply(let name, let reply):
      try write(reply, to: name.string)
    case .number(let key, nil):
      try statements.dropNumber.run([.text(key)])
    case .number(let key, let value?):
      try statements.setNumber.run([.text(key), .int(value), .int(Checksum(key, value).stored)])
    case .drag: preconditionFailure("a journal that keeps no drags is given none")
    }
  }

  /// Writes the row of an existing board.
  func write(_ board: JournaledBoard, _ name: BoardName) throws(SQLiteError) {
    try statements.setBoard.run([
      .text(name.string), .int(board.head), .int(Int(truncatingIfNeeded: board.policySum)),
      .int(board.checksum(of: name)), .int(board.id),
    ])
  }

  private func addBoard(
    _ name: BoardName, at revision: Int
  ) throws(SQLiteError) -> JournaledBoard {
    lastBoardID += 1
    let board = JournaledBoard(id: lastBoardID, head: revision)
    try statements.addBoard.run([
      .int(board.id), .text(name.string), .int(board.head), .int(0),
      .int(board.checksum(of: name)),
    ])
    return board
  }

  private func write(_ revision: JournalRevision, of board: Int) throws(SQLiteError) {
    try statements.addRevision.run(
      [
        .int(board), .int(revision.to), .int(revision.from), .int(revision.at),
        .text(revision.author), revision.origin.map { .text($0) } ?? .null,
        .int(Checksum(revision, of: board).stored),
      ], body: revision.body)
  }

  private func write(
    snapshot body: [UInt8], behind parts: Int, of board: Int, _ revision: Int
  ) throws(SQLiteError) {
    Failpoint.beforeSnapshot.pass()
    if parts == 0 { try statements.dropParts.run([.int(board), .int(revision)]) }
    let sums = try statements.readPartSums.numbers([.int(board), .int(revision)])
    precondition(sums.count == parts, "A snapshot follows its parts.")
    let sum = Checksum(snapshot: body, behind: sums, of: board, revision).stored
    try statements.addSnapshot.run([.int(board), .int(revision), .int(sum)], body: body)
    Failpoint.afterSnapshot.pass()
  }

  private func write(
    part number: Int, _ body: [UInt8], of board: Int, _ revision: Int
  ) throws(SQLiteError) {
    if number == 0 { try statements.dropParts.run([.int(board), .int(revision)]) }
    let sum = Checksum(part: number, body, of: board, revision).stored
    try statements.addPart.run(
      [.int(board), .int(revision), .int(number), .int(sum)], body: body)
  }

  private func trim(_ board: Int, upTo revision: Int) throws(SQLiteError) {
    let place: [Statement.Value] = [.int(board), .int(revision)]
    let count = try statements.hasSnapshot.count(place)
    precondition(count == 1, "A board is trimmed to a snapshot.")
    try statements.trimLog.run(place)
    try statements.trimSnapshots.run(place)
    try statements.trimParts.run(place)
  }

  private func write(
    policy body: [UInt8], of target: String, on board: inout JournaledBoard
  ) throws(SQLiteError) {
    let row: [Statement.Value] = [.int(board.id), .text(target)]
    board.policySum &-= UInt64(truncatingIfNeeded: try statements.policySum.count(row))
    guard !body.isEmpty else { return try statements.dropPolicy.run(row) }
    let sum = Checksum(policy: body, of: target, on: board.id)
    try statements.setPolicy.run(row + [.int(sum.stored)], body: body)
    board.policySum &+= sum.value
  }

  private func write(_ value: Int, _ key: String, of board: Int) throws(SQLiteError) {
    try statements.setBoardNumber.run([
      .int(board), .text(key), .int(value), .int(Checksum(key, value, of: board).stored),
    ])
  }

  private func write(_ client: String, token: String) throws(SQLiteError) {
    let sum = Checksum(client, token).stored
    try statements.setClient.run([.text(client), .text(token), .int(sum)])
    try statements.dropReplies.run([.text(client)])
  }

  private func write(_ reply: StoredReply, to client: String) throws(SQLiteError) {
    let sequence = try statements.lastReply.count([.text(client)]) + 1
    let sum = Checksum(reply, of: client, sequence: sequence).stored
    try statements.addReply.run(
      [
        .text(client), .int(sequence), .text(reply.tag),
        .int(Int(truncatingIfNeeded: reply.digest)), .int(sum),
      ], body: reply.body)
    try statements.trimReplies.run([
      .text(client), .int(sequence - Limits.rememberedReplies),
    ])
  }
}

/// Acquiring a journal and reading what is stored.
extension SQLiteJournal {
  public func acquire() throws(JournalFault) -> StoredServer {
    state = try statements.state()
    let rows = try statements.boards()
    var stored = StoredServer(epoch: state.epoch, boards: rows.map(\.board))
    stored.clients = try statements.clients()
    stored.numbers = try statements.numbers()
    let isBackup = state.isBackup
    try countAcquisition()
    if isBackup { stored.clients = try statements.clients() }
    stored.epoch = state.epoch
    boards = [:]
    for (row, board) in rows { boards[board.name] = row }
    lastBoardID = rows.map(\.row.id).max() ?? 0
    acquired = boards
    return stored
  }

  /// Commits a group that fences all other holders. It also gives a backup a new epoch, in which
  /// earlier tags are invalid.
  private func countAcquisition() throws(JournalFault) {
    let next = state.acquired
    var result = attempt(next)
    if result == .full, reserve.release() { result = attempt(next) }
    guard result == .committed else {
      throw .failed("the journal cannot be acquired: \(result)")
    }
  }

  private func attempt(_ next: JournalState) -> CommitOutcome {
    outcome { () throws(CommitStop) in
      try transact(to: next, about: nil) { () throws(CommitStop) in
        guard state.isBackup else { return }
        try asStop { () throws(SQLiteError) in try statements.dropAllReplies.run([]) }
      }
    }
  }

  public var source: any BoardSource {
    SQLiteBoardSource(directory.journal, acquired, isChecked: isChecked)
  }

  public func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    guard let journaled = boards[board] else { return }
    try statements.replay(board, journaled, visit)
  }
}
