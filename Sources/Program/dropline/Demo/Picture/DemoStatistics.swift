/// The statistics of a demo.
struct DemoStatistics: Equatable, Sendable {
  var clients = 0
  /// Drags that ended with a drop: a move, a copy, or no change.
  var drops = 0
  /// Executed commands, without drags.
  var edits = 0
  /// Refused commands, which are normal under contention.
  var refusals = 0
  var stalls = 0
  var cuts = 0
  /// Traffic from the server to all clients: batches, their rows, and all bytes.
  var batches = 0
  var rows = 0
  var bytes = 0
  /// The most revisions in one batch.
  var widest = 0

  mutating func add(_ meter: Meter) {
    batches += meter.batches
    rows += meter.rows
    bytes += meter.bytes
    widest = max(widest, meter.widest)
  }

  /// `6 clients, 412 drops, 1,930 batches, 7,204 rows, 311 KB`.
  var summary: String {
    "\(counted(clients, "client")), \(counted(drops, "drop")), \(counted(batches, "batch", "batches")), "
      + "\(counted(rows, "row")), \(Self.size(bytes))"
  }

  /// Edits, refusals and injected faults.
  var trouble: String {
    "\(counted(edits, "edit")), \(counted(refusals, "refusal")), \(counted(cuts, "cut")), "
      + "\(counted(stalls, "stall")); the widest batch led across "
      + counted(widest, "revision")
  }

  private func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  private static func size(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) bytes" }
    if bytes < 1_000_000 { return "\((bytes + 500) / 1_000) KB" }
    let tenths = (bytes + 50_000) / 100_000
    return "\(grouped(tenths / 10)).\(tenths % 10) MB"
  }
}

/// A number with thousands separators: `1,930`.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}
