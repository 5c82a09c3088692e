import BoardModel

extension Row {
  /// Reads a row that a server wrote.
  public init(fromServer line: UnsafeRawBufferPointer) throws(LineError) {
    try self.init(line, .server)
  }

  /// Reads a row that a client wrote, in which ids may be `-`.
  public init(fromClient line: UnsafeRawBufferPointer) throws(LineError) {
    try self.init(line, .client)
  }

  private init(_ line: UnsafeRawBufferPointer, _ side: LineReader.Side) throws(LineError) {
    var words = WordReader(line)
    guard let kind = words.next() else { throw .missingArgument("KIND") }
    var parts = LineReader(words, side, allowsOpenIDs: side == .client)
    try self.init(kind, &parts)
    try parts.finish()
  }
}

/// The lines of a block: their numbers, their limit, and the first that is bad.
struct BlockLines: Sendable {
  enum Line {
    /// Nothing to be done: a line of blanks, or a row of a block that has failed already.
    case nothing
    case end
    case row(Row)
    case bad
  }

  /// Whether the lines are a client's, which may leave names open and which `end` closes.
  let isClients: Bool
  private let limit: Int
  /// The number of the present line, counted from 1. Lines of blanks are not counted.
  private(set) var number = 0
  private(set) var failure: LineError?
  /// The bytes of all lines so far.
  private var bytes = 0

  /// The lines of a client's block.
  init(limit: Int) {
    isClients = true
    self.limit = limit
  }

  /// Lines as a server writes them, in any number.
  init() {
    isClients = false
    limit = .max
  }

  mutating func read(_ line: UnsafeRawBufferPointer) -> Line {
    if isClients {
      var words = WordReader(line)
      guard let word = words.next() else { return .nothing }
      if word.count == 3, word.startsLowercased(with: "end"), words.next() == nil { return .end }
    }
    number += 1
    bytes += line.count + 1
    guard failure == nil else { return tooMany() }
    guard number <= limit, !isTooLong else { return .bad }
    do throws(LineError) {
      return .row(try isClients ? Row(fromClient: line) : Row(fromServer: line))
    } catch {
      return .bad
    }
  }

  /// Remembers that the present line is bad.
  mutating func fail() {
    failure = failure ?? .badRow(number)
    _ = tooMany()
  }

  /// Counts a line that could not be delivered, and remembers that it is bad.
  mutating func failUnread() {
    number += 1
    fail()
  }

  /// A block with too many lines or bytes is told so, whatever else is wrong with it.
  private mutating func tooMany() -> Line {
    if number > limit { failure = .tooManyRows(limit) }
    if isTooLong { failure = .blockTooLong(Limits.blockBytes) }
    return .nothing
  }

  private var isTooLong: Bool { isClients && bytes > Limits.blockBytes }
}
