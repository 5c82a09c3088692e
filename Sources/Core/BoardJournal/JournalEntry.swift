import BoardModel

/// One change of the stored state.
///
/// Bodies do not contain the name of their board, so that a rename leaves them unchanged.
public enum JournalEntry: Hashable, Sendable {
  /// A new board with this revision as its head. If that is not 0 (the empty board), the same group
  /// must have a snapshot of it.
  case created(BoardName, revision: Int)
  /// Removes a board with its revisions, snapshots, policies and numbers. Its name is free
  /// afterwards.
  case removed(BoardName)
  /// Renames a board to a free name, with everything stored of it. Its old name is free afterwards.
  case renamed(BoardName, to: BoardName)
  /// Appends one revision to a board, as its new head.
  case revision(JournalRevision)
  /// All policies that a target, `*` for the board or the id of a section, has of its own now: a line
  /// `policy TARGET KEY=VALUE…`. An empty body means that it has none. The types of fields are a target of their own, with
  /// a line `fields FIELD=TYPE…`.
  case policy(BoardName, target: String, body: [UInt8])
  /// A whole board at a revision: the `section` and `item` lines of the protocol's snapshot, without
  /// its head line and without drags and selections. The body of an empty board is empty.
  ///
  /// It begins with so many `parts`, all stored before, and ends with the body.
  case snapshot(BoardName, revision: Int, parts: Int = 0, body: [UInt8])
  /// A part of a snapshot at a revision, stored before the snapshot itself, so that no group is long. The
  /// parts of a snapshot are numbered from 0; the first one replaces all that are stored of that revision.
  /// Parts without a snapshot have no effect.
  case snapshotPart(BoardName, revision: Int, number: Int, body: [UInt8])
  /// The revisions up to and including this one may be deleted, and all snapshots and parts before it. There
  /// must be a snapshot of exactly this revision, stored before or earlier in the group.
  case trim(BoardName, upTo: Int)
  /// Sets a number of a board under a key.
  case boardNumber(BoardName, String, Int)
  /// A new client with the hash of its token. It replaces everything stored under that name.
  case client(ClientName, token: TokenDigest)
  /// Deletes a client and its replies.
  case forgotten(ClientName)
  /// The reply to a tagged command. The journal stores the latest `Limits.rememberedReplies` of a
  /// client.
  case reply(ClientName, StoredReply)
  /// Sets a number of the server under a key; nil deletes it.
  case number(String, Int?)
  /// A drag session that the next holder goes on with. Only a journal with `keepsDrags` takes it.
  case drag(StoredDrag)
}

extension JournalEntry {
  /// The board of the entry, or nil if it has none; the old name of a rename.
  public var board: BoardName? {
    switch self {
    case .created(let board, _), .removed(let board), .renamed(let board, _),
      .policy(let board, _, _), .snapshot(let board, _, _, _), .snapshotPart(let board, _, _, _),
      .trim(let board, _), .boardNumber(let board, _, _):
      board
    case .revision(let revision): revision.board
    case .client, .forgotten, .reply, .number, .drag: nil
    }
  }
}

extension JournalEntry {
  /// The target of the types of fields, which is the id of no section.
  package static let targetOfTypes = "="

  /// The target of a line `policy TARGET KEY=VALUE…`, or of `fields FIELD=TYPE…`.
  package static func target(ofPolicy line: some Collection<UInt8>) -> String {
    let words = line.split(separator: 0x20, maxSplits: 2)
    if words.first?.elementsEqual("fields".utf8) == true { return targetOfTypes }
    return String(decoding: words.dropFirst().first ?? line[line.endIndex...], as: UTF8.self)
  }
}

/// A stored revision of a board.
public struct JournalRevision: Hashable, Sendable {
  public var board: BoardName
  /// The previous head.
  public var from: Int
  /// The new head.
  public var to: Int
  /// The time in milliseconds since 1970.
  public var at: Int
  /// The client that made the revision.
  public var client: ClientName
  /// What tells apart clients that have the same name one after the other.
  public var identity: UInt64
  /// The origin: a drag session such as `d7`, `undo 41`, `redo 41`, or nil for a plain command.
  public var origin: String?
  /// The edits in order, as rows of the protocol's batches, without the head line; or one line
  /// `revert REV` or `delete-items PATH N` that stands for many.
  ///
  /// Each edit is one row with its newline, except that `insert-section` is followed by the `item`
  /// lines of its section. So splitting the rows requires parsing them. The index paths of a row
  /// are those of a batch of that row alone, on the board as the rows before it left it.
  ///
  /// An empty body is a *leap*: a board got a name that another one had. It has another revision and
  /// no past, and is otherwise as it was.
  public var body: [UInt8]

  public init(
    board: BoardName, from: Int, to: Int, at: Int, client: ClientName, identity: UInt64 = 0,
    origin: String?, body: [UInt8]
  ) {
    self.board = board
    self.from = from
    self.to = to
    self.at = at
    self.client = client
    self.identity = identity
    self.origin = origin
    self.body = body
  }

  /// Whether the board forgets its past, and only its revision is another one.
  public var isLeap: Bool { body.isEmpty }
}

/// The stored reply to a tagged command, for a retry.
public struct StoredReply: Hashable, Sendable {
  public var tag: String
  /// A digest of the command, to detect another command with the same tag.
  public var digest: UInt64
  /// The lines of the reply, without the tag.
  public var body: [UInt8]

  public init(tag: String, digest: UInt64, body: [UInt8]) {
    self.tag = tag
    self.digest = digest
    self.body = body
  }
}

// Who made a revision, as the column `client` has it: `ann`, or `ann 1f` for the client with the
// identity 1f.

extension JournalRevision {
  /// The name of the client and, unless it is 0, its identity in hexadecimal digits.
  package var author: String {
    identity == 0 ? client.string : "\(client) \(String(identity, radix: 16))"
  }

  /// Reads an author that a journal wrote. Its checksum was compared, so it is one.
  package static func author(_ word: String) -> (client: ClientName, identity: UInt64) {
    let parts = word.split(separator: " ", maxSplits: 1)
    let identity = parts.count > 1 ? UInt64(parts[1], radix: 16) : nil
    return (ClientName(unchecked: String(parts.first ?? "")), identity ?? 0)
  }
}
