import BoardWire

/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  enum Kind: String {
    case counter, gauge, histogram
  }

  private(set) var text = ""
  private var name = ""

  /// Appends statistics. The rows of one name are together.
  mutating func append(_ rows: [StatsRow]) {
    for row in rows {
      guard let series = Metric(rawValue: row.metric).flatMap({ Series($0) }) else { continue }
      begin("dropline_\(series.name)", series.kind, series.help)
      let labels = series.label.map { "{\($0)=\"\(row.label ?? "")\"\(series.more)}" } ?? ""
      text += "\(name)\(labels) \(row.count)\n"
    }
  }

  mutating func append(_ name: String, _ help: String, _ histogram: Histogram) {
    begin(name, .histogram, help)
    var count = 0
    for (bound, bucket) in zip(Histogram.bounds, histogram.counts) {
      count += bucket
      text += "\(name)_bucket{le=\"\(bound)\"} \(count)\n"
    }
    text += "\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
    text += "\(name)_sum \(histogram.sum)\n\(name)_count \(histogram.count)\n"
  }

  private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    guard name != self.name else { return }
    self.name = name
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }
}

/// A metric as Prometheus has it.
private struct Series {
  let name: String
  let kind: MetricsText.Kind
  let help: String
  /// The name of the label of `StatsRow.label`, if rows have one.
  var label: String?
  /// Further labels.
  var more = ""

  private init(_ name: String, _ kind: MetricsText.Kind, _ help: String) {
    (self.name, self.kind, self.help) = (name, kind, help)
  }

  private static func commands(_ outcome: String) -> Series {
    var series = Series("commands_total", .counter, "Commands by verb and outcome.")
    series.label = "verb"
    series.more = ",outcome=\"\(outcome)\""
    return series
  }

  private func by(_ label: String) -> Series {
    var series = self
    series.label = label
    return series
  }

  /// - Returns: Nil for what a histogram has.
  init?(_ metric: Metric) {
    let series: Series? =
      switch metric {
      case .uptimeSeconds: Series("uptime_seconds", .gauge, "Seconds since the start.")
      case .memoryBytes: Series("memory_bytes", .gauge, "Resident memory.")
      case .connections: Series("connections", .gauge, "Connections by transport.").by("transport")
      case .connectionsClosing:
        Series("connections_closing", .gauge, "Connections being closed.")
      case .blockedReaders:
        Series(
          "blocked_readers", .gauge, "Connections that have not taken what they were sent.")
      case .queueBytes: Series("queue_bytes", .gauge, "Bytes that connections have not taken.")
      case .diskFull: Series("disk_full", .gauge, "Whether the disk is full.")
      case .unavailable:
        Series("unavailable", .gauge, "Whether commands are refused: the database does not answer.")
      case .boards: Series("boards", .gauge, "Boards.")
      case .watchers: Series("watchers", .gauge, "Watchers of all boards.")
      case .dragSessions:
        Series("drag_sessions", .gauge, "Live drag sessions by state.").by("state")
      case .commandsOk: .commands("ok")
      case .commandsRefused: .commands("refused")
      case .commandsError: .commands("error")
      case .batches: Series("batches_total", .counter, "Batches, shared ones once.")
      case .batchRows: Series("batch_rows_total", .counter, "Rows of these batches.")
      case .batchRevisions:
        Series("batch_revisions_total", .counter, "Revisions that these batches lead over.")
      case .compositions:
        Series("compositions_total", .counter, "Compositions of edits to batches.")
      case .snapshots: Series("snapshots_total", .counter, "Snapshots, shared ones once.")
      case .writes: Series("writes_total", .counter, "Writes to connections.")
      case .sentBytes: Series("sent_bytes_total", .counter, "Bytes sent.")
      case .receivedBytes: Series("received_bytes_total", .counter, "Bytes received.")
      case .turns, .commits, .turnMicroseconds, .commitMicroseconds, .lagMicroseconds: nil
      }
    guard let series else { return nil }
    self = series
  }
}
