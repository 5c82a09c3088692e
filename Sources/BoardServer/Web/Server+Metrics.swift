import BoardHub
import BoardWire

// What `/metrics` shows: the statistics in the format of Prometheus.

extension Server {
  var metrics: String {
    var text = MetricsText()
    text.append(hub.stats())
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
}
