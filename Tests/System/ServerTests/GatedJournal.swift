import BoardJournal
import BoardModel
import Dispatch
import Simulation
import TestKit

/// A journal decorator that delays a commit or a checkpoint for as long as a test wants.
final class GatedJournal: Journal, @unchecked Sendable {
  enum Step {
    case commit, checkpoint
  }

  private let journal: any Journal
  let renewalInterval: Duration?
  private let entered = DispatchSemaphore(value: 0)
  private let passage = DispatchSemaphore(value: 0)
  private let lock = DispatchQueue(label: "gate")
  private var closed: Step?
  private var closedAfter = 0
  private var revisionGroups = 0

  /// - Parameter renewalInterval: How often its lease is renewed; nil for none.
  init(_ journal: any Journal = MemoryJournal(), renewalInterval: Duration? = nil) {
    (self.journal, self.renewalInterval) = (journal, renewalInterval)
  }

  /// Delays the next step of a kind; a checkpoint becomes due by that.
  ///
  /// - Parameter count: The committed groups with revisions after which that begins.
  func close(_ step: Step, after count: Int = 0) {
    lock.sync {
      closed = step
      closedAfter = count
    }
  }

  func waitUntilEntered() { entered.wait() }

  func open() { passage.signal() }

  /// The number of committed groups that have revisions.
  var revisionCommits: Int { lock.sync { revisionGroups } }

  private func pass(_ step: Step) {
    let isClosed = lock.sync {
      guard closed == step, revisionGroups >= closedAfter else { return false }
      closed = nil
      return true
    }
    guard isClosed else { return }
    entered.signal()
    passage.wait()
  }

  func commit(_ group: JournalGroup) -> CommitOutcome {
    pass(.commit)
    let outcome = journal.commit(group)
    if outcome == .committed, group.entries.contains(where: \.isRevision) {
      lock.sync { revisionGroups += 1 }
    }
    return outcome
  }

  var keepsDrags: Bool { journal.keepsDrags }

  var isCheckpointDue: Bool {
    lock.sync { closed == .checkpoint && revisionGroups >= closedAfter } || journal.isCheckpointDue
  }

  func checkpoint() throws(JournalFault) {
    pass(.checkpoint)
    try journal.checkpoint()
  }

  func acquire() throws(JournalFault) -> StoredServer { try journal.acquire() }
  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) { try journal.replay(board, visit) }
  var source: any BoardSource { journal.source }
  func didCheck() { journal.didCheck() }
  var isDiskFull: Bool { journal.isDiskFull }
  var roomBytes: Int { .max }
  func makeRoom() -> Bool { journal.makeRoom() }
}

extension JournalEntry {
  fileprivate var isRevision: Bool { if case .revision = self { true } else { false } }
}
