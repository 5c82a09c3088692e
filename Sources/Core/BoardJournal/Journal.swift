import BoardModel

/// Durable storage of the server's state: a write-ahead journal.
///
/// Exactly one holder writes to a journal: the last one that acquired it. A journal may let others wait until
/// its holder is silent for some time; `renew` shows that it is not. A journal is not bound to
/// a thread, but calls must not overlap, and each call blocks until the disk has answered.
///
/// The order of calls: `acquire`, then `replay` of every board, then `commit` repeatedly, with
/// `checkpoint` in idle time. Releasing a journal closes it.
public protocol Journal: AnyObject, Sendable {
  /// Fences the previous holder, and returns the stored state except the revisions and snapshots of the
  /// boards and the policies of their sections.
  ///
  /// - Throws: `JournalFault` if the contents are damaged or unreachable. Nothing may be served
  ///   then.
  /// - Complexity: O(boards and their numbers + clients and their replies).
  func acquire() throws(JournalFault) -> StoredServer

  /// Visits the steps of a board to its head: its oldest snapshot, then every revision since, in
  /// order, then its policies.
  ///
  /// A board without a snapshot begins empty at revision 0. A board that is not stored has no
  /// steps. Each revision is checked to continue the one before it, and the last one to be the
  /// board's head.
  ///
  /// - Parameter visit: Receives each step. If it throws, the replay ends and rethrows.
  /// - Throws: `JournalFault.damaged` if a revision is missing or a row fails its checksum.
  /// - Complexity: O(bytes stored of the board).
  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault)

  /// The boards of the journal, for another thread. Call it after `acquire`.
  var source: any BoardSource { get }

  /// Notes that `source.check` found nothing. Before that, nothing is copied over what is unchecked.
  func didCheck()

  /// Commits a group atomically, and returns when the outcome is final.
  ///
  /// An empty group is committed at once.
  ///
  /// - Complexity: O(bytes of the group), O(bytes stored of each board that it removes), and one
  ///   wait for the disk.
  func commit(_ group: JournalGroup) -> CommitOutcome

  /// Whether the disk is full: the reserve was released to make room for a group.
  ///
  /// A full journal still commits as long as it can; callers should not begin new changes.
  var isDiskFull: Bool { get }

  /// The available bytes: the reserve, and the free space at the last commit.
  ///
  /// Callers should not begin a change that writes more at once.
  var roomBytes: Int { get }

  /// Tries to allocate a new reserve after the old one was released.
  ///
  /// It costs a few system calls: call it when a client wants to edit, at most once a second.
  ///
  /// - Returns: Whether the journal is no longer full.
  func makeRoom() -> Bool

  /// Whether a checkpoint is worthwhile.
  var isCheckpointDue: Bool { get }

  /// Runs a checkpoint if one is due, which makes later commits and the next start cheaper. Call it
  /// after commits, in idle time.
  ///
  /// - Throws: `JournalFault.failed` if the disk failed. Nothing committed is lost, but the holder
  ///   must exit, because the disk can no longer be trusted.
  func checkpoint() throws(JournalFault)

  /// Whether the journal stores drag sessions, which a holder that ends in order leaves to the next one.
  /// `acquire` returns them once.
  var keepsDrags: Bool { get }

  /// How often to call `renew`; nil for a journal without a lease.
  var renewalInterval: Duration? { get }

  /// Renews the holder's lease, so that no other acquires the journal. Commits renew it, too.
  func renew() -> Renewal
}

extension Journal {
  // Of a journal without a lease.

  public var renewalInterval: Duration? { nil }

  public func renew() -> Renewal { .renewed }
}

/// The outcome of the renewal of a lease.
public enum Renewal: Hashable, Sendable {
  case renewed
  /// Nobody has answered, for this reason: the next one may succeed.
  case unanswered(String)
  /// The holder must exit. It is `inUse` if another one has acquired the journal.
  case ended(JournalFault)
}

/// The outcome of a commit.
public enum CommitOutcome: Hashable, Sendable {
  /// The whole group is durable.
  case committed
  /// Nothing is stored: another holder has acquired the journal, or the group does not continue a
  /// board. The value is that board, or the first board of the group. The holder must exit.
  case fenced(BoardName?)
  /// Nothing is stored: the disk is full, even without the reserve. The journal is unchanged, and
  /// the group can be committed again.
  case full
  /// Unknown until the journal is opened again. The holder must exit without sending any result of
  /// this group.
  case unknown(String)
}

/// Why a journal cannot be used.
public enum JournalFault: Error, Hashable, Sendable {
  /// Another process serves the same journal.
  case inUse(String)
  /// The contents differ from what was written.
  case damaged(String)
  /// The file is not a journal, has another format, or may not be opened.
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

/// Commits groups of several journals together, which costs one wait for the disk.
///
/// Calls may overlap, but not two that are about one journal, or one with a call to that journal that commits, renews or
/// ends something; it may be acquired and replayed meanwhile.
public protocol JournalLane: AnyObject, Sendable {
  /// Commits the groups of different journals, each atomically, and returns when all outcomes are final. One that
  /// cannot be committed does not keep the others from it.
  ///
  /// - Precondition: The journals were opened on this lane and acquired.
  /// - Returns: The outcome of each group, as `Journal.commit` returns it; nil if others would have to wait for it, and
  ///   nothing is stored.
  func commit(_ groups: [LaneGroup]) -> [CommitOutcome?]

  /// Commits a group for which others would have had to wait.
  func commitAside(_ group: LaneGroup) -> CommitOutcome
}

/// A group of one of the journals of a lane.
public struct LaneGroup: Sendable {
  public let journal: any Journal
  public let group: JournalGroup

  public init(journal: any Journal, group: JournalGroup) {
    self.journal = journal
    self.group = group
  }
}

/// A journal whose contents can be moved to another place.
///
/// A place is ready, arriving (a copy that is not complete) or moved (its contents are elsewhere). Only a place
/// that is ready can be served.
public protocol MovableJournal: Journal {
  /// Notes durably that the contents are at another place now, so that nobody serves them here.
  ///
  /// - Precondition: The journal is acquired.
  func markMoved(to place: String) throws(JournalFault)

  /// Notes durably that a copy is complete, and may be served.
  func markComplete() throws(JournalFault)
}

/// What a journal is opened for.
public enum JournalPurpose: Hashable, Sendable {
  case serving
  /// Its contents are copied to another place. It may be marked as moved there already.
  case moving(to: String)
  /// It becomes the copy of a place with this epoch. What an earlier try has left is deleted.
  case arriving(from: String, Epoch)
}

/// Reads the boards of an acquired journal beside its holder, which may commit meanwhile.
///
/// So a board can be loaded when it is first asked for, on a thread of its own. `replay` and `check`
/// may run on two threads at the same time, but each of them on one thread at a time.
public protocol BoardSource: AnyObject, Sendable {
  /// Visits the steps of a board to its head, as `Journal.replay` does.
  ///
  /// - Precondition: No group has changed the board since the journal was acquired.
  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault)

  /// Checks the whole file, if that was not done when it was opened.
  ///
  /// - Throws: `JournalFault.damaged`.
  /// - Complexity: O(stored bytes).
  func check() throws(JournalFault)

  /// Lets a check that runs on another thread end soon, by a fault.
  func stopCheck()
}
