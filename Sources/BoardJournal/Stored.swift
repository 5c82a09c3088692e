import BoardModel

/// What a journal holds beside the revisions and snapshots of its boards.
public struct StoredServer: Hashable, Sendable {
  /// The life of what the journal holds: the same across restarts, another one once a backup of it
  /// has been restored. Replies are those of this epoch.
  public var epoch: Epoch
  /// By name.
  public var boards: [StoredBoard]
  /// By name.
  public var clients: [StoredClient]
  /// The numbers last stored under their keys.
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

/// A board, as a journal holds it.
public struct StoredBoard: Hashable, Sendable {
  public var name: BoardName
  /// The board's revision.
  public var head: Int
  /// The lines of all policies; empty if none were ever set.
  public var policies: [UInt8]
  /// The board's numbers last stored under their keys.
  public var numbers: [String: Int]

  public init(
    name: BoardName, head: Int, policies: [UInt8] = [], numbers: [String: Int] = [:]
  ) {
    self.name = name
    self.head = head
    self.policies = policies
    self.numbers = numbers
  }
}

/// A client, as a journal holds it.
public struct StoredClient: Hashable, Sendable {
  public var name: ClientName
  /// Nil for a client of which only replies are stored.
  public var token: String?
  /// Oldest first.
  public var replies: [StoredReply]

  public init(name: ClientName, token: String?, replies: [StoredReply] = []) {
    self.name = name
    self.token = token
    self.replies = replies
  }
}
