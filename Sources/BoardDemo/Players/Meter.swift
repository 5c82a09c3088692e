import BoardWire

/// Counts what a server sends to one client, as it goes by.
struct Meter: Sendable {
  private(set) var bytes = 0
  private(set) var batches = 0
  /// The lines of all batches behind their first ones.
  private(set) var rows = 0
  /// The most revisions that one batch led across.
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

  /// Another connection: what the last one left unfinished is never finished.
  mutating func beginAnew() {
    framer = .forServerLines
    reader = MessageReader()
  }

  private mutating func count(line: UnsafeRawBufferPointer) {
    // What cannot be read is the business of the client.
    guard case .batch(_, let from, let to, let batch)? = try? reader.read(line) else { return }
    batches += 1
    rows += batch.lineCount
    widest = max(widest, to - from)
  }
}
