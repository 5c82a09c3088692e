import BoardCore

/// What a journal holds beside the contents of its boards.
public struct StoredServer: Hashable, Sendable {
  /// By name.
  public var boards: [StoredBoard]
  /// By name.
  public var clients: [StoredClient]
  /// The numbers last kept under their names.
  public var numbers: [String: Int]

  public init(
    boards: [StoredBoard] = [], clients: [StoredClient] = [], numbers: [String: Int] = [:]
  ) {
    self.boards = boards
    self.clients = clients
    self.numbers = numbers
  }
}

/// A board, as a journal holds it.
public struct StoredBoard: Hashable, Sendable {
  public var name: BoardName
  /// How often the board was acquired; the holder's own number.
  public var epoch: Int
  /// The board's revision.
  public var head: Int
  /// The head of the backup that the board was last restored from, 0 if it never was. A client that
  /// knows a later revision below `base + Leap.length` saw what is no more.
  public var base: Int
  /// The lines of all policies; empty if none were ever set.
  public var policies: [UInt8]

  public init(name: BoardName, epoch: Int, head: Int, base: Int, policies: [UInt8]) {
    self.name = name
    self.epoch = epoch
    self.head = head
    self.base = base
    self.policies = policies
  }
}

/// A client, as a journal holds it.
public struct StoredClient: Hashable, Sendable {
  public var name: ClientName
  /// Nil for a client of whom only replies are kept.
  public var token: String?
  /// Oldest first.
  public var replies: [StoredReply]

  public init(name: ClientName, token: String?, replies: [StoredReply] = []) {
    self.name = name
    self.token = token
    self.replies = replies
  }
}

/// One step on a board's way to its head.
public enum ReplayStep: Hashable, Sendable {
  /// The whole board at a revision; only ever the first step.
  case snapshot(revision: Int, body: [UInt8])
  /// One revision that continues the board.
  case revision(JournalRevision)
  /// The board got a new revision number without a change, because it was restored.
  case leap(to: Int)
}

/// The jump of a restored board's revision, over all that may have come after the backup.
public enum Leap {
  /// More revisions than a board has in its life.
  public static let length = 1_000_000_000
}

/// Holds the steps of a replay to their order.
public struct ReplayChain: Sendable {
  private let board: BoardName
  /// The revision the board has been brought to.
  public private(set) var revision: Int

  /// A chain that begins at a snapshot, or at an empty board of revision 0.
  public init(of board: BoardName, from revision: Int = 0) {
    self.board = board
    self.revision = revision
  }

  /// Goes on to where the next step must begin; at the end, that is the head.
  ///
  /// - Returns: Whether the board leaps.
  /// - Throws: `JournalFault.damaged` if something is missing between.
  public mutating func reach(_ next: Int) throws(JournalFault) -> Bool {
    guard next >= revision, (next - revision).isMultiple(of: Leap.length) else {
      throw .damaged("board \(board) has nothing between revisions \(revision) and \(next)")
    }
    defer { revision = next }
    return next > revision
  }

  /// Takes a revision.
  ///
  /// - Throws: `JournalFault.damaged` if it does not lead forward from where the chain stands.
  public mutating func follow(_ step: JournalRevision) throws(JournalFault) {
    guard step.from == revision, step.to > revision else {
      throw .damaged("board \(board) has a revision \(step.from) to \(step.to) after \(revision)")
    }
    revision = step.to
  }
}
