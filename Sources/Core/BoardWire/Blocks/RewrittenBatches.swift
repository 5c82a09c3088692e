import BoardModel

extension WireBuffer {
  /// Appends whole messages of a server, of which each batch has no row `reconfigure`, for clients that do not know it.
  ///
  /// - Complexity: O(bytes).
  public mutating func append(withoutReconfigures text: UnsafeRawBufferPointer) {
    _ = append(text) { row, rows in
      var words = WordReader(row)
      if let kind = words.next(), kind.equals("reconfigure") { return (0, of: 1) }
      rows.append(line: row)
      return (1, of: 1)
    }
  }

  /// Appends whole messages of a server with other rows in their batches.
  ///
  /// - Parameter rewrite: Appends what is in the place of a row. It says how many rows that is, and of how many lines; nil ends
  ///   all.
  /// - Returns: Whether all is appended.
  fileprivate mutating func append(
    _ text: UnsafeRawBufferPointer, rewriting rewrite: (Word, inout WireBuffer) -> (Int, of: Int)?
  ) -> Bool {
    var lines = WholeLines(text)
    while let line = lines.next() {
      guard let batch = BatchHead(line, of: "batch") else {
        append(line: line)
        continue
      }
      var rows = WireBuffer()
      var (count, left) = (0, batch.lines)
      while left > 0, let row = lines.next() {
        guard let (written, read) = rewrite(row, &rows) else { return false }
        for _ in 1..<read where lines.next() == nil { break }
        (count, left) = (count + written, left - read)
      }
      self.line("batch", BatchHead(batch.board, from: batch.from, to: batch.to, lines: count))
      rows.withUnsafeBytes { append(bytes: $0) }
    }
    return true
  }

  fileprivate mutating func append(line: Word) {
    append(bytes: line)
    endLine()
  }
}

/// Batches as those are sent them who count items (rule 20.3): of a large inserted section they have the number of its items in
/// place of these.
public struct CountedBatches: ~Copyable {
  /// Batches of no more bytes are the same for all: neither are there so many items, nor so many lines.
  public static let leastBytes = Limits.countedItems * 7

  private var buffer = WireBuffer()
  /// Whether anything is another line than before.
  public private(set) var isOther = false
  private var lineCount = 0

  public init() {}

  /// Appends whole batches of a server.
  ///
  /// - Returns: false if there are more lines than those are sent who count. Some may be appended then.
  /// - Complexity: O(bytes).
  public mutating func append(_ text: UnsafeRawBufferPointer) -> Bool {
    var (isOther, lineCount) = (isOther, lineCount)
    defer { (self.isOther, self.lineCount) = (isOther, lineCount) }
    return buffer.append(text) { row, rows in
      lineCount += 1
      guard lineCount <= Limits.countedLines else { return nil }
      guard var section = InsertSectionRow(row, of: "insert-section"),
        section.items > Limits.countedItems
      else {
        rows.append(line: row)
        return (1, of: 1)
      }
      section.content = .counts
      rows.line("insert-section", section)
      isOther = true
      return (1, of: 1 + section.items)
    }
  }

  /// What is appended.
  public consuming func finish() -> WireBuffer { buffer }
}

extension LineFields {
  /// Reads a line of a server; nil if it is of another kind.
  fileprivate init?(_ line: Word, of kind: StaticString) {
    var words = WordReader(line)
    guard let word = words.next(), word.equals(kind) else { return nil }
    var reader = LineReader(words, .server)
    guard let fields = try? Self(&reader, from: nil) else { return nil }
    self = fields
  }
}
