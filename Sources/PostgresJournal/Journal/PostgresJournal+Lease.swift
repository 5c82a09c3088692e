import BoardJournal

/// Keeping a space while nothing is committed.
extension PostgresJournal {
  public var renewalInterval: Duration? { leaseMilliseconds == nil ? nil : .seconds(1) }

  /// Renews the lease. If the database does not answer, the next call tries again: who has taken the space
  /// meanwhile is seen then, or by the next commit.
  public func renew() -> CommitOutcome {
    if let ending { return ending }
    do throws(PostgresError) {
      if connection == nil { connection = try PostgresConnection(url) }
      let call = Statement.renew(.int(space.id), .int(fence.term), leaseValue)
      let calls = [call] + (node.map { [$0.registration] } ?? [])
      let rows = try connection?.run(calls, within: .seconds(2))[0].rows ?? []
      guard rows.first?.int(0) == fence.groups else {
        ending = .fenced(nil)
        return .fenced(nil)
      }
      return .committed
    } catch {
      switch error {
      case .lost(let reason):
        connection = nil
        return .unknown(reason)
      case .refused(_, let message):
        return .unknown(message)
      }
    }
  }
}
