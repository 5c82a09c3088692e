import BoardHub
import BoardWire
import Libuv

/// What the server has done so far, apart from its hub.
struct ServerCounters {
  var receivedBytes = 0
  var sentBytes = 0
  /// The writes to connections.
  var writes = 0
  /// The delay of a timer of the loop.
  var lags = Histogram()
  /// The time from the first command of a turn to its end.
  var turns = Histogram()
  /// The time from a commit to its outcome.
  var commits = Histogram()
}

// What `/metrics` shows.

extension Server {
  var metrics: String {
    var text = MetricsText()
    appendConnections(to: &text)
    appendBoards(to: &text)
    appendCommands(to: &text)
    appendTraffic(to: &text)
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

  private func appendConnections(to text: inout MetricsText) {
    let open = peers.compactMap { $0 }
    let framed = open.count { $0.isFramed }
    text.append(
      "dropline_connections", .gauge, "Connections by transport.",
      [
        ("transport=\"tcp\"", open.count - framed + arrivals.count),
        ("transport=\"websocket\"", framed),
        ("transport=\"http\"", web?.requesterCount ?? 0),
      ])
    text.append("dropline_connections_closing", .gauge, "Connections being closed.", leaving.count)
    let unsent = open.map(\.unsentBytes)
    text.append(
      "dropline_blocked_readers", .gauge, "Connections that have not taken what they were sent.",
      unsent.count { $0 > 0 })
    text.append(
      "dropline_queue_bytes", .gauge, "Bytes that connections have not taken.",
      unsent.reduce(0, +))
  }

  private func appendBoards(to text: inout MetricsText) {
    let statistics = hub.statistics
    text.append("dropline_boards", .gauge, "Boards.", statistics.boards)
    text.append("dropline_watchers", .gauge, "Watchers of all boards.", statistics.watchers)
    text.append(
      "dropline_drag_sessions", .gauge, "Live drag sessions by state.",
      [
        ("state=\"lifted\"", statistics.lifted), ("state=\"over\"", statistics.over),
        ("state=\"lost\"", statistics.lost), ("state=\"suspended\"", statistics.suspended),
      ])
  }

  private func appendCommands(to text: inout MetricsText) {
    let samples = hub.counters.replies.flatMap { verb, replies in
      let label = "verb=\"\(verb?.rawValue ?? "none")\""
      return [("ok", replies.ok), ("refused", replies.refused), ("error", replies.error)]
        .filter { $0.1 > 0 }.map { ("\(label),outcome=\"\($0)\"", $1) }
    }
    text.append("dropline_commands_total", .counter, "Commands by verb and outcome.", samples)
  }

  private func appendTraffic(to text: inout MetricsText) {
    let hub = hub.counters
    text.append("dropline_batches_total", .counter, "Batches, shared ones once.", hub.batches)
    text.append("dropline_batch_rows_total", .counter, "Rows of these batches.", hub.rows)
    text.append(
      "dropline_compositions_total", .counter, "Compositions of edits to batches.",
      hub.compositions)
    text.append(
      "dropline_coalescing_ratio", "Revisions per batch.",
      Double(hub.revisions) / Double(max(1, hub.batches)))
    text.append("dropline_snapshots_total", .counter, "Snapshots, shared ones once.", hub.snapshots)
    text.append("dropline_writes_total", .counter, "Writes to connections.", counters.writes)
    text.append("dropline_sent_bytes_total", .counter, "Bytes sent.", counters.sentBytes)
    text.append(
      "dropline_received_bytes_total", .counter, "Bytes received.", counters.receivedBytes)
  }
}
