import BoardModel

/// The stored state except the revisions and snapshots of the boards and the policies of their sections.
public struct StoredServer: Hashable, Sendable {
  /// The epoch of the stored state: the same across restarts, a new one after a backup was
  /// restored. The replies are of this epoch.
  public var epoch: Epoch
  /// Sorted by name.
  public var boards: [StoredBoard]
  /// Sorted by name.
  public var clients: [StoredClient]
  /// The server's numbers, by key.
  public var numbers: [String: Int]
  /// The drag sessions that the last holder has left, sorted by id.
  public var drags: [StoredDrag]

  public init(
    epoch: Epoch, boards: [StoredBoard] = [], clients: [StoredClient] = [],
    numbers: [String: Int] = [:], drags: [StoredDrag] = []
  ) {
    self.epoch = epoch
    self.boards = boards
    self.clients = clients
    self.numbers = numbers
    self.drags = drags
  }
}

/// A stored drag session.
public struct StoredDrag: Hashable, Sendable {
  public var id: SessionID
  /// The events that tell a watcher of it: `drag … began`, and `drag … items` for each further item from
  /// outside, as lines.
  public var body: [UInt8]

  public init(id: SessionID, body: [UInt8]) {
    self.id = id
    self.body = body
  }
}

/// A stored board.
public struct StoredBoard: Hashable, Sendable {
  public var name: BoardName
  /// The board's revision.
  public var head: Int
  /// The board's numbers, by key.
  public var numbers: [String: Int]
  /// The policies that the board has of its own, as `ReplayStep.policy` has them; empty if there are none.
  public var policy: [UInt8]

  public init(
    name: BoardName, head: Int, numbers: [String: Int] = [:], policy: [UInt8] = []
  ) {
    self.name = name
    self.head = head
    self.numbers = numbers
    self.policy = policy
  }
}

/// A stored client.
public struct StoredClient: Hashable, Sendable {
  public var name: ClientName
  /// The hash of its token; nil for a client of which only replies are stored.
  public var token: TokenDigest?
  /// Oldest first.
  public var replies: [StoredReply]

  public init(name: ClientName, token: TokenDigest?, replies: [StoredReply] = []) {
    self.name = name
    self.token = token
    self.replies = replies
  }
}

extension Epoch {
  /// A random epoch.
  package static func random() -> Epoch {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}
