import BoardJournal
import BoardModel

/// Reads the rows of a space within one transaction, which sees one state of it.
final class SpaceReader {
  private let connection: PostgresConnection
  private let space: PostgresValue
  private let limit: Duration

  /// - Parameter limit: How long to wait for the rows of one statement.
  init(_ connection: PostgresConnection, of space: Int, within limit: Duration) {
    self.connection = connection
    self.space = .int(space)
    self.limit = limit
  }

  /// Runs a body within one transaction.
  func reading<Result>(
    _ body: (SpaceReader) throws(JournalFault) -> Result
  ) throws(JournalFault) -> Result {
    _ = try rows(Statement.beginReading())
    do throws(JournalFault) {
      let result = try body(self)
      _ = try rows(Statement.rollback())
      return result
    } catch {
      _ = try? connection.run([Statement.rollback()], within: limit)
      throw error
    }
  }

  private func rows(_ call: StatementCall) throws(JournalFault) -> [ResultRow] {
    try asFault { () throws(PostgresError) in
      try connection.run([call], within: limit)[0].rows
    }
  }

  // MARK: The space

  /// The stored state, and what a holder needs to know of it.
  func state(epoch: Epoch) throws(JournalFault) -> (StoredServer, SpaceState) {
    var stored = StoredServer(epoch: epoch)
    var state = SpaceState()
    let numbers = try boardNumbers()
    for row in try rows(Statement.readBoards(space)) {
      guard let name = BoardName(row.string(1)) else { throw .changed("the name of a board") }
      let board = SpaceBoard(id: row.int(0), head: row.int(2))
      state.boards[name] = board
      state.lastBoardID = max(state.lastBoardID, board.id)
      stored.boards.append(
        StoredBoard(
          name: name, head: board.head, numbers: numbers[board.id] ?? [:],
          policy: row.isNull(3) ? [] : row.bytes(3)))
    }
    for row in try rows(Statement.readNumbers(space)) { stored.numbers[row.string(0)] = row.int(1) }
    (stored.clients, state.replies) = try clients()
    return (stored, state)
  }

  private func boardNumbers() throws(JournalFault) -> [Int: [String: Int]] {
    var numbers: [Int: [String: Int]] = [:]
    for row in try rows(Statement.readBoardNumbers(space)) {
      numbers[row.int(0), default: [:]][row.string(1)] = row.int(2)
    }
    return numbers
  }

  /// The clients by name, and the number of the last reply to each.
  private func clients() throws(JournalFault) -> ([StoredClient], [ClientName: Int]) {
    var clients: [ClientName: StoredClient] = [:]
    for row in try rows(Statement.readClients(space)) {
      guard let name = ClientName(row.string(0)), let token = TokenDigest(row.string(1)[...])
      else { throw .changed("a client") }
      clients[name] = StoredClient(name: name, token: token)
    }
    var last: [ClientName: Int] = [:]
    for row in try rows(Statement.readReplies(space)) {
      guard let name = ClientName(row.string(0)) else { throw .changed("a reply") }
      last[name] = row.int(1)
      let reply = StoredReply(
        tag: row.string(2), digest: UInt64(truncatingIfNeeded: row.int(3)), body: row.bytes(4))
      clients[name, default: StoredClient(name: name, token: nil)].replies.append(reply)
    }
    let sorted = clients.values.sorted { $0.name < $1.name }
    return (sorted.map(\.withLatestReplies), last)
  }

  // MARK: A board

  /// The revisions that are read at once.
  private static let pageRows = 1_000

  /// Visits the steps of a board to its head, as `Journal.replay` does.
  func replay(
    _ name: BoardName, _ board: SpaceBoard, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    var chain = ReplayChain(of: name)
    for row in try rows(Statement.readSnapshot(space, .int(board.id))) {
      let revision = row.int(0)
      chain = ReplayChain(of: name, from: revision)
      try visit(.snapshot(revision: revision, body: try body(of: row, name, board.id)))
    }
    try replayRevisions(of: name, board.id, &chain, visit)
    try chain.end(at: board.head)
    for row in try rows(Statement.readPolicies(space, .int(board.id))) {
      try visit(.policy(body: row.bytes(0)))
    }
  }

  /// The body of a snapshot with its parts in front.
  private func body(
    of row: ResultRow, _ name: BoardName, _ id: Int
  ) throws(JournalFault) -> [UInt8] {
    let (revision, parts, body) = (row.int(0), row.int(1), row.bytes(2))
    let fault = JournalFault.changed("snapshot \(revision) of board \(name)")
    guard Checksum(snapshot: body, behind: [parts], of: id, revision).stored == row.int(3)
    else { throw fault }
    var whole: [UInt8] = []
    for number in 0..<parts {
      let found = try rows(
        Statement.readPart(space, .int(id), .int(revision), .int(number)))
      guard let part = found.first else { throw fault }
      let bytes = part.bytes(0)
      guard Checksum(part: number, bytes, of: id, revision).stored == part.int(1)
      else { throw fault }
      whole += bytes
    }
    return whole + body
  }

  private func replayRevisions(
    of name: BoardName, _ id: Int, _ chain: inout ReplayChain,
    _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    while true {
      let page = try rows(
        Statement.readRevisions(space, .int(id), .int(chain.revision), .int(Self.pageRows)))
      for row in page {
        let revision = row.revision(of: name)
        guard Checksum(revision, of: id).stored == row.int(6) else {
          throw .changed("revision \(revision.to) of board \(name)")
        }
        try chain.follow(revision)
        try visit(.revision(revision))
      }
      if page.count < Self.pageRows { return }
    }
  }
}

extension ResultRow {
  /// The row of a revision, as `readRevisions` selects it.
  fileprivate func revision(of board: BoardName) -> JournalRevision {
    let author = JournalRevision.author(string(3))
    return JournalRevision(
      board: board, from: int(1), to: int(0), at: int(2), client: author.client,
      identity: author.identity, origin: isNull(4) ? nil : string(4), body: bytes(5))
  }
}

extension StoredClient {
  /// The client with the replies that count.
  fileprivate var withLatestReplies: StoredClient {
    var client = self
    client.replies = client.replies.suffix(Limits.rememberedReplies)
    return client
  }
}

extension JournalFault {
  /// The fault for a row that is not as it was written.
  static func changed(_ what: String) -> JournalFault {
    .damaged("the space is damaged: \(what) is not as it was written")
  }
}
