import BoardModel

/// Storage of everything that must survive the process.
///
/// Exactly one holder writes to a journal: whoever acquired it last. A journal belongs to no thread,
/// but one thread at a time calls it, and each call blocks until the disk has answered.
///
/// The order of calls: `acquire`, then `replay` of every board, then `commit` again and again, with
/// `checkpoint` while nobody waits. A journal that is released is closed.
public protocol Journal: AnyObject, Sendable {
  /// Fences whoever acquired the journal before, and returns what is stored beside the revisions and
  /// snapshots of the boards.
  ///
  /// - Throws: `JournalFault` if the contents cannot be trusted or not be reached. Nothing may be
  ///   served then.
  /// - Complexity: O(boards and their numbers + clients and their replies).
  func acquire() throws(JournalFault) -> StoredServer

  /// Visits the steps of a board to its head: its oldest snapshot, then every revision since, in
  /// order.
  ///
  /// A board that never had a snapshot begins empty at revision 0. A board that the journal does not
  /// hold has no steps. Each revision is checked to continue the one before it, and the last one to
  /// be the board's head.
  ///
  /// - Parameter visit: Gets each step. What it throws ends the replay and is rethrown.
  /// - Throws: `JournalFault.damaged` at a hole in the chain or a row that is not as it was written.
  /// - Complexity: O(bytes stored of the board).
  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault)

  /// Writes all entries of a group or none of them, and returns when the outcome is final.
  ///
  /// An empty group is committed at once.
  ///
  /// - Complexity: O(bytes of the group), O(bytes stored of each board that it removes), and one
  ///   wait for the disk.
  func commit(_ group: JournalGroup) -> CommitOutcome

  /// Whether the reserve had to be given up to make room for a group.
  ///
  /// A full journal still commits as long as it can; nobody should begin anything new.
  var isDiskFull: Bool { get }

  /// The bytes for which there is room: the reserve, and what was free when the last group was
  /// committed.
  ///
  /// A change that would write more at once should not be begun.
  var roomBytes: Int { get }

  /// Tries to allocate a new reserve after the old one was given up.
  ///
  /// It costs a few system calls: ask when somebody wants to edit, and not more than once a second.
  ///
  /// - Returns: Whether the journal is no longer full.
  func makeRoom() -> Bool

  /// Whether `checkpoint` has enough to do.
  var isCheckpointDue: Bool { get }

  /// Does what makes later commits and the next start cheaper, if it is due. To be called after
  /// commits, when nobody waits.
  ///
  /// - Throws: `JournalFault.failed` if the disk failed. Nothing committed is lost by that, but the
  ///   holder must end, because the same disk is not to be believed any more.
  func checkpoint() throws(JournalFault)
}

/// The outcome of a commit.
public enum CommitOutcome: Hashable, Sendable {
  /// The whole group is durable.
  case committed
  /// Nothing is stored: somebody else has acquired the journal, or the group does not continue a
  /// board. The board is the one that is not continued, or the first that the group is about. The
  /// holder must end.
  case fenced(BoardName?)
  /// Nothing is stored, because there is no room, not even with the reserve given up. The journal is
  /// as it was before, and the group can be committed again.
  case full
  /// Nobody can say whether the group is stored until the journal is opened again. The holder must
  /// end without a word to anybody about this group.
  case unknown(String)
}

/// Why a journal cannot be used.
public enum JournalFault: Error, Hashable, Sendable {
  /// Another process serves the same journal.
  case inUse(String)
  /// The contents are not what was written.
  case damaged(String)
  /// It is no journal, one of another format, or one that may not be opened.
  case unusable(String)
  /// The disk or the system failed.
  case failed(String)
}

extension JournalFault: CustomStringConvertible {
  /// A sentence for the operator.
  public var description: String {
    switch self {
    case .inUse(let text), .damaged(let text), .unusable(let text), .failed(let text): text
    }
  }
}
