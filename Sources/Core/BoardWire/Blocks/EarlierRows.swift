import BoardModel

extension WireBuffer {
  /// Appends whole messages of a server, of which each batch has no row `reconfigure`, for clients that do not know it.
  ///
  /// - Complexity: O(bytes).
  public mutating func append(withoutReconfigures text: UnsafeRawBufferPointer) {
    var lines = WholeLines(text)
    while let line = lines.next() {
      guard let batch = BatchHead(line) else {
        append(bytes: line)
        endLine()
        continue
      }
      var rows = WireBuffer()
      var rowCount = 0
      for _ in 0..<batch.lines {
        guard let row = lines.next(), !row.isReconfigure else { continue }
        rowCount += 1
        rows.append(bytes: row)
        rows.endLine()
      }
      self.line(
        "batch", BatchHead(batch.board, from: batch.from, to: batch.to, lines: rowCount))
      rows.withUnsafeBytes { append(bytes: $0) }
    }
  }
}

/// The lines of a text of which each has its line feed.
struct WholeLines {
  private let text: UnsafeRawBufferPointer
  private var start = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  mutating func next() -> UnsafeRawBufferPointer? {
    guard let end = ByteScan.first(0x0A, in: text, from: start) else { return nil }
    defer { start = end + 1 }
    return text.part(start..<end)
  }
}

extension BatchHead {
  /// Reads the head of a batch; nil if the line is another one.
  init?(_ line: UnsafeRawBufferPointer) {
    var words = WordReader(line)
    guard let kind = words.next(), kind.equals("batch") else { return nil }
    var reader = LineReader(words, .server)
    guard let head = try? BatchHead(&reader, from: nil) else { return nil }
    self = head
  }
}

extension Word {
  fileprivate var isReconfigure: Bool {
    var words = WordReader(self)
    return words.next()?.equals("reconfigure") ?? false
  }
}
