import BoardJournal
import BoardModel

/// Reads the rows of a space within one transaction, which sees one state of it.
final class SpaceReader {
  private let connection: PostgresConnection
  private let id: Int
  private var space: PostgresValue { .int(id) }
  private let limit: Duration

  /// - Parameter limit: How long to wait for the rows of one statement.
  init(_ connection: PostgresConnection, of space: Int, within limit: Duration) {
    self.connection = connection
    id = space
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

  /// The stored state, and what a holder needs to know of it.
  func state(epoch: Epoch) throws(JournalFault) -> (StoredServer, SpaceState) {
    let tables = try asFault { () throws(PostgresError) in
      try connection.run(SpaceStates.calls(.ints([id])), within: limit)
    }
    return try SpaceStates(tables[...]).state(of: id, epoch)
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

extension JournalFault {
  /// The fault for a row that is not as it was written.
  static func changed(_ what: String) -> JournalFault {
    .damaged("the space is damaged: \(what) is not as it was written")
  }
}
