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
  /// Whether the lines are a client's, which may leave names open, are limited, and end with `end`.
  private let isClients: Bool
  /// The number of the present line, counted from 1. Lines of blanks are not counted.
  private var number = 0
  /// The bytes of all lines so far.
  private var bytes = 0
  private var failure: LineError?
  /// The `item` lines that the last section still wants; nil if it takes all that follow.
  private var missingItems: Int? = 0
  /// The line of the last section.
  private var sectionLine = 0
  private var rows = Rows()

  /// Makes a reader for the lines of a client up to `end`.
  package init() { isClients = true }

  /// Makes a reader for rows as a server writes them: no ids are open, and there is no `end`.
  package init(fromServer: Void) { isClients = false }

  /// Takes one line.
  ///
  /// - Returns: whether the block is over, because the line was `end`.
  package mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
    if isClients {
      var words = WordReader(line)
      guard let word = words.next() else { return false }
      if word.count == 3, word.startsLowercased(with: "end"), words.next() == nil { return true }
    }
    count(bytes: line.count + 1)
    if failure != nil { return false }
    if let row = try? Row(line, isClients ? .client : .server), add(row) { return false }
    fail(.badRow(number))
    return false
  }

  /// Takes a line that the framer found to be bad. It counts as a row that cannot be read.
  package mutating func readFailed() {
    count(bytes: 0)
    if failure == nil { fail(.badRow(number)) }
  }

  /// Ends the block.
  ///
  /// Whether a name occurs twice is for the caller to see.
  ///
  /// - Throws: `badRow` with the first line that could not be read, `tooManyRows` or `blockTooLong`.
  package func finish() throws(LineError) -> Rows {
    if let failure { throw failure }
    if let missingItems, missingItems > 0 { throw .badRow(sectionLine) }
    return rows
  }

  /// Counts a line. A block with too many lines or bytes is told so, whatever else is wrong with it.
  private mutating func count(bytes: Int) {
    number += 1
    self.bytes += bytes
    guard isClients else { return }
    if number > Rows.mostLines { fail(.tooManyRows(Rows.mostLines)) }
    if self.bytes > Limits.blockBytes { fail(.blockTooLong(Limits.blockBytes)) }
  }

  /// Drops what was read, which will have no effect.
  private mutating func fail(_ error: LineError) {
    failure = error
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
    let line = isClients ? number : nil
    guard missingItems ?? 0 == 0, let items = rows.add(row, line: line) else { return false }
    missingItems = items.number
    sectionLine = number
    return true
  }
}

extension Row {
  /// Reads a row that a server wrote.
  public init(fromServer line: UnsafeRawBufferPointer) throws(LineError) {
    try self.init(line, .server)
  }

  /// Reads a row that a client wrote, in which ids may be `-`.
  public init(fromClient line: UnsafeRawBufferPointer) throws(LineError) {
    try self.init(line, .client)
  }

  fileprivate init(_ line: UnsafeRawBufferPointer, _ side: LineReader.Side) throws(LineError) {
    var words = WordReader(line)
    guard let kind = words.next() else { throw .missingArgument("KIND") }
    var parts = LineReader(words, side, allowsOpenIDs: side == .client)
    try self.init(kind, &parts)
    try parts.finish()
  }
}
