import BoardModel

/// Reads the `section` and `item` lines of a whole content: of a `replace … end`, of a snapshot from
/// a server, or of a snapshot in a file.
public struct ContentReader: BlockReader {
  private var lines: BlockLines
  private var content: Content = []
  /// The `item` lines that the last section still wants; nil if it takes all that follow.
  private var missingItems: Int? = 0
  /// The line of the last section.
  private var sectionLine = 0

  /// Makes a reader for the lines of a `replace … end`.
  public init() { lines = BlockLines(limit: Limits.replaceLines) }

  /// Makes a reader for lines as a server writes them: no ids are open, and there is no `end`.
  public init(fromServer: Void) { lines = BlockLines() }

  public mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
    switch lines.read(line) {
    case .nothing: return false
    case .end: return true
    case .row(let row) where add(row): return false
    case .row, .bad:
      lines.fail()
      drop()
      return false
    }
  }

  public mutating func readFailed() {
    lines.failUnread()
    drop()
  }

  /// Ends the block.
  ///
  /// Whether a name occurs twice is for the caller to see.
  ///
  /// - Throws: `badRow` with the first line that could not be read, or `tooManyRows`.
  public func finish() throws(LineError) -> ContentBlock {
    if let failure = lines.failure { throw failure }
    if let missingItems, missingItems > 0 { throw .badRow(sectionLine) }
    return ContentBlock(content)
  }

  private mutating func drop() {
    content = []
    missingItems = 0
  }

  /// - Returns: false where the row cannot stand here.
  private mutating func add(_ row: Row) -> Bool {
    switch row {
    case .section(let row):
      guard missingItems ?? 0 == 0 else { return false }
      content.append(Section(id: row.section, title: row.text))
      missingItems = row.items.number
      sectionLine = lines.number
    case .item(let row):
      guard !content.isEmpty, missingItems != 0, row.was == nil else { return false }
      missingItems = missingItems.map { $0 - 1 }
      content[content.count - 1].items.append(Item(id: row.item, text: row.text))
    default: return false
    }
    return true
  }
}
