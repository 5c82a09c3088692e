/// What happened in a demo, in numbers.
struct DemoStatistics: Equatable, Sendable {
  var clients = 0
  /// Drags that ended on the board: as a move, a copy, or where they began.
  var drops = 0
  /// Commands that were done, drags not counted.
  var edits = 0
  /// Commands that were refused, as is ordinary where many want the same.
  var refusals = 0
  var stalls = 0
  var cuts = 0
  /// What the server sent to all clients: batches, their lines, and bytes of everything.
  var batches = 0
  var rows = 0
  var bytes = 0
  /// The most revisions that one batch led across.
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

  /// What else there was to be coped with.
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

/// A number with a comma before every three digits from the right: `1,930`.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}
