import BoardJournal
import BoardModel
import Glibc

/// Committing groups.
extension PostgresJournal {
  public func commit(_ group: JournalGroup) -> CommitOutcome {
    if let ending { return ending.about(group) }
    if group.isEmpty { return .committed }
    do { try group.validate { state.boards[$0]?.head } } catch { return .fenced(error.board) }
    let draft = SpaceDraft(group, to: state, of: space.id)
    let outcome = commit(draft, canWait: group.canWait)
    switch outcome {
    case .committed:
      state = draft.state
      isDiskFull = false
    case .full: isDiskFull = true
    case .fenced, .unknown: ending = outcome
    }
    return outcome.about(group)
  }

  /// Sends the statements of a group until its outcome is final.
  private func commit(_ draft: SpaceDraft, canWait: Bool) -> CommitOutcome {
    var limit = patience.answer
    let start = ContinuousClock.now
    while true {
      let step: CommitStep
      do throws(PostgresError) {
        try send(draft.calls, within: limit)
        fence.groups += 1
        return .committed
      } catch {
        step = CommitStep(after: error)
      }
      limit = min(limit * 2, patience.longestAnswer)
      switch step {
      case .read(let reason):
        if let outcome = resolve(because: reason) { return outcome }
      case .waitForRoom:
        if canWait || ContinuousClock.now - start > patience.room { return .full }
        isDiskFull = true
        pause()
      case .end(let reason): return .unknown(reason)
      }
    }
  }

  private func send(_ calls: [StatementCall], within limit: Duration) throws(PostgresError) {
    let count = Statement.count(
      .int(space.id), .int(fence.term), .int(fence.groups), leaseValue)
    try connector.run(
      [Statement.begin(), count] + calls + [Statement.commit()], within: limit)
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
    connector.drop()
    while true {
      do throws(PostgresError) {
        let found = try readFence()
        if isToldOf { onTrouble("the database answers again") }
        guard let found else { return .fenced(nil) }
        if let loss = found.loss(since: fence) { return lost(loss) }
        guard found.term == fence.term else { return .fenced(nil) }
        if found.groups == fence.groups { return nil }
        // The group may be at the primary alone. What is committed after it is at its standby only with it.
        try connector.run([renewal], within: patience.answer)
        fence = found
        return .committed
      } catch {
        connector.drop()
        if let outcome = CommitStep(after: error).ending { return outcome }
        if !isToldOf { onTrouble("the database does not answer: \(reason)") }
        isToldOf = true
      }
      if let outage = patience.outage, ContinuousClock.now - start > outage {
        return .unknown(reason)
      }
      pause()
    }
  }

  /// Marks the space, so that nobody takes it.
  func lost(_ loss: String) -> CommitOutcome {
    let call = Statement.markRestored(.int(space.id), .text(loss))
    _ = try? connector.run([call], within: patience.answer)
    return .unknown(loss)
  }

  /// The term and the groups of the space; nil if it is gone.
  func readFence() throws(PostgresError) -> Fence? {
    let rows = try connector.run(
      [Statement.readFence(.int(space.id))], within: patience.answer)[0].rows
    return rows.first.map { Fence(term: $0.int(0), groups: $0.int(1)) }
  }

  private func pause() {
    usleep(UInt32(patience.pause / .microseconds(1)))
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
    case .read, .waitForRoom: nil
    case .end(let reason): .unknown(reason)
    }
  }

  /// Read whether it is stored.
  case read(String)
  /// There is no room for it: try again.
  case waitForRoom
  /// It is not stored and cannot be.
  case end(String)

  init(after error: PostgresError) {
    switch error {
    case .lost(let reason): self = .read(reason)
    case .refused(let state, let message):
      switch state {
      // The division by the rows counted, a duplicate of a copy: somebody else has counted.
      case "22012", "23505": self = .read(message)
      // Not the primary any more; a conflict; too many connections; ended by another node, or the database stops.
      case "25006", "40001", "40P01", "53300", "57P01", "57P02", "57P03": self = .read(message)
      case "53100", "53200", "54000": self = .waitForRoom
      default: self = .end("\(message) (\(state))")
      }
    }
  }
}
