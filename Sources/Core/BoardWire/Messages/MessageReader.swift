import BoardModel

/// Reads what a server says, line by line, for clients, mirrors and tests.
///
/// Keys and kinds of lines that this version does not know are skipped (rule 11.2).
public struct MessageReader: Sendable {
  /// What is being read.
  private enum State {
    case between
    case batch(BatchHead)
    case snapshot(BoardHead)
    case reply(ReplyHeadLine)
  }

  private var state = State.between
  /// The lines that the present message still has.
  private var missingLines = 0
  private var rows = BatchReader(fromServer: ())
  private var content = ContentReader(fromServer: ())
  /// The sections of a snapshot that counts.
  private var sections: [CountedSection] = []
  private var presence: [Event] = []
  /// The lines behind the head of a reply.
  private var lines: [[UInt8]] = []

  public init() {}

  /// Whether a message of several lines has begun and not ended.
  public var isInsideMessage: Bool {
    if case .between = state { return false }
    return true
  }

  /// Takes one line, without its end.
  ///
  /// - Returns: the message that is complete with this line, if there is one.
  /// - Throws: `MalformedLine`; a message that had begun is then given up.
  public mutating func read(
    _ line: UnsafeRawBufferPointer
  ) throws(MalformedLine) -> ServerMessage? {
    do throws(LineError) {
      if !isInsideMessage { return try begin(line) }
      try continueMessage(with: line)
      missingLines -= 1
      return missingLines == 0 ? try end() : nil
    } catch {
      reset()
      throw MalformedLine(line: String(decoding: line, as: UTF8.self), reason: error)
    }
  }
}

extension MessageReader {
  private mutating func begin(_ line: UnsafeRawBufferPointer) throws(LineError) -> ServerMessage? {
    var words = WordReader(line)
    guard var kind = words.next() else { throw .missingArgument("KIND") }
    var tag: String?
    if kind.isTag {
      tag = String(decoding: kind.part(1..<kind.count), as: UTF8.self)
      guard let next = words.next() else { throw .missingArgument("KIND") }
      kind = next
    }
    if kind.equals("batch") {
      let head: BatchHead = try Self.whole(words)
      return try begin(.batch(head), lines: head.lines)
    }
    if kind.equals("board") {
      let head: BoardHead = try Self.whole(words)
      return try begin(.snapshot(head), lines: head.lines)
    }
    if kind.equals("dropline") { return .greeting(try Self.whole(words)) }
    if let head = try ReplyHeadLine(kind, words, tag: tag) { return try begin(head) }
    return try Event(kind, words).map { .event($0) }
      ?? .unknown(String(decoding: line, as: UTF8.self))
  }

  /// Reads a line of one kind to its end.
  static func whole<Fields: LineFields>(_ words: WordReader) throws(LineError) -> Fields {
    var line = LineReader(words, .server)
    let fields = try Fields(&line, from: nil)
    try line.finish()
    return fields
  }

  private mutating func begin(_ head: consuming ReplyHeadLine) throws(LineError) -> ServerMessage? {
    guard let lines = head.lines else { return .reply(try head.reply(with: [])) }
    return try begin(.reply(head), lines: lines)
  }

  /// The most lines that a message has behind its first one: a board of the largest size, its drag
  /// sessions with their items from outside, and its selections.
  private static let mostLines =
    Limits.items + Limits.sections + 3 * Limits.boardSessions + Limits.draggedItems
    + Limits.boardSelectedItems

  private mutating func begin(_ state: State, lines: Int) throws(LineError) -> ServerMessage? {
    guard lines <= Self.mostLines else { throw .tooManyRows(Self.mostLines) }
    self.state = state
    missingLines = lines
    return lines == 0 ? try end() : nil
  }

  private mutating func continueMessage(
    with line: UnsafeRawBufferPointer
  ) throws(LineError) {
    switch state {
    case .between: break
    case .batch: _ = rows.read(line)
    case .snapshot(let head): try readSnapshot(line, counts: head.content != nil)
    case .reply: lines.append(Array(line))
    }
  }

  /// Reads a line of a snapshot: of its content, or behind that an event of any kind.
  private mutating func readSnapshot(
    _ line: UnsafeRawBufferPointer, counts: Bool
  ) throws(LineError) {
    var words = WordReader(line)
    guard let kind = words.next() else { throw .missingArgument("KIND") }
    if kind.equals("section") || kind.equals("item") {
      guard presence.isEmpty else { throw .argument(kind) }
      if counts { try readCount(line) } else { _ = content.read(line) }
    } else if let event = try Event(kind, words) {
      presence.append(event)
    }
  }

  private mutating func readCount(_ line: UnsafeRawBufferPointer) throws(LineError) {
    guard case .section(let row) = try Row(fromServer: line), let count = row.items.number else {
      throw .badRow(0)
    }
    sections.append(CountedSection(row.section, title: row.text, itemCount: count))
  }

  private mutating func end() throws(LineError) -> ServerMessage? {
    defer { reset() }
    switch state {
    case .between: return nil
    case .batch(let head):
      return .batch(head.board, from: head.from, to: head.to, try rows.finish().batch)
    case .snapshot(let head) where head.content != nil:
      guard sections.count == head.sections else { throw .badRow(0) }
      return .counts(head.board, revision: head.revision, sections, presence: presence)
    case .snapshot(let head):
      let content = try content.finish()
      guard content.count == head.sections else { throw .badRow(0) }
      return .snapshot(head.board, revision: head.revision, content, presence: presence)
    case .reply(let head): return .reply(try head.reply(with: lines))
    }
  }

  private mutating func reset() { self = MessageReader() }
}

extension Event {
  /// Reads an event behind its kind.
  ///
  /// - Returns: nil for one of a later version.
  init?(_ kind: Word, _ words: WordReader) throws(LineError) {
    guard let kind = try EventKind(kind, words) else { return nil }
    var line = LineReader(words, .server)
    self = try kind.event(&line)
    try line.finish()
  }
}

extension EventKind {
  /// The kind of event of a line, or nil if it is of a later version.
  fileprivate init?(_ kind: Word, _ words: WordReader) throws(LineError) {
    var words = words
    if kind.equals("drag") {
      guard words.next() != nil, let event = words.next() else { throw .missingArgument("EVENT") }
      self.init(spelledBy: event)
      guard firstWord == "drag" else { return nil }
    } else {
      self.init(spelledBy: kind)
      guard firstWord != "drag" else { return nil }
      guard self == .bye else { return }
      guard let reason = words.next(), Bye(spelledBy: reason) != nil else { return nil }
    }
  }
}
