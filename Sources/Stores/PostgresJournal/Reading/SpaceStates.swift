import BoardJournal
import BoardModel

/// What is stored of several spaces, except the contents of their boards.
struct SpaceStates {
  private let boards: [Int: [ResultRow]]
  private let boardNumbers: [Int: [ResultRow]]
  private let numbers: [Int: [ResultRow]]
  private let clients: [Int: [ResultRow]]
  private let replies: [Int: [ResultRow]]
  private let heads: [Int: [ResultRow]]

  /// The statements that read it, within one transaction.
  static func calls(_ spaces: PostgresValue) -> [StatementCall] {
    [
      Statement.readBoards(spaces), Statement.readBoardNumbers(spaces),
      Statement.readNumbers(spaces), Statement.readClients(spaces), Statement.readReplies(spaces),
      Statement.readHeads(spaces),
    ]
  }

  /// - Parameter tables: The answers to `calls`.
  init(_ tables: ArraySlice<ResultTable>) {
    let parts = tables.map { Dictionary(grouping: $0.rows) { $0.int(0) } }
    (boards, boardNumbers, numbers) = (parts[0], parts[1], parts[2])
    (clients, replies, heads) = (parts[3], parts[4], parts[5])
  }

  /// The state of a space, and what a holder needs to know of it.
  ///
  /// - Throws: `JournalFault.damaged`.
  func state(of space: Int, _ epoch: Epoch) throws(JournalFault) -> (StoredServer, SpaceState) {
    var stored = StoredServer(epoch: epoch)
    var state = SpaceState()
    let numbersOfBoards = Dictionary(grouping: boardNumbers[space] ?? []) { $0.int(1) }
    for row in boards[space] ?? [] {
      guard let name = BoardName(row.string(2)) else { throw .changed("the name of a board") }
      let board = SpaceBoard(id: row.int(1), head: row.int(3))
      state.set(board, as: name)
      state.lastBoardID = max(state.lastBoardID, board.id)
      let numbers = (numbersOfBoards[board.id] ?? []).map { ($0.string(2), $0.int(3)) }
      stored.boards.append(
        StoredBoard(
          name: name, head: board.head, numbers: Dictionary(uniqueKeysWithValues: numbers),
          policy: row.isNull(4) ? [] : row.bytes(4)))
    }
    for row in numbers[space] ?? [] { stored.numbers[row.string(1)] = row.int(2) }
    (stored.clients, state.replies) = try clientsWithReplies(of: space)
    state.loss = heads[space]?.first.flatMap { state.loss(since: $0.int(1)) }
    return (stored, state)
  }

  /// The clients by name, and the number of the last reply to each.
  private func clientsWithReplies(
    of space: Int
  ) throws(JournalFault) -> ([StoredClient], [ClientName: Int]) {
    var found: [ClientName: StoredClient] = [:]
    for row in clients[space] ?? [] {
      guard let name = ClientName(row.string(1)), let token = TokenDigest(row.string(2)[...])
      else { throw .changed("a client") }
      found[name] = StoredClient(name: name, token: token)
    }
    var last: [ClientName: Int] = [:]
    for row in replies[space] ?? [] {
      guard let name = ClientName(row.string(1)) else { throw .changed("a reply") }
      last[name] = row.int(2)
      let reply = StoredReply(
        tag: row.string(3), digest: UInt64(truncatingIfNeeded: row.int(4)), body: row.bytes(5))
      found[name, default: StoredClient(name: name, token: nil)].replies.append(reply)
    }
    let sorted = found.values.sorted { $0.name < $1.name }
    return (sorted.map(\.withLatestReplies), last)
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
