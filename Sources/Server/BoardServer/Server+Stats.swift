import BoardHub
import BoardWire
import Libuv
import Net

/// What the server has done so far, apart from its hub.
package struct ServerCounters {
  let start = MonotonicClock.now
  /// What has happened in spaces that have ended.
  var former: [StatsRow] = []
  package var receivedBytes = 0
  package var sentBytes = 0
  /// The writes to connections.
  package var writes = 0
  /// The delay of a timer of the loop.
  var lags = Histogram()
  /// The time from the first command of a turn to its end.
  var turns = Histogram()
  /// The time from a commit to its outcome.
  var commits = Histogram()
  /// `commits` when they were last reported.
  fileprivate var reportedCommits = Histogram()
}

// What the server adds to the statistics of its hub (rule 5.8).

extension Server {
  /// The commits since this was called last, and the time that 99 of 100 of them took at most.
  package func takeCommits() -> (count: Int, percentile: Duration) {
    let commits = counters.commits.since(counters.reportedCommits)
    counters.reportedCommits = counters.commits
    return (commits.count, .seconds(commits.quantile(0.99)))
  }

  /// - Complexity: O(connections).
  var stats: [StatsRow] {
    connectionRows + [
      StatsRow(.uptimeSeconds, count: Int((MonotonicClock.now - counters.start) / .seconds(1))),
      StatsRow(.memoryBytes, count: residentBytes), StatsRow(.writes, count: counters.writes),
      StatsRow(.sentBytes, count: counters.sentBytes),
      StatsRow(.receivedBytes, count: counters.receivedBytes),
      StatsRow(.turns, count: counters.turns.count),
      StatsRow(.commits, count: counters.commits.count),
    ]
      + counters.turns.rows(.turnMicroseconds) + counters.commits.rows(.commitMicroseconds)
      + counters.lags.rows(.lagMicroseconds)
  }

  /// The connections to this server, whoever serves them.
  private var openPeers: [Peer] {
    spaces.flatMap { $0.peers.compactMap(\.self) } + (router?.passedOnPeers ?? [])
  }

  private var connectionRows: [StatsRow] {
    var (framed, unix, blocked, unsent) = (0, 0, 0, 0)
    for peer in openPeers {
      if peer.isFramed { framed += 1 }
      if peer.kind == .unix { unix += 1 }
      let bytes = peer.unsentBytes
      if bytes > 0 { blocked += 1 }
      unsent += bytes
    }
    return [
      StatsRow(.connections, count: peerCount - framed - unix + arrivals.count, label: "tcp"),
      StatsRow(.connections, count: unix, label: "unix"),
      StatsRow(.connections, count: framed, label: "websocket"),
      StatsRow(.connections, count: web?.requesterCount ?? 0, label: "http"),
      StatsRow(.connectionsClosing, count: leavingCount), StatsRow(.blockedReaders, count: blocked),
      StatsRow(.queueBytes, count: unsent),
    ]
  }
}

extension Histogram {
  /// Quantiles and the maximum, in microseconds.
  fileprivate func rows(_ metric: Metric) -> [StatsRow] {
    guard count > 0 else { return [] }
    return [("p50", quantile(0.5)), ("p99", quantile(0.99)), ("max", longest)].map {
      StatsRow(metric, count: Int(($1 * 1_000_000).rounded(.up)), label: $0)
    }
  }
}
