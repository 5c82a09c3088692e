import BoardJournal
import BoardModel

/// A journal decorator with injected faults, for tests.
package final class FaultyJournal: Journal, @unchecked Sendable {
  /// The fault of one group.
  package enum Fault: Hashable, Sendable {
    /// Another holder acquires the journal right before the commit.
    case fenced
    /// The group is stored, but the outcome is unknown.
    case unknownButCommitted
    /// The group is not stored, and the outcome is unknown.
    case unknownAndLost
    /// The disk is full, even without the reserve; the group is not stored.
    case full
    /// The group is stored by releasing the reserve: the disk is full until `makeRoom`.
    case lastRoom
    /// The group is stored, but the first calls of `poll` have no outcome.
    case delay(polls: Int)
  }

  private let journal: any Journal
  private var faults: [Int: Fault] = [:]
  private var count = 0
  private var inFlight: (group: JournalGroup, polls: Int)?

  /// Whether the simulated disk has space.
  package var hasRoom = true
  package private(set) var isDiskFull = false

  /// A journal without faults at first.
  package init(_ journal: any Journal) {
    self.journal = journal
  }

  /// Injects a fault into a later commit.
  ///
  /// - Parameter number: The index of the commit, 0 for the next.
  package func fail(_ fault: Fault, at number: Int = 0) {
    faults[count + number] = fault
  }

  package func commit(_ group: JournalGroup) -> CommitOutcome {
    defer { count += 1 }
    switch faults.removeValue(forKey: count) {
    case nil, .delay:
      return journal.commit(group)
    case .fenced:
      _ = try? journal.acquire()
      return .fenced(group.firstBoard)
    case .unknownButCommitted:
      _ = journal.commit(group)
      return .unknown("the disk did not answer")
    case .unknownAndLost:
      return .unknown("the disk did not answer")
    case .full:
      isDiskFull = true
      return .full
    case .lastRoom:
      isDiskFull = true
      return journal.commit(group)
    }
  }

  /// Begins a commit whose outcome `poll` returns. At most one is in flight.
  package func submit(_ group: JournalGroup) {
    precondition(inFlight == nil, "One group is in flight at a time.")
    inFlight = (group, 0)
    if case .delay(let polls) = faults[count] { inFlight!.polls = polls }
  }

  /// The outcome of the group in flight, or nil as long as it is delayed.
  ///
  /// The group is stored by the poll that returns its outcome, and lost without further polls.
  package func poll() -> CommitOutcome? {
    guard let (group, polls) = inFlight else { return nil }
    guard polls == 0 else {
      inFlight!.polls -= 1
      return nil
    }
    inFlight = nil
    return commit(group)
  }

  package func makeRoom() -> Bool {
    if hasRoom { isDiskFull = false }
    return !isDiskFull
  }

  package func acquire() throws(JournalFault) -> StoredServer { try journal.acquire() }

  package func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    try journal.replay(board, visit)
  }

  package var source: any BoardSource { journal.source }
  package func didCheck() { journal.didCheck() }

  package var roomBytes: Int { journal.roomBytes }

  package var isCheckpointDue: Bool { journal.isCheckpointDue }
  package var keepsDrags: Bool { journal.keepsDrags }

  package func checkpoint() throws(JournalFault) { try journal.checkpoint() }
}
