import BoardJournal
import BoardModel
import Glibc

/// A group, checked: its outcome if that is clear, or the statements that write it.
enum DraftedGroup {
  case answered(CommitOutcome)
  case drafted(SpaceDraft)
}

/// Committing groups.
extension PostgresJournal {
  public func commit(_ group: JournalGroup) -> CommitOutcome {
    switch draft(group) {
    case .answered(let outcome): outcome
    case .drafted(let draft): finish(draft, of: group)
    }
  }

  func draft(_ group: JournalGroup) -> DraftedGroup {
    if let ending { return .answered(ending.about(group)) }
    if group.isEmpty { return .answered(.committed) }
    do { try group.validate { state.boards[$0]?.head } } catch {
      return .answered(.fenced(error.board))
    }
    return .drafted(SpaceDraft(group, to: state, of: space.id))
  }

  /// Commits a group on a connection of its lane.
  func commit(_ group: JournalGroup, on connector: PostgresConnector) -> CommitOutcome {
    self.connector = connector
    return commit(group)
  }

  private func finish(_ draft: SpaceDraft, of group: JournalGroup) -> CommitOutcome {
    guard let outcome = finish(draft, of: group, after: .unsent, waitingForLocks: true) else {
      preconditionFailure("A commit that waits for locks has an outcome.")
    }
    return outcome
  }

  /// Commits a group on a connection of its lane that was in a transaction with others, or in none yet, until its outcome
  /// is final.
  ///
  /// - Returns: Nil if it would wait for somebody who has locked a row that it needs, and nothing is stored.
  func finish(
    _ draft: SpaceDraft, of group: JournalGroup, after attempt: CommitAttempt,
    on connector: PostgresConnector
  ) -> CommitOutcome? {
    self.connector = connector
    return finish(draft, of: group, after: attempt, waitingForLocks: false)
  }

  private func finish(
    _ draft: SpaceDraft, of group: JournalGroup, after attempt: CommitAttempt,
    waitingForLocks: Bool
  ) -> CommitOutcome? {
    let outcome = outcome(of: draft, after: attempt, waitingForLocks)
    switch outcome {
    case nil: return nil
    case .committed:
      state = draft.state
      isDiskFull = false
    case .full: isDiskFull = true
    case .fenced, .unknown: ending = outcome
    }
    return outcome?.about(group)
  }

  private func outcome(
    of draft: SpaceDraft, after attempt: CommitAttempt, _ waitingForLocks: Bool
  ) -> CommitOutcome? {
    switch attempt {
    case .committed:
      fence.groups += 1
      return .committed
    case .locked: return nil
    case .overtaken:
      if let outcome = resolve(because: "another group was counted") { return outcome }
    case .lost(let reason):
      if let outcome = resolve(because: reason) { return outcome }
    case .unsent, .refused: break
    }
    return commit(draft, waitingForLocks)
  }

  /// Sends the statements of a group until its outcome is final.
  private func commit(_ draft: SpaceDraft, _ waitingForLocks: Bool) -> CommitOutcome? {
    let lockLimit = waitingForLocks ? nil : Self.lockLimit
    var limit = timeouts.answer
    var refusals = PassingRefusals(onTrouble, for: timeouts.outage)
    var overtakings = 0
    while true {
      let step: CommitStep
      do throws(PostgresError) {
        try send(draft, within: limit, lockLimit)
        refusals.end()
        fence.groups += 1
        return .committed
      } catch {
        if error.isLock, !waitingForLocks { return nil }
        overtakings += error.kind == .overtaken ? 1 : 0
        // Nothing is counted, and there are rows of the group: whoever has written them will not undo that.
        if overtakings > Self.mostOvertakings { return .unknown(error.sentence) }
        step = CommitStep(after: error)
      }
      limit = min(limit * 2, timeouts.longestAnswer)
      switch step {
      case .read(let reason):
        connector.drop()
        if let outcome = resolve(because: reason) { return outcome }
      case .later(let reason):
        connector.drop()
        guard refusals.mayGoOn(after: reason) else { return .unknown(reason) }
        if let outcome = resolve(because: reason) { return outcome }
        pause()
      case .full(let message):
        if !isDiskFull { onTrouble("the database has no room: \(message)") }
        return .full
      case .end(let reason): return .unknown(reason)
      }
    }
  }

  /// How often a group is sent again for which another one was counted, as it seemed.
  private static let mostOvertakings = 10

  /// For how many milliseconds a transaction of a lane waits for a lock: no longer than others can wait behind it.
  static let lockLimit = 1_000
  /// If it goes on without the spaces whose rows somebody has locked for longer.
  static let shortLockLimit = 20

  /// The statement that counts the next group.
  func count(of draft: SpaceDraft) -> StatementCall {
    Statement.count(
      .int(space.id), .int(fence.term), .int(fence.groups), .int(draft.state.heads))
  }

  private func send(
    _ draft: SpaceDraft, within limit: Duration, _ lockLimit: Int?
  ) throws(PostgresError) {
    let start = ContinuousClock.now
    let leaseExtension = leaseExtension(at: start)
    try connector.run(
      [Statement.begin(), count(of: draft)] + draft.calls + leaseExtension + [Statement.commit()],
      within: limit, lockLimit: lockLimit)
    if !leaseExtension.isEmpty { renewal = start }
  }

  /// Reads whether the group that was sent is stored.
  ///
  /// Two copies of a group cannot both be stored, so one that is not there can be sent again, also while the
  /// first copy may still be under way.
  ///
  /// - Returns: The outcome, or nil if the group is not stored and can be sent again.
  private func resolve(because reason: String) -> CommitOutcome? {
    let start = ContinuousClock.now
    var isToldOf = false
    while true {
      do throws(PostgresError) {
        let found = try readFence()
        if isToldOf { onTrouble("the database answers again") }
        guard let found else { return .fenced(nil) }
        if let loss = found.fence.loss(since: fence) { return lost(loss) }
        guard found.fence.term == fence.term else { return .fenced(nil) }
        if found.fence.groups == fence.groups {
          return found.mayLackGroups ? .unknown(Self.promotion) : nil
        }
        // The group may be at the primary alone. What is committed after it is at its standby only with it.
        try connector.run([confirmation], within: timeouts.answer)
        fence = found.fence
        return .committed
      } catch {
        connector.drop()
        if let outcome = CommitStep(after: error).ending { return outcome }
        if !isToldOf { onTrouble("the database does not answer: \(reason)") }
        isToldOf = true
      }
      if let outage = timeouts.outage, ContinuousClock.now - start > outage {
        return .unknown(reason)
      }
      pause()
    }
  }

  /// The statement that is durable when all groups before it are.
  var confirmation: StatementCall { Statement.confirm(.int(space.id), .int(fence.term)) }

  /// Marks the space, so that nobody takes it.
  func lost(_ loss: String) -> CommitOutcome {
    let call = Statement.markRestored(.int(space.id), .text(loss))
    _ = try? connector.run([call], within: timeouts.answer)
    return .unknown(loss)
  }

  /// Why an owner gives a space up that nobody has taken from it as far as the database knows.
  static let promotion =
    "a standby was promoted that may lack changes: the space has another epoch when it is taken again"

  /// The term and the groups of the space, and whether a promotion may have lost some; nil if it is gone.
  func readFence() throws(PostgresError) -> (fence: Fence, mayLackGroups: Bool)? {
    let rows = try connector.run(
      [Statement.readFence(.int(space.id))], within: timeouts.answer)[0].rows
    return rows.first.map { (Fence(term: $0.int(0), groups: $0.int(1)), $0.int(2) == 1) }
  }

  private func pause() {
    usleep(UInt32(timeouts.pause / .microseconds(1)))
  }
}

extension CommitOutcome {
  /// The outcome for a group, of which another holder has the first board.
  fileprivate func about(_ group: JournalGroup) -> CommitOutcome {
    if case .fenced = self { .fenced(group.firstBoard) } else { self }
  }
}

/// What follows on an error in the transaction of a group.
private enum CommitStep {
  /// The outcome, if there is nothing to wait for.
  var ending: CommitOutcome? {
    switch self {
    // Whether it is stored is not known before the database has room to say so.
    case .read, .later, .full: nil
    case .end(let reason): .unknown(reason)
    }
  }

  /// Read whether it is stored.
  case read(String)
  /// Nothing of this copy is stored. Read whether another one is, and send it again.
  case later(String)
  /// There is no room for it.
  case full(String)
  /// It is not stored and cannot be.
  case end(String)

  init(after error: PostgresError) {
    switch error.kind {
    case .lost, .overtaken: self = .read(error.sentence)
    case .passing: self = .later(error.sentence)
    case .full: self = .full(error.sentence)
    case .damaged, .unusable, .refused: self = .end(error.sentence)
    }
  }
}

/// The refusals of one group that pass, of which the operator is told once, and once that they have.
private struct PassingRefusals {
  private let onTrouble: @Sendable (String) -> Void
  private let limit: Duration?
  private let start = ContinuousClock.now
  private var isToldOf = false

  /// - Parameter limit: For how long the group is sent again; nil for ever.
  init(_ onTrouble: @escaping @Sendable (String) -> Void, for limit: Duration?) {
    (self.onTrouble, self.limit) = (onTrouble, limit)
  }

  /// - Returns: Whether the group is sent again.
  mutating func mayGoOn(after reason: String) -> Bool {
    if !isToldOf {
      onTrouble("the database refuses a change for now, and is asked again: \(reason)")
    }
    isToldOf = true
    return limit.map { ContinuousClock.now - start < $0 } ?? true
  }

  func end() { if isToldOf { onTrouble("the database takes changes again") } }
}

extension PostgresError {
  /// Whether somebody else has locked what is needed.
  var isLock: Bool {
    if case .refused("55P03", _) = self { true } else { false }
  }
}
