import BoardModel

/// The kinds of rows a batch has, as they are spelled.
public typealias RowKind = BatchRow.Kind

/// Reads the rows of a batch, line by line: of a `batch … end`, or of a batch from a server.
public struct BatchReader: BlockReader {
  private var lines: BlockLines
  private var batch = BatchUpdate()
  private var rowLines = RowLines()
  /// The `item` lines that the last `insert-section` still wants.
  private var missingItems = 0
  /// The line of the last `insert-section`.
  private var sectionLine = 0

  /// Makes a reader for the lines of a `batch … end`.
  public init() { lines = BlockLines(limit: Limits.batchRows) }

  /// Makes a reader for rows as a server writes them: no ids are open, and there is no `end`.
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
  /// - Throws: `badRow` with the first line that could not be read, or `tooManyRows`.
  public func finish() throws(LineError) -> BatchBlock {
    if let failure = lines.failure { throw failure }
    if missingItems > 0 { throw .badRow(sectionLine) }
    return BatchBlock(batch: batch, lines: rowLines)
  }

  /// Drops what was read, which will have no effect.
  private mutating func drop() {
    batch = BatchUpdate()
    rowLines = RowLines()
    missingItems = 0
  }

  /// - Returns: false where the row cannot stand here.
  private mutating func add(_ row: Row) -> Bool {
    if case .item(let row) = row { return add(row) }
    guard missingItems == 0, let kind = append(row) else { return false }
    if lines.isClients { rowLines.append(kind, line: lines.number) }
    return true
  }

  private mutating func add(_ row: ItemRow) -> Bool {
    guard missingItems > 0 else { return false }
    missingItems -= 1
    batch.insertedSections[batch.insertedSections.count - 1].items.append(
      .init(Item(id: row.item, text: row.text), was: row.was))
    return true
  }

  /// - Returns: the kind of the row, or nil where it is none of a batch.
  private mutating func append(_ row: Row) -> RowKind? {
    switch row {
    case .deleteSection(let row): batch.deletedSections.append(.init(row.section, at: row.index))
    case .insertSection(let row):
      batch.insertedSections.append(.init(row.section, title: row.text, at: row.index))
      missingItems = row.items
      sectionLine = lines.number
    case .moveSection(let row):
      batch.movedSections.append(.init(row.section, from: row.from, to: row.to))
    case .reloadSection(let row):
      batch.reloadedSections.append(.init(row.section, title: row.text, at: row.index))
    case .delete(let row): batch.deletes.append(.init(row.item, at: row.path))
    case .move(let row): batch.moves.append(.init(row.item, from: row.from, to: row.to))
    case .insert(let row):
      batch.inserts.append(.init(Item(id: row.item, text: row.text), at: row.path, was: row.was))
    case .reload(let row):
      batch.reloads.append(.init(Item(id: row.item, text: row.text), at: row.path))
    case .item, .section: break
    }
    return row.kind
  }
}

/// Tells on which line of a block each row of the batch stood, counted from 1.
public struct RowLines: Hashable, Sendable {
  private var lines: [RowKind: [Int]] = [:]

  /// The line of a row.
  ///
  /// - Parameters:
  ///   - kind: which of the arrays of the batch is meant.
  ///   - position: the index in that array, as the block was read.
  ///   - item: the index in the items of an inserted section, for the line of that item.
  public func line(_ kind: RowKind, _ position: Int, item: Int? = nil) -> Int {
    let line = lines[kind]![position]
    // The items of a section follow it at once.
    return item.map { line + 1 + $0 } ?? line
  }

  /// The rows in the order they stood in, each by its kind and its position among them.
  var inOrder: [(kind: RowKind, position: Int)] {
    lines.flatMap { kind, lines in
      lines.enumerated().map { (line: $1, row: (kind: kind, position: $0)) }
    }.sorted { $0.line < $1.line }.map(\.row)
  }

  mutating func append(_ kind: RowKind, line: Int) { lines[kind, default: []].append(line) }
}
