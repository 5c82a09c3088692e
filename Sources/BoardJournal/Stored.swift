import BoardModel

/// The stored state except the revisions, snapshots and policies of the boards.
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

  public init(
    epoch: Epoch, boards: [StoredBoard] = [], clients: [StoredClient] = [],
    numbers: [String: Int] = [:]
  ) {
    self.epoch = epoch
    self.boards = boards
    self.clients = clients
    self.numbers = numbers
  }
}

/// A stored board.
public struct StoredBoard: Hashable, Sendable {
  public var name: BoardName
  /// The board's revision.
  public var head: Int
  /// The board's numbers, by key.
  public var numbers: [String: Int]

  public init(name: BoardName, head: Int, numbers: [String: Int] = [:]) {
    self.name = name
    self.head = head
    self.numbers = numbers
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
