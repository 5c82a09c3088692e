import BoardWire

/// Counts the traffic from a server to one client.
struct Meter: Sendable {
  private(set) var bytes = 0
  private(set) var batches = 0
  /// The rows of all batches.
  private(set) var rows = 0
  /// The most revisions in one batch.
  private(set) var widest = 0
  private var framer = LineFramer.forServerLines
  private var reader = MessageReader()

  mutating func count(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes.count
    var framer = framer
    framer.feed(bytes) { frame in
      if case .line(let line) = frame { count(line: line) }
      return true
    }
    self.framer = framer
  }

  /// Resets the framer for a new connection.
  mutating func beginAnew() {
    framer = .forServerLines
    reader = MessageReader()
  }

  private mutating func count(line: UnsafeRawBufferPointer) {
    // Malformed lines are left to the client.
    guard case .batch(_, let from, let to, let batch)? = try? reader.read(line) else { return }
    batches += 1
    rows += batch.lineCount
    widest = max(widest, to - from)
  }
}
