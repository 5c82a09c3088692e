import BoardJournal
import BoardModel

/// The storage of a `MemoryJournal`. It outlives its journals as a disk outlives processes.
///
/// Like a journal, it is used by one thread at a time.
package final class MemoryStore: @unchecked Sendable {
  struct Contents: Sendable {
    var board: StoredBoard
    var log: [JournalRevision] = []
    /// Oldest first.
    var snapshots: [(revision: Int, body: [UInt8])] = []
    /// By revision.
    var parts: [Int: [[UInt8]]] = [:]
    /// By target.
    var policies: [String: [UInt8]] = [:]
  }

  /// The default epoch.
  package static let standardEpoch = Epoch("memory")!

  private let epoch: Epoch
  private(set) var boards: [BoardName: Contents] = [:]
  private var clients: [ClientName: StoredClient] = [:]
  private var numbers: [String: Int] = [:]
  private var drags: [SessionID: StoredDrag] = [:]
  /// The number of acquisitions, which identifies the holder.
  private(set) var holder = 0

  /// An empty store.
  package init(epoch: Epoch = MemoryStore.standardEpoch) { self.epoch = epoch }

  /// A restored backup of another store: its content without replies, under a new epoch.
  package init(restoring other: MemoryStore, epoch: Epoch) {
    self.epoch = epoch
    boards = other.boards
    clients = other.clients.compactMapValues { client in
      client.token.map { StoredClient(name: client.name, token: $0) }
    }
    numbers = other.numbers
  }

  func acquire() -> StoredServer {
    holder += 1
    defer { drags = [:] }
    return StoredServer(
      epoch: epoch, boards: boards.values.map(\.stored).sorted { $0.name < $1.name },
      clients: clients.values.sorted { $0.name < $1.name }, numbers: numbers,
      drags: drags.values.sorted { $0.id < $1.id })
  }

  /// Writes an entry that continues its board.
  func write(_ entry: JournalEntry) {
    switch entry {
    case .created(let name, let revision):
      boards[name] = Contents(board: StoredBoard(name: name, head: revision))
    case .removed(let name):
      boards[name] = nil
    case .renamed(let name, let new):
      boards[new] = boards.removeValue(forKey: name)
      boards[new]!.rename(to: new)
    case .revision(let revision):
      boards[revision.board]!.log.append(revision)
      boards[revision.board]!.board.head = revision.to
    case .policy(let name, let target, let body):
      boards[name]!.policies[target] = body.isEmpty ? nil : body
    case .snapshot(let name, let revision, let parts, let body):
      boards[name]!.addSnapshot(behind: parts, body, at: revision)
    case .snapshotPart(let name, let revision, let number, let body):
      boards[name]!.add(part: number, body, at: revision)
    case .trim(let name, let revision):
      boards[name]!.trim(upTo: revision)
    case .boardNumber(let name, let key, let value):
      boards[name]!.board.numbers[key] = value
    case .client(let name, let token):
      clients[name] = StoredClient(name: name, token: token)
    case .forgotten(let name):
      clients[name] = nil
    case .reply(let name, let reply):
      clients[name, default: StoredClient(name: name, token: nil)].append(reply)
    case .number(let key, let value):
      numbers[key] = value
    case .drag(let drag):
      drags[drag.id] = drag
    }
  }
}

extension MemoryStore.Contents {
  /// The board with its own policies.
  fileprivate var stored: StoredBoard {
    var stored = board
    stored.policy = policies["*"] ?? []
    return stored
  }

  fileprivate mutating func rename(to name: BoardName) {
    board.name = name
    for index in log.indices { log[index].board = name }
  }

  fileprivate mutating func addSnapshot(behind count: Int, _ body: [UInt8], at revision: Int) {
    if count == 0 { parts[revision] = nil }
    let stored = parts[revision] ?? []
    precondition(stored.count == count, "a snapshot follows its parts")
    snapshots.removeAll { $0.revision == revision }
    snapshots.append((revision, stored.joined() + body))
  }

  fileprivate mutating func add(part number: Int, _ body: [UInt8], at revision: Int) {
    if number == 0 { parts[revision] = nil }
    precondition(parts[revision, default: []].count == number, "parts come in order")
    parts[revision, default: []].append(body)
  }

  fileprivate mutating func trim(upTo revision: Int) {
    precondition(
      snapshots.contains { $0.revision == revision }, "A board is trimmed to a snapshot.")
    log.removeAll { $0.to <= revision }
    snapshots.removeAll { $0.revision < revision }
    parts = parts.filter { $0.key >= revision }
  }
}

extension StoredClient {
  fileprivate mutating func append(_ reply: StoredReply) {
    replies.append(reply)
    if replies.count > Limits.rememberedReplies { replies.removeFirst() }
  }
}
