import BoardJournal

/// Keeping a space while nothing is committed.
extension PostgresJournal {
  var renewal: StatementCall {
    Statement.renew(.int(space.id), .int(fence.term), leaseValue)
  }

  public var renewalInterval: Duration? { leaseMilliseconds == nil ? nil : .seconds(1) }

  /// Renews the lease. If the database does not answer, the next call tries again: who has taken the space
  /// meanwhile is seen then, or by the next commit.
  public func renew() -> Renewal {
    if let fault = ending?.fault { return .ended(fault) }
    do throws(PostgresError) {
      let calls = [renewal] + (node.map { [$0.registration(), $0.isolation] } ?? [])
      let results = try connector.run(calls, within: .seconds(2))
      let rows = results[0].rows
      guard rows.first?.int(0) != fence.groups else { return isolation(results.dropFirst(2).first) }
      let loss = try readFence()?.loss(since: fence)
      ending = loss.map { lost($0) } ?? .fenced(nil)
      return ending?.fault.map { .ended($0) } ?? .renewed
    } catch {
      switch error {
      case .lost(let reason):
        connector.drop()
        return .unanswered(reason)
      case .refused(_, let message):
        return .unanswered(message)
      }
    }
  }
}

extension PostgresJournal {
  /// What follows from the number of other nodes, and of those that do not reach this one.
  private func isolation(_ result: ResultTable?) -> Renewal {
    guard let row = result?.rows.first else { return .renewed }
    let (others, unreaching) = (row.int(0), row.int(1))
    // This one is among the nodes that reach it. With half of them it goes on, so that two nodes do not take the
    // space from each other.
    let nodes = others + 1
    guard 2 * (nodes - unreaching) < nodes else { return .renewed }
    return .isolated("\(unreaching) of \(others) other nodes do not reach this one")
  }
}

extension CommitOutcome {
  /// Why nothing can be committed any more; nil if it can.
  fileprivate var fault: JournalFault? {
    switch self {
    case .committed, .full: nil
    case .fenced: .inUse("somebody else has taken over")
    case .unknown(let reason): .failed(reason)
    }
  }
}
