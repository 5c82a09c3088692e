import BoardCore

/// What a `MemoryJournal` writes to. It outlives its journals as a disk outlives processes.
///
/// Like a journal, it is used by one thread at a time.
public final class MemoryStore: @unchecked Sendable {
  struct Board {
    var stored: StoredBoard
    var log: [JournalRevision] = []
    /// Oldest first.
    var snapshots: [(revision: Int, body: [UInt8])] = []
  }

  var boards: [BoardName: Board] = [:]
  private var clients: [ClientName: StoredClient] = [:]
  private var numbers: [String: Int] = [:]
  /// How often the store was acquired: the number of the holder.
  private(set) var holder = 0

  /// An empty store.
  public init() {}

  func acquire() -> StoredServer {
    holder += 1
    for name in boards.keys { boards[name]!.stored.epoch += 1 }
    return StoredServer(
      boards: boards.values.map(\.stored).sorted { $0.name < $1.name },
      clients: clients.values.sorted { $0.name < $1.name }, numbers: numbers)
  }

  /// Writes entries that continue their boards.
  func write(_ entries: [JournalEntry]) {
    for entry in entries {
      if let board = entry.board { write(entry, to: board) } else { write(entry) }
    }
  }

  private func write(_ entry: JournalEntry, to board: BoardName) {
    switch entry {
    case .created(_, let revision):
      boards[board] = Board(
        stored: StoredBoard(name: board, epoch: 1, head: revision, base: 0, policies: []))
    case .revision(let revision):
      boards[board]!.log.append(revision)
      boards[board]!.stored.head = revision.to
    case .policies(_, let body):
      boards[board]!.stored.policies = body
    case .snapshot(_, let revision, let body):
      boards[board]!.snapshots.removeAll { $0.revision == revision }
      boards[board]!.snapshots.append((revision, body))
    case .trim(_, let upTo):
      trim(&boards[board]!, upTo)
    case .client, .forgotten, .reply, .number:
      break
    }
  }

  private func trim(_ board: inout Board, _ upTo: Int) {
    precondition(
      board.snapshots.contains { $0.revision == upTo }, "A board is trimmed to a snapshot.")
    board.log.removeAll { $0.to <= upTo }
    board.snapshots.removeAll { $0.revision < upTo }
  }

  private func write(_ entry: JournalEntry) {
    switch entry {
    case .client(let name, let token):
      clients[name] = StoredClient(name: name, token: token)
    case .forgotten(let name):
      clients[name] = nil
    case .reply(let name, let reply):
      clients[name, default: StoredClient(name: name, token: nil)].add(reply)
    case .number(let key, let value):
      numbers[key] = value
    case .created, .revision, .policies, .snapshot, .trim:
      break
    }
  }
}

extension StoredClient {
  fileprivate mutating func add(_ reply: StoredReply) {
    replies.append(reply)
    if replies.count > Limits.rememberedReplies { replies.removeFirst() }
  }
}
