import BoardModel

/// One step of a replay.
public enum ReplayStep: Hashable, Sendable {
  /// The whole board at a revision; before everything else.
  case snapshot(revision: Int, body: [UInt8])
  /// One revision that continues the board. Its `board` is the present name, also for revisions
  /// made before a rename.
  case revision(JournalRevision)
  /// The policies that one target has of its own at the head; behind all revisions, by target.
  case policy(body: [UInt8])
}

/// Checks that the steps of a replay form a chain without gaps.
public struct ReplayChain: Sendable {
  private let board: BoardName
  /// The revision that the steps so far lead to.
  public private(set) var revision: Int

  /// A chain that begins at a snapshot, or at an empty board of revision 0.
  public init(of board: BoardName, from revision: Int = 0) {
    self.board = board
    self.revision = revision
  }

  /// Appends a revision to the chain.
  ///
  /// - Throws: `JournalFault.damaged` if it does not continue the previous revision.
  public mutating func follow(_ step: JournalRevision) throws(JournalFault) {
    guard step.from == revision, step.to > revision else {
      throw .damaged("board \(board) has a revision \(step.from) to \(step.to) after \(revision)")
    }
    revision = step.to
  }

  /// Checks that the chain leads to the board's head.
  ///
  /// - Throws: `JournalFault.damaged` if it does not.
  public func end(at head: Int) throws(JournalFault) {
    guard revision == head else {
      throw .damaged("board \(board) ends at revision \(revision) instead of \(head)")
    }
  }
}
