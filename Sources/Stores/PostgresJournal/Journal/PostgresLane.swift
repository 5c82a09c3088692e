import BoardJournal
import Synchronization

/// Connections that journals of one process share, and on which their groups are committed together, in one transaction.
///
/// Most groups are but rows: one statement counts and writes those of all spaces, and leaves out each space that has
/// another holder. It waits but a moment for a row that somebody has locked: then another statement leaves that space out,
/// too. Groups with other statements are in the same transaction; if that is refused, the others are tried without them,
/// and then each by itself.
public final class PostgresLane: JournalLane, @unchecked Sendable {
  let lease: NodeLease
  let timeouts: DatabaseTimeouts
  /// Makes a statement that commits groups together what is sent.
  private let changing: @Sendable (Statement) -> Statement
  /// The connections that are not in use.
  private let connectors = Mutex<[PostgresConnector]>([])

  /// - Parameter lease: Of the process.
  public convenience init(_ lease: NodeLease) { self.init(lease, timeouts: DatabaseTimeouts()) }

  /// - Parameter changing: Changes the statements that commit groups together: tests plant mistakes in them.
  init(
    _ lease: NodeLease, timeouts: DatabaseTimeouts,
    changing: @escaping @Sendable (Statement) -> Statement = { $0 }
  ) {
    (self.lease, self.timeouts, self.changing) = (lease, timeouts, changing)
  }

  /// Runs a body with a connection, for as many calls at a time as there are.
  func using<Result>(_ body: (PostgresConnector) -> Result) -> Result {
    let connector =
      connectors.withLock { $0.popLast() } ?? PostgresConnector(lease.url, named: lease.application)
    defer { connectors.withLock { $0.append(connector) } }
    return body(connector)
  }

  /// A group on its way, and its journal. It is large, and in several lists.
  private final class Draft {
    /// Of the group among all.
    let index: Int
    let journal: PostgresJournal
    let group: JournalGroup
    let draft: SpaceDraft
    /// What has happened to it in transactions with others.
    var attempt = CommitAttempt.unsent

    init(_ draft: SpaceDraft, of group: JournalGroup, at index: Int, to journal: PostgresJournal) {
      (self.index, self.journal, self.group, self.draft) = (index, journal, group, draft)
    }
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
        guard !draft.isLong else { continue }
        drafts.append(Draft(draft, of: part.group, at: index, to: journal))
      }
    }
    precondition(
      Set(drafts.map { ObjectIdentifier($0.journal) }).count == drafts.count,
      "A journal commits one group at a time.")
    using { connector in
      commitJointly(drafts.sorted { $0.journal.space.id < $1.journal.space.id }, on: connector)
      for draft in drafts {
        outcomes[draft.index] = draft.journal.finish(
          draft.draft, of: draft.group, after: draft.attempt, on: connector)
      }
    }
    return outcomes
  }

  public func commitAside(_ part: LaneGroup) -> CommitOutcome {
    using { journal(of: part).commit(part.group, on: $0) }
  }

  private func journal(of part: LaneGroup) -> PostgresJournal {
    guard let journal = part.journal as? PostgresJournal, journal.lane === self else {
      preconditionFailure("The journal is of another lane.")
    }
    return journal
  }

  /// Sends all groups in one transaction, unless there is but one that has statements of its own.
  ///
  /// What follows if the transaction fails is up to each journal. Its copy of the group and the one in this
  /// transaction cannot both be stored, whichever the database executes first: both count from the same number of
  /// groups.
  private func commitJointly(_ drafts: [Draft], on connector: PostgresConnector) {
    let plain = drafts.filter(\.draft.isPlain)
    guard drafts.count > 1 || !plain.isEmpty else { return }
    do throws(PostgresError) { return try send(drafts, plain, on: connector) } catch {
      let attempt: CommitAttempt
      switch error {
      case .refused: attempt = .refused
      case .lost(let reason):
        connector.drop()
        attempt = .lost(reason)
      }
      for draft in drafts { draft.attempt = attempt }
      guard case .refused = error, plain.count < drafts.count else { return }
    }
    commitJointly(plain, on: connector)
  }

  /// Sends all groups once, and once more with the other statement if somebody has locked a row of them.
  private func send(
    _ drafts: [Draft], _ plain: [Draft], on connector: PostgresConnector
  ) throws(PostgresError) {
    do throws(PostgresError) {
      try send(drafts, plain, PostgresJournal.shortLockLimit, on: connector)
    } catch {
      guard error.isLock else { throw error }
      try send(drafts, plain, isLocked: true, PostgresJournal.lockLimit, on: connector)
    }
  }

  /// The rows come first: they wait for nobody for long. All in one order, so that two processes that count the same
  /// spaces do not wait for each other.
  private func send(
    _ drafts: [Draft], _ plain: [Draft], isLocked: Bool = false, _ lockLimit: Int,
    on connector: PostgresConnector
  ) throws(PostgresError) {
    let others = drafts.filter { !$0.draft.isPlain }
    let rows = plain.isEmpty ? [] : [jointCall(plain, isLocked)]
    let calls = others.map { $0.journal.count(of: $0.draft) } + others.flatMap(\.draft.calls)
    let tables = try connector.run(
      [Statement.begin()] + rows + calls + [Statement.commit()], within: timeouts.answer,
      lockLimit: lockLimit)
    let fates = plain.isEmpty ? [:] : Self.fates(in: tables[1])
    for draft in plain { draft.attempt = fates[draft.journal.space.id] ?? .overtaken }
    for draft in others { draft.attempt = .committed }
  }

  /// - Parameter isLocked: Whether somebody has locked a row of them.
  private func jointCall(_ drafts: [Draft], _ isLocked: Bool) -> StatementCall {
    let fences = drafts.map(\.journal.fence)
    let commit: GroupCommit = drafts.allSatisfy(\.draft.rows.isUsual) ? .usual : .all
    return changing(isLocked ? commit.unlocked : commit.waiting).call(
      with: [
        .ints(drafts.map(\.journal.space.id)), .ints(fences.map(\.term)),
        .ints(fences.map(\.groups)), .ints(drafts.map(\.draft.state.heads)),
      ]
        + RowTable.values(
          drafts.map { ($0.journal.space.id, $0.draft.rows) }, of: commit.tables))
  }

  /// What became of the group of each space.
  private static func fates(in table: ResultTable) -> [Int: CommitAttempt] {
    let fates = table.rows.map { row -> (Int, CommitAttempt) in
      switch Statement.GroupFate(rawValue: row.int(1)) {
      case .counted: (row.int(0), .committed)
      case .locked: (row.int(0), .locked)
      case .overtaken, nil: (row.int(0), .overtaken)
      }
    }
    return Dictionary(uniqueKeysWithValues: fates)
  }
}

/// What has happened to a group in a transaction with others.
enum CommitAttempt {
  /// There was no such transaction.
  case unsent
  case committed
  /// Nothing of it is stored: somebody has locked the row of its space.
  case locked
  /// Nothing of it is stored by this transaction: another group was counted, by whomever.
  case overtaken
  /// Nothing of it is stored.
  case refused
  /// It may be stored, for this reason.
  case lost(String)
}
