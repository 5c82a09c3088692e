import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// What the hub and its owner have counted and measured, for `stats` and `/metrics`.
public final class HubStatistics {
  private let roster: Roster
  private let boards: BoardDirectory
  private let drags: DragSessions
  private let budget: TurnBudget
  private let persistence: Persistence
  private let scheduler: Scheduler
  /// What the owner of the hub has counted and measured.
  @exclusivity(unchecked) public var ownerRows: () -> [StatsRow] = { [] }

  init(
    roster: Roster, boards: BoardDirectory, drags: DragSessions, budget: TurnBudget,
    persistence: Persistence, scheduler: Scheduler
  ) {
    (self.roster, self.boards, self.drags) = (roster, boards, drags)
    (self.budget, self.persistence, self.scheduler) = (budget, persistence, scheduler)
  }

  /// Whether nobody is connected and no drag goes on.
  public var isIdle: Bool { roster.connectionCount == 0 && drags.coordinator.live.isEmpty }

  /// What the hub and its owner have counted and measured, in the order of `lines.md`.
  ///
  /// - Parameter metric: The metric to list; nil for all.
  /// - Complexity: O(boards + sessions), and what `ownerRows` takes.
  public func rows(of metric: Metric? = nil) -> [StatsRow] {
    budget.spend(boards.count + roster.connectionCount / 8)
    let rows = Dictionary(grouping: stateRows + counterRows + ownerRows(), by: \.metric)
    return (metric.map { [$0] } ?? Metric.allCases).flatMap { rows[$0.rawValue] ?? [] }
  }

  /// What there is at the moment, without what the owner of the hub has measured.
  public var stateRows: [StatsRow] {
    var watchers = 0
    var sessions: [String: Int] = [:]
    for live in boards.sorted {
      watchers += live.subscribers.count
      for session in drags.coordinator.sessions(of: live.name) {
        sessions[session.stateLabel, default: 0] += 1
      }
    }
    return [
      StatsRow(.diskFull, count: persistence.isDiskFull ? 1 : 0),
      StatsRow(.unavailable, count: scheduler.isUnavailable ? 1 : 0),
      StatsRow(.boards, count: boards.count),
      StatsRow(.watchers, count: watchers),
    ]
      + ["lifted", "over", "lost", "suspended"].map {
        StatsRow(.dragSessions, count: sessions[$0] ?? 0, label: $0)
      }
  }

  /// What has happened so far, without what the owner of the hub has counted.
  public var counterRows: [StatsRow] {
    let counters = budget.counters
    return counters.replyRows + [
      StatsRow(.batches, count: counters.batches), StatsRow(.batchRows, count: counters.rows),
      StatsRow(.batchRevisions, count: counters.revisions),
      StatsRow(.compositions, count: counters.compositions),
      StatsRow(.snapshots, count: counters.snapshots),
    ]
  }
}

extension DragSession {
  fileprivate var stateLabel: String {
    if isSuspended { return "suspended" }
    return switch state {
    case .lifted: "lifted"
    case .lost: "lost"
    case .over: "over"
    }
  }
}
