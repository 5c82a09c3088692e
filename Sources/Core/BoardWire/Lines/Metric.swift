import BoardModel

/// What a server counts or measures. Source: `protocol/specification.md`, 5.8.
public enum Metric: String, CaseIterable, Hashable, Sendable {
  case uptime = "uptime-seconds"
  case memory = "memory-bytes"
  case connections
  case closingConnections = "connections-closing"
  case blockedReaders = "blocked-readers"
  case queuedBytes = "queue-bytes"
  case diskFull = "disk-full"
  case unavailable
  case boards
  case watchers
  case dragSessions = "drag-sessions"
  case acceptedCommands = "commands-ok"
  case refusedCommands = "commands-refused"
  case wrongCommands = "commands-error"
  case batches
  case batchRows = "batch-rows"
  case batchRevisions = "batch-revisions"
  case compositions
  case snapshots
  case writes
  case sentBytes = "sent-bytes"
  case receivedBytes = "received-bytes"
  case turns
  case commits
  case turnTime = "turn-microseconds"
  case commitTime = "commit-microseconds"
  case loopLag = "lag-microseconds"
}

extension Metric: WireWord { static var notation: String { "METRIC" } }

/// The part of a metric that a number is of: 1 to 64 of `a–z 0–9 -`.
struct MetricLabel: WireValue {
  static var notation: String { "LABEL" }
  static var jsonForm: JSONForm { .string }
  static var sample: MetricLabel { MetricLabel("tcp") }

  let string: String

  init(_ string: String) { self.string = string }

  init(_ word: Word) throws(LineError) {
    let isLabel =
      word.count <= Limits.nameBytes
      && word.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0.isDigit || $0 == 0x2D }
    guard isLabel, let string = word.string else { throw .argument(word) }
    self.string = string
  }

  func write(to buffer: inout WireBuffer) { buffer.append(plain: string) }
}

extension StatsRow {
  public init(_ metric: Metric, count: Int, label: String? = nil) {
    self.init(metric.rawValue, count: count, label: label)
  }
}
