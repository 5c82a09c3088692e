import BoardModel

/// One change to what a journal holds.
///
/// No body names the board that it belongs to, so that a rename leaves bodies as they are.
public enum JournalEntry: Hashable, Sendable {
  /// A new board, whose head is this revision. Unless that is 0, where a board is empty, a snapshot
  /// of that revision belongs into the same group.
  case created(BoardName, revision: Int)
  /// A board goes, with all that the journal has of it: its revisions, snapshots, policies and
  /// numbers. From then on its name is free.
  case removed(BoardName)
  /// A board goes on under another name, which must be free, with all that the journal has of it.
  /// From then on its old name is free.
  case renamed(BoardName, to: BoardName)
  /// One revision of a board, which becomes its head.
  case revision(JournalRevision)
  /// All policies of a board: a line `policy TARGET KEY=VALUE…` for each target that has any.
  case policies(BoardName, body: [UInt8])
  /// A whole board at a revision: the `section` and `item` lines of the protocol's snapshot, without
  /// its head line and without drags and selections. The body of an empty board is empty.
  case snapshot(BoardName, revision: Int, body: [UInt8])
  /// The revisions up to and including this one may be forgotten, and all snapshots before it.
  /// There must be a snapshot of exactly this revision, stored before or earlier in the group.
  case trim(BoardName, upTo: Int)
  /// A number of a board under a key, in place of the one before.
  case boardNumber(BoardName, String, Int)
  /// A client that is new, and its token. What was known under that name is forgotten.
  case client(ClientName, token: String)
  /// A client that is remembered no longer, nor its replies.
  case forgotten(ClientName)
  /// The reply to a tagged command. The latest `Limits.rememberedReplies` of a client are kept.
  case reply(ClientName, StoredReply)
  /// A number of the server under a key, in place of the one before; nil if there is none any more.
  case number(String, Int?)
}

extension JournalEntry {
  /// The board that the entry is about, or nil if it is about none; of a rename, the old name.
  public var board: BoardName? {
    switch self {
    case .created(let board, _), .removed(let board), .renamed(let board, _),
      .policies(let board, _), .snapshot(let board, _, _), .trim(let board, _),
      .boardNumber(let board, _, _):
      board
    case .revision(let revision): revision.board
    case .client, .forgotten, .reply, .number: nil
    }
  }
}

/// One revision of a board, as it is stored.
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
  /// The edits in order, as rows of the protocol's batches, without a head line.
  ///
  /// Each edit is one row with its newline, except that `insert-section` is followed by the `item`
  /// lines of its section. So rows are split by reading them. The index paths of a row are those of
  /// a batch of that row alone, on the board as the rows before it left it.
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

/// The reply to a tagged command, as it is stored for a retry.
public struct StoredReply: Hashable, Sendable {
  public var tag: String
  /// A number that stands for the command, so that another one with the same tag is told apart.
  public var digest: UInt64
  /// The lines of the reply, without the tag.
  public var body: [UInt8]

  public init(tag: String, digest: UInt64, body: [UInt8]) {
    self.tag = tag
    self.digest = digest
    self.body = body
  }
}
