import BoardHub
import BoardWire
import Glibc
import Libuv
import Logging
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
    spaces.flatMap(\.recipients.peers) + (router?.passedOnPeers ?? [])
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

// What `/metrics` shows: the statistics in the format of Prometheus.

extension Server {
  var metrics: String {
    var text = MetricsText()
    text.append(allStats)
    text.append(
      "dropline_loop_lag_seconds",
      "How late the loop ran a timer, sampled at most every 100 ms and not while it was idle.",
      counters.lags)
    text.append(
      "dropline_turn_seconds", "Time from the first command of a turn of the loop to its end.",
      counters.turns)
    text.append("dropline_commit_seconds", "Time of a commit of the journal.", counters.commits)
    return text.text
  }

  /// The statistics of all spaces together, in the order of `lines.md`.
  private var allStats: [StatsRow] {
    let rows =
      spaces.flatMap { $0.hub.statistics.stateRows + $0.hub.statistics.counterRows }
      + counters.former + stats
    let byMetric = Dictionary(grouping: rows, by: \.metric)
    return Metric.allCases.flatMap { (byMetric[$0.rawValue] ?? []).summed }
  }

  /// Remembers what has happened in a space that has ended: counters never go back.
  func count(former space: Space) {
    counters.former = (counters.former + space.hub.statistics.counterRows).summed
  }
}

extension [StatsRow] {
  /// One row for each metric and label, with the sum.
  fileprivate var summed: [StatsRow] {
    var sums: [StatsRow] = []
    for row in self {
      let place = sums.firstIndex { $0.metric == row.metric && $0.label == row.label }
      if let place { sums[place].count += row.count } else { sums.append(row) }
    }
    return sums
  }
}

// The state of the server, for its operator.

extension Server {
  /// Makes a signal log the state of the server, which goes on.
  ///
  /// - Throws: `UVError` if the signal cannot be caught.
  package func logState(on signal: Int32) throws(UVError) {
    signalWatchers.append(
      try SignalWatcher(for: signal, on: loop) { [unowned self] in self.logState() })
  }

  private func logState() {
    logger.notice(
      "state",
      metadata: [
        "connections": "\(peerCount)", "closing": "\(leavingCount)",
        "boards": "\(spaces.reduce(0) { $0 + $1.hub.service.revisions.count })",
        "memory-kib": "\(residentBytes / 1_024)",
        "disk-full": "\(spaces.contains { $0.isDiskFull })",
      ])
  }

  /// The resident memory of the process; 0 if the system does not say.
  var residentBytes: Int {
    let descriptor = Glibc.open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { Glibc.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    // The second number counts resident pages.
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
