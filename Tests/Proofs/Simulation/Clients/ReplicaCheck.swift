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
  /// The boards of which the client has counts.
  private var counted: Set<BoardName> = []

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
    if case .reply(let reply) = message, case .open(let opened)? = reply.ok,
      !counted.contains(opened.board)
    {
      try add(opened.board)
    }
    try follow(message)
    try receive(message)
    if case .batch(let board, _, _, _) = message, !counted.contains(board) {
      try compare(board, mirror)
    }
    if case .snapshot(let board, _, _, _) = message { try compare(board, mirror) }
  }

  /// A replica has all of a board: one of whom a client gets counts begins anew when it gets all again.
  private mutating func follow(_ message: ServerMessage) throws {
    switch message {
    case .counts(let board, _, _, _):
      counted.insert(board)
      replicas.removeAll { $0.board == board }
    case .snapshot(let board, _, _, _) where counted.remove(board) != nil: try add(board)
    case .event(.renamed(let renamed)):
      if counted.remove(renamed.board) != nil { counted.insert(renamed.to) }
    case .event(.removed(let removed)): counted.remove(removed.board)
    case .greeting, .reply, .event, .batch, .snapshot, .unknown: break
    }
  }

  private mutating func add(_ board: BoardName) throws {
    guard !replicas.contains(where: { $0.board == board }) else { return }
    var replica = Replica(of: board, client: client)
    if let greeting { _ = try replica.receive(greeting) }
    replicas.append(replica)
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
      try written(replica) == right
    else { throw Mirror.Fault("the replica shows another \(board)") }
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
