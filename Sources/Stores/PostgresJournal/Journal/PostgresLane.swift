import BoardJournal

/// A connection that journals of one process share, and on which their groups are committed in one transaction.
public final class PostgresLane: JournalLane, @unchecked Sendable {
  let lease: NodeLease
  let connector: PostgresConnector
  let timeouts: DatabaseTimeouts

  /// - Parameter lease: Of the process.
  public convenience init(_ lease: NodeLease) { self.init(lease, timeouts: DatabaseTimeouts()) }

  package init(_ lease: NodeLease, timeouts: DatabaseTimeouts) {
    self.lease = lease
    self.timeouts = timeouts
    connector = PostgresConnector(lease.url, named: lease.application)
  }

  /// A group on its way, and its journal.
  private struct Draft {
    /// Of the group among all.
    let index: Int
    let journal: PostgresJournal
    let group: JournalGroup
    let draft: SpaceDraft
  }

  public func commit(_ groups: [LaneGroup]) -> [CommitOutcome?] {
    var outcomes: [CommitOutcome?] = []
    var drafts: [Draft] = []
    for (index, part) in groups.enumerated() {
      let journal = journal(of: part)
      switch journal.draft(part.group) {
      case .answered(let outcome): outcomes.append(outcome)
      case .drafted(let draft):
        outcomes.append(nil)
        drafts.append(Draft(index: index, journal: journal, group: part.group, draft: draft))
      }
    }
    precondition(
      Set(drafts.map { ObjectIdentifier($0.journal) }).count == drafts.count,
      "A journal commits one group at a time.")
    let attempt = commitJointly(drafts)
    for draft in drafts {
      outcomes[draft.index] = draft.journal.finish(
        draft.draft, of: draft.group, after: attempt, waitingForLocks: false)
    }
    return outcomes
  }

  public func commitAside(_ part: LaneGroup) -> CommitOutcome {
    journal(of: part).commitAside(part.group)
  }

  private func journal(of part: LaneGroup) -> PostgresJournal {
    guard let journal = part.journal as? PostgresJournal, journal.lane === self else {
      preconditionFailure("The journal is of another lane.")
    }
    return journal
  }

  /// Sends all groups in one transaction, unless there is but one.
  ///
  /// What follows if the transaction fails is up to each journal. Its copy of the group and the one in this
  /// transaction cannot both be stored, whichever the database executes first: both count from the same number of
  /// groups.
  private func commitJointly(_ drafts: [Draft]) -> CommitAttempt {
    guard drafts.count > 1 else { return .unsent }
    // In one order, so that two processes that count the same spaces do not wait for each other.
    let counts = drafts.sorted { $0.journal.space.id < $1.journal.space.id }.map(\.journal.count)
    let calls = drafts.flatMap(\.draft.calls)
    do throws(PostgresError) {
      try connector.run(
        [Statement.begin(), PostgresJournal.lockLimit] + counts + calls + [Statement.commit()],
        within: timeouts.answer)
      return .committed
    } catch {
      switch error {
      case .refused: return .refused
      case .lost(let reason):
        connector.drop()
        return .lost(reason)
      }
    }
  }
}

/// What has happened to a group in a transaction with others.
enum CommitAttempt {
  /// There was no such transaction.
  case unsent
  case committed
  /// Nothing of it is stored.
  case refused
  /// It may be stored, for this reason.
  case lost(String)
}
