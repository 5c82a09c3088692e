import BoardCore

/// One thing to remember.
public enum JournalEntry: Hashable, Sendable {
  /// A new board, whose head is this revision. Unless that is 0, where a board is empty, a snapshot
  /// of that revision belongs into the same group.
  case created(BoardName, revision: Int)
  /// One revision of a board, which becomes its head.
  case revision(JournalRevision)
  /// The policies of a board, all of them, as the protocol writes them.
  case policies(BoardName, body: [UInt8])
  /// A whole board at a revision, in the protocol's snapshot form, drags left out.
  case snapshot(BoardName, revision: Int, body: [UInt8])
  /// The revisions up to and including this one may be forgotten, and all snapshots before it.
  /// There must be a snapshot of exactly this revision, stored before or earlier in the group.
  case trim(BoardName, upTo: Int)
  /// A client that is new, and its token. What was known under that name is forgotten.
  case client(ClientName, token: String)
  /// A client that is remembered no longer, nor its replies.
  case forgotten(ClientName)
  /// The answer to a tagged command. The latest `Limits.rememberedReplies` of a client are kept.
  case reply(ClientName, StoredReply)
  /// A number under a name, in place of the one before.
  case number(String, Int)
}

/// One revision of a board, as it is kept.
public struct JournalRevision: Hashable, Sendable {
  public var board: BoardName
  /// The revision it was made on: the head until then.
  public var from: Int
  /// The revision it made.
  public var to: Int
  /// When, in milliseconds since 1970.
  public var at: Int
  /// Who made it.
  public var client: ClientName
  /// What it came from: a drag session such as `d7`, `undo 41`, `redo 41`, or nil for a plain
  /// command.
  public var origin: String?
  /// The lines of the batch, as the protocol writes them.
  public var body: [UInt8]

  public init(
    board: BoardName, from: Int, to: Int, at: Int, client: ClientName, origin: String?,
    body: [UInt8]
  ) {
    self.board = board
    self.from = from
    self.to = to
    self.at = at
    self.client = client
    self.origin = origin
    self.body = body
  }
}

/// The answer to a tagged command, as it is kept for a retry.
public struct StoredReply: Hashable, Sendable {
  public var tag: String
  /// A number that stands for the command, so that another one with the same tag is told apart.
  public var digest: UInt64
  /// The line of the reply, without the tag.
  public var body: [UInt8]

  public init(tag: String, digest: UInt64, body: [UInt8]) {
    self.tag = tag
    self.digest = digest
    self.body = body
  }
}
