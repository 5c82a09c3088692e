import BoardJournal
import BoardModel

/// Keeping the lease of a server that is alone.
extension PostgresJournal {
  public var renewalInterval: Duration? { renewsLease ? .seconds(1) : nil }

  /// Renews the lease of the process, and looks whether the space is still its own. If the database does not answer,
  /// the next call tries again: who has taken the space meanwhile is seen then, or by the next commit.
  ///
  /// A journal that does not renew it says only whether its term has ended.
  public func renew() -> Renewal {
    if let fault = ending?.fault { return .ended(fault) }
    guard renewsLease else { return .renewed }
    let start = ContinuousClock.now
    do throws(JournalFault) {
      let view = try lease.renew(report)
      try asFault { () throws(PostgresError) in try look(view) }
      renewal = start
    } catch {
      connector.drop()
      guard case .failed(let reason) = error else { return .ended(error) }
      return .unanswered(reason)
    }
    return ending?.fault.map { .ended($0) } ?? .renewed
  }

  var report: NodeReport { NodeReport(spaces: fence.term > 0 ? 1 : 0) }

  /// Ends the journal if somebody has taken the space, or if it has lost groups.
  private func look(_ view: ClusterView) throws(PostgresError) {
    let found = try readFence()
    guard found != fence else {
      // Its process was declared dead, and nobody has come.
      if !view.owned.contains(where: { $0.name == space.name }) {
        try connector.run(
          [Statement.own(.int(space.id), .int(fence.term), .int(view.me.number))],
          within: patience.answer)
      }
      return
    }
    ending = found?.loss(since: fence).map { lost($0) } ?? .fenced(nil)
  }

  /// How long after the beginning of a commit its lease may be shorter than after a renewal. A server trusts it
  /// half a second less than it is long.
  private static let slack: Duration = .milliseconds(250)

  /// What extends the lease in the transaction of a group, if it is not as good as new.
  func leaseExtension(at now: ContinuousClock.Instant) -> [StatementCall] {
    guard renewsLease, let id = lease.id, renewal.map({ now - $0 > Self.slack }) ?? true
    else { return [] }
    return [Statement.extendLease(.int(id.number), .int(lease.milliseconds))]
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
