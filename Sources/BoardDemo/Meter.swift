/// Counts what a server sends to one client, as it goes by.
///
/// It knows no more of the protocol than rule 6.1: how a batch begins.
struct Meter: Sendable {
  private(set) var bytes = 0
  private(set) var batches = 0
  /// The lines of all batches behind their first ones.
  private(set) var rows = 0
  /// The most revisions that one batch led across.
  private(set) var widest = 0
  /// The beginning of the present line.
  private var head: [UInt8] = []

  /// More than the first line of a batch can have.
  private static let longestHead = 160

  mutating func count(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes.count
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      take(rest[..<end])
      endLine()
      rest = rest[(end + 1)...]
    }
    take(rest)
  }

  /// Another connection: what the last one left unfinished is never finished.
  mutating func beginAnew() { head.removeAll(keepingCapacity: true) }

  private mutating func take(_ bytes: Slice<UnsafeRawBufferPointer>) {
    head.append(contentsOf: bytes.prefix(Self.longestHead - head.count))
  }

  private mutating func endLine() {
    defer { head.removeAll(keepingCapacity: true) }
    guard head.starts(with: "batch ".utf8) else { return }
    let words = head.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 5, let from = Int(words[2]), let to = Int(words[3]),
      let lines = Int(words[4])
    else { return }
    batches += 1
    rows += lines
    widest = max(widest, to - from)
  }
}
