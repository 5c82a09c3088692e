import BoardModel

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
    var lines = WholeLines(text)
    while let line = lines.next() {
      guard let batch = BatchHead(line) else { continue }
      guard append(batch, &lines) else { return false }
    }
    return true
  }

  /// What is appended.
  public consuming func finish() -> WireBuffer { buffer }

  private mutating func append(_ batch: BatchHead, _ lines: inout WholeLines) -> Bool {
    var rows = WireBuffer()
    var (rowCount, left) = (0, batch.lines)
    while left > 0, let row = lines.next() {
      left -= 1
      rowCount += 1
      lineCount += 1
      guard lineCount <= Limits.countedLines else { return false }
      guard let section = InsertSectionRow(large: row) else {
        rows.append(bytes: row)
        rows.endLine()
        continue
      }
      rows.line("insert-section", section)
      isOther = true
      for _ in 0..<section.items where lines.next() != nil { left -= 1 }
    }
    buffer.line("batch", BatchHead(batch.board, from: batch.from, to: batch.to, lines: rowCount))
    rows.withUnsafeBytes { buffer.append(bytes: $0) }
    return true
  }
}

extension InsertSectionRow {
  /// Reads a row of a section of so many items that those who count are sent their number alone; nil if it is another one.
  fileprivate init?(large line: UnsafeRawBufferPointer) {
    var words = WordReader(line)
    guard let kind = words.next(), kind.equals("insert-section") else { return nil }
    var reader = LineReader(words, .server)
    guard let row = try? InsertSectionRow(&reader, from: nil), row.items > Limits.countedItems
    else { return nil }
    self = row
    content = .counts
  }
}
