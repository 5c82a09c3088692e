import BoardAuthority
import BoardModel
import BoardWire

/// The state of a hub in numbers, for its operator.
public struct HubStatistics: Sendable {
  public var boards = 0
  /// The connections that watch a board, each counted for each of its boards.
  public var watchers = 0
  /// The live drag sessions by their states.
  public var lifted = 0
  public var over = 0
  public var lost = 0
  public var suspended = 0
}

extension Hub {
  /// What the hub has done so far.
  public var counters: HubCounters { budget.counters }

  /// The state of the hub in numbers.
  ///
  /// - Complexity: O(boards + sessions).
  public var statistics: HubStatistics {
    var statistics = HubStatistics(boards: boards.count)
    for live in boards.sorted {
      statistics.watchers += live.subscribers.count
      for session in drags.coordinator.sessions(of: live.name) { statistics.count(session) }
    }
    return statistics
  }
}

extension HubStatistics {
  fileprivate mutating func count(_ session: DragSession) {
    if session.isSuspended {
      suspended += 1
      return
    }
    switch session.state {
    case .lifted: lifted += 1
    case .lost: lost += 1
    case .over: over += 1
    }
  }
}
