import BoardHub
import BoardWire

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

  /// The statistics of all spaces together, in the order of rule 5.8.
  private var allStats: [StatsRow] {
    let rows = spaces.flatMap { $0.hub.stateRows + $0.hub.counterRows } + counters.former + stats
    let byMetric = Dictionary(grouping: rows, by: \.metric)
    return Metric.allCases.flatMap { (byMetric[$0.rawValue] ?? []).summed }
  }

  /// Remembers what has happened in a space that has ended: counters never go back.
  func count(former space: Space) {
    counters.former = (counters.former + space.hub.counterRows).summed
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
