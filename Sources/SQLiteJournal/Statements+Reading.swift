import BoardCore
import BoardJournal

// Reading rows, each held to its checksum.

extension Statements {
  /// The boards as they stand there, by name.
  func boards() throws(JournalFault) -> [StoredBoard] {
    var boards: [StoredBoard] = []
    try readBoards.each([]) { row throws(JournalFault) in
      let text = row.string(0)
      guard let name = BoardName(text) else { throw .changed("the name of a board") }
      let board = StoredBoard(
        name: name, epoch: row.int(1), head: row.int(2), base: row.int(3), policies: row.bytes(4))
      guard HeldBoard(board).checksum(of: name) == row.int(5) else {
        throw .changed("board \(name)")
      }
      boards.append(board)
    }
    return boards
  }

  /// Clients and their replies, by name.
  func clients() throws(JournalFault) -> [StoredClient] {
    var clients: [ClientName: StoredClient] = [:]
    try readClients.each([]) { row throws(JournalFault) in
      let (text, token) = (row.string(0), row.string(1))
      guard let name = ClientName(text), Checksum(text, token).stored == row.int(2) else {
        throw .changed("a client")
      }
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

  /// Tells how a board came to its head, as `Journal.replay` does.
  func replay(
    _ board: BoardName, to head: Int, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    var chain = ReplayChain(of: board)
    let name = Statement.Value.text(board.string)
    try readSnapshot.each([name]) { row throws(JournalFault) in
      let (revision, body) = (row.int(0), row.bytes(1))
      guard Checksum(board.string, revision, body).stored == row.int(2) else {
        throw .changed("snapshot \(revision) of board \(board)")
      }
      chain = ReplayChain(of: board, from: revision)
      try visit(.snapshot(revision: revision, body: body))
    }
    try readRevisions.each([name, .int(chain.revision)]) { row throws(JournalFault) in
      let revision = try row.revision(of: board)
      if try chain.reach(revision.from) { try visit(.leap(to: revision.from)) }
      try chain.follow(revision)
      try visit(.revision(revision))
    }
    if try chain.reach(head) { try visit(.leap(to: head)) }
  }
}

extension Row {
  /// The row of a revision, as `readRevisions` selects it.
  fileprivate func revision(of board: BoardName) throws(JournalFault) -> JournalRevision {
    let revision = JournalRevision(
      board: board, from: int(1), to: int(0), at: int(3),
      client: ClientName(unchecked: string(4)), origin: isNull(5) ? nil : string(5),
      body: bytes(6))
    guard Checksum(revision, epoch: int(2)).stored == int(7) else {
      throw .changed("revision \(revision.to) of board \(board)")
    }
    return revision
  }
}
