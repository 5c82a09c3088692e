import BoardModel

/// What the rows of a block come to.
package protocol BlockRows: Sendable {
  /// The most lines that a client may write.
  static var mostLines: Int { get }

  /// Nothing yet.
  init()

  /// Adds an item to the last section.
  ///
  /// - Returns: false where it cannot stand.
  mutating func add(_ item: ItemRow) -> Bool

  /// Adds a row that is no item.
  ///
  /// - Parameter line: The number of its line in a client's block; nil in lines of a server.
  /// - Returns: How many items must follow; nil where the row cannot stand.
  mutating func add(_ row: Row, line: Int?) -> ItemCount?
}

/// Reads the rows of a batch.
package typealias BatchReader = BlockReader<BatchBlock>
/// Reads the `section` and `item` lines of a whole content: of a `replace … end`, of a snapshot from
/// a server, or of a snapshot in a file.
package typealias ContentReader = BlockReader<Content>

/// Takes the lines of a block, one by one.
package struct BlockReader<Rows: BlockRows>: Sendable {
  private var lines: BlockLines
  private var rows = Rows()
  /// The `item` lines that the last section still wants; nil if it takes all that follow.
  private var missingItems: Int? = 0
  /// The line of the last section.
  private var sectionLine = 0

  /// Makes a reader for the lines of a client up to `end`.
  package init() { lines = BlockLines(limit: Rows.mostLines) }

  /// Makes a reader for rows as a server writes them: no ids are open, and there is no `end`.
  package init(fromServer: Void) { lines = BlockLines() }

  /// Takes one line.
  ///
  /// - Returns: whether the block is over, because the line was `end`.
  package mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
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

  /// Takes a line that the framer found to be bad. It counts as a row that cannot be read.
  package mutating func readFailed() {
    lines.failUnread()
    drop()
  }

  /// Ends the block.
  ///
  /// Whether a name occurs twice is for the caller to see.
  ///
  /// - Throws: `badRow` with the first line that could not be read, or `tooManyRows`.
  package func finish() throws(LineError) -> Rows {
    if let failure = lines.failure { throw failure }
    if let missingItems, missingItems > 0 { throw .badRow(sectionLine) }
    return rows
  }

  /// Drops what was read, which will have no effect.
  private mutating func drop() {
    rows = Rows()
    missingItems = 0
  }

  /// - Returns: false where the row cannot stand here.
  private mutating func add(_ row: Row) -> Bool {
    if case .item(let item) = row {
      guard missingItems != 0, rows.add(item) else { return false }
      missingItems = missingItems.map { $0 - 1 }
      return true
    }
    let line = lines.isClients ? lines.number : nil
    guard missingItems ?? 0 == 0, let items = rows.add(row, line: line) else { return false }
    missingItems = items.number
    sectionLine = lines.number
    return true
  }
}
