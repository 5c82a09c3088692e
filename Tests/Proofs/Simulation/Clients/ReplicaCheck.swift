import BoardModel
import BoardReplica
import BoardWire
import CheckedClients

/// The replicas of the client library, which read what a simulated client reads. Each must accept every
/// message, and show what the reader has, which was built from the specification alone.
struct ReplicaCheck {
  private let client: ClientName?
  private var messages = MessageReader()
  private var greeting: ServerMessage?
  /// A replica of each board that was open once, and that nobody has removed since.
  private var replicas: [Replica] = []
  private var lastOpened: [BoardName: OpenReply] = [:]

  init(client: ClientName?) { self.client = client }

  /// Begins a new connection with the present replicas.
  mutating func reconnect() {
    messages = MessageReader()
    greeting = nil
    for index in replicas.indices { _ = replicas[index].disconnect(keepsUnanswered: false) }
  }

  /// Reads the next line.
  ///
  /// - Parameter mirror: What the reader has behind that line.
  /// - Throws: `Mirror.Fault`, or what a replica throws.
  mutating func read(_ line: String, _ mirror: Mirror) throws {
    guard let message = try Array(line.utf8).withUnsafeBytes({ try messages.read($0) }) else {
      return
    }
    if case .greeting = message { greeting = message }
    if case .reply(let reply) = message, case .open(let opened)? = reply.ok {
      try add(opened)
    }
    try follow(message)
    try receive(message)
    switch message {
    case .batch(let board, _, _, _), .snapshot(let board, _, _, _), .counts(let board, _, _, _):
      try compare(board, mirror)
    case .reply(let reply):
      if case .rows(let head, _)? = reply.ok, replicas.contains(where: { $0.board == head.board }) {
        try compare(head.board, mirror)
      }
    case .greeting, .event, .unknown: break
    }
  }

  /// Whoever opens a board anew may get counts instead of all of it, and all instead of counts. The first snapshot says which.
  private mutating func follow(_ message: ServerMessage) throws {
    switch message {
    case .counts(let board, _, _, _): try replace(board, content: .counts)
    case .snapshot(let board, _, _, _): try replace(board, content: nil)
    case .greeting, .reply, .event, .batch, .unknown: break
    }
  }

  private mutating func add(_ opened: OpenReply) throws {
    lastOpened[opened.board] = opened
    guard !replicas.contains(where: { $0.board == opened.board }) else { return }
    replicas.append(try newReplica(of: opened.board, content: nil))
  }

  private mutating func replace(_ board: BoardName, content: WatchedContent?) throws {
    guard let index = replicas.firstIndex(where: { $0.board == board }),
      replicas[index].content != content
    else { return }
    replicas[index] = try newReplica(of: board, content: content)
    // The reply to `open` was for the former one.
    if let opened = lastOpened[board] {
      _ = try replicas[index].receive(.reply(ServerReply(.ok(.open(opened)))))
    }
  }

  private func newReplica(of board: BoardName, content: WatchedContent?) throws -> Replica {
    var replica = Replica(of: board, client: client, content: content)
    if let greeting { _ = try replica.receive(greeting) }
    return replica
  }

  private mutating func receive(_ message: ServerMessage) throws {
    // What was known of a board that had the name before is of no use.
    if case .event(.renamed(let renamed)) = message {
      replicas.removeAll { $0.board == renamed.to }
    }
    for index in replicas.indices { _ = try replicas[index].receive(message) }
    if case .event(.removed(let removed)) = message {
      replicas.removeAll { $0.board == removed.board }
    }
  }

  private func compare(_ board: BoardName, _ mirror: Mirror) throws {
    guard let replica = replicas.first(where: { $0.board == board }) else {
      throw Mirror.Fault("nothing opened \(board)")
    }
    guard let right = mirror.boards[board.string], replica.revision == right.revision,
      try isRight(replica, right)
    else { throw Mirror.Fault("the replica shows another \(board)") }
  }

  /// Whether a replica has the counts of a reader, and in their places the items that this knows.
  private func isRight(_ replica: Replica, _ right: Mirror.Board) throws -> Bool {
    var known = right
    for section in right.sections.indices {
      known.sections[section].items.removeAll(where: \.isCounted)
      let board = replica.shown
      guard section < board.sectionCount,
        board.itemCount(in: section) == right.sections[section].items.count,
        right.sections[section].items.indices.allSatisfy({ item in
          (board.knownItem(at: [section, item]) == nil)
            == right.sections[section].items[item].isCounted
        })
      else { return false }
    }
    return try written(replica) == known
  }

  /// What a replica shows, as a reader knows it that is sent it.
  private func written(_ replica: Replica) throws -> Mirror.Board? {
    var buffer = WireBuffer()
    buffer.append(
      snapshot: replica.shown.content, board: replica.board, revision: replica.revision ?? 0)
    var mirror = Mirror()
    for line in buffer.string.split(separator: "\n") { try mirror.read(String(line)) }
    return mirror.boards[replica.board.string]
  }
}
