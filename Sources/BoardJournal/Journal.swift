import BoardCore

/// Where everything is kept that must survive the process.
///
/// Exactly one holder writes to a journal: whoever acquired it last. A journal is no thread's own,
/// but it is called by one thread at a time, and each call blocks until the disk has answered.
///
/// The order of a life: `acquire`, then `replay` of every board, then `commit` again and again with
/// `checkpoint` in quiet moments. A journal that is dropped is closed.
public protocol Journal: AnyObject, Sendable {
  /// Takes all boards away from whoever held them, and tells what is stored beside their contents.
  ///
  /// - Throws: `JournalFault` if what is stored cannot be trusted or not be reached. Nothing may be
  ///   served then.
  /// - Complexity: O(boards + clients + their replies).
  func acquire() throws(JournalFault) -> StoredServer

  /// Tells how a board came to its head: its oldest snapshot, then every revision since, in order.
  ///
  /// A board that never had a snapshot begins empty at revision 0. The chain is checked on the way:
  /// each revision continues the one before it, and the last one is the board's head.
  ///
  /// - Parameter visit: Gets each step. What it throws ends the replay and is thrown on.
  /// - Throws: `JournalFault.damaged` at a hole in the chain or a row that is not as it was written.
  /// - Complexity: O(bytes kept of the board).
  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault)

  /// Writes all entries of a group or none of them, and returns when the answer is final.
  ///
  /// An empty group is committed at once.
  ///
  /// - Complexity: O(bytes of the group), and one wait for the disk.
  func commit(_ group: JournalGroup) -> CommitOutcome

  /// Whether there was no room for the last group but by giving up the reserve.
  ///
  /// What is full still commits as long as it can; nobody should begin anything new.
  var isFull: Bool { get }

  /// The bytes for which there is room now: what is free, and the reserve.
  ///
  /// What would write more at once should not be begun.
  var roomBytes: Int { get }

  /// Tries to lay up a new reserve after the old one was given up.
  ///
  /// It costs a few system calls: ask when somebody wants to edit, and not more than once a second.
  ///
  /// - Returns: Whether the journal is no longer full.
  func makeRoom() -> Bool

  /// Whether enough has come together for `checkpoint` to do something.
  var isCheckpointDue: Bool { get }

  /// Tidies up where enough has come together. To be called after commits, when nobody waits.
  ///
  /// - Throws: `JournalFault.failed` if the disk failed. Nothing committed is lost by that, but the
  ///   holder must end, because the same disk is not to be believed any more.
  func checkpoint() throws(JournalFault)
}

/// What became of a group.
public enum CommitOutcome: Hashable, Sendable {
  /// All of it is durable.
  case committed
  /// None of it is stored: somebody else has acquired the board, or the whole journal where no
  /// board is named. The holder must end.
  case fenced(BoardName?)
  /// None of it is stored, not even with the reserve given up: there is no room. The journal is
  /// as it was before and can be asked again.
  case full
  /// Nobody can say whether it is stored until the journal is opened again. The holder must end
  /// without a word to anybody about this group.
  case unknown(String)
}

/// Why a journal cannot be used.
public enum JournalFault: Error, Hashable, Sendable {
  /// Another process serves the same journal.
  case inUse(String)
  /// What is stored is not what was written.
  case damaged(String)
  /// It is no journal, one of a later version, or one that may not be opened.
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
