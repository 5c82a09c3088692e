import BoardCore

/// Reads what a server says, line by line, for clients, mirrors and tests.
///
/// It reads files that hold snapshots or batches just as well.
public struct ServerReader: Sendable {
  /// What is being read.
  private enum State {
    case between
    case batch(BoardName, from: Int, to: Int)
    case snapshot(BoardName, revision: Int, sections: Int)
    case listing
  }

  private var state = State.between
  /// The lines that the present message still has.
  private var missingLines = 0
  private var rows = BatchReader(fromServer: ())
  private var content = ContentReader(fromServer: ())
  private var presence: [Event] = []
  private var reply = ServerReply(.ok)

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
      try goOn(line)
      missingLines -= 1
      return missingLines == 0 ? try end() : nil
    } catch {
      forget()
      throw MalformedLine(line: String(decoding: line, as: UTF8.self), reason: error)
    }
  }
}

extension ServerReader {
  private mutating func begin(_ line: UnsafeRawBufferPointer) throws(LineError) -> ServerMessage? {
    var words = WordReader(line)
    let first = try words.required()
    if first.equals("batch") { return try beginBatch(&words) }
    if first.equals("board") { return try beginSnapshot(&words) }
    if first.equals("dropline") { return .greeting(version: try words.required().requireNumber()) }
    if let kind = ServerReply.Kind(first) { return try beginReply(kind, &words) }
    return try EventReader.message(first, &words)
  }

  private mutating func beginBatch(_ words: inout WordReader) throws(LineError) -> ServerMessage? {
    let board = try words.required().requireName(BoardKind.self)
    let from = try words.required().requireNumber()
    let to = try words.required().requireNumber()
    return try begin(
      .batch(board, from: from, to: to), lines: words.required().requireNumber())
  }

  private mutating func beginSnapshot(
    _ words: inout WordReader
  ) throws(LineError) -> ServerMessage? {
    let board = try words.required().requireName(BoardKind.self)
    let revision = try words.required().requireNumber()
    let sections = try words.required().requireNumber()
    return try begin(
      .snapshot(board, revision: revision, sections: sections),
      lines: words.required().requireNumber())
  }

  private mutating func beginReply(
    _ kind: ServerReply.Kind, _ words: inout WordReader
  ) throws(LineError) -> ServerMessage? {
    let (reply, lines) = try ServerReply.read(kind, &words)
    guard let lines else { return .reply(reply) }
    self.reply = reply
    return try begin(.listing, lines: lines)
  }

  private mutating func begin(_ state: State, lines: Int) throws(LineError) -> ServerMessage? {
    self.state = state
    missingLines = lines
    return lines == 0 ? try end() : nil
  }

  private mutating func goOn(_ line: UnsafeRawBufferPointer) throws(LineError) {
    switch state {
    case .between: break
    case .batch: _ = rows.take(line)
    case .snapshot where line.starts(with: "drag ") || line.starts(with: "selected "):
      presence.append(try EventReader.event(line))
    case .snapshot:
      guard presence.isEmpty else { throw .argument(line) }
      _ = content.take(line)
    case .listing:
      guard line.starts(with: "| ") || line.equals("|") else { throw .argument(line) }
      guard let string = line.part(min(2, line.count)..<line.count).string else { throw .badUTF8 }
      reply.lines.append(string)
    }
  }

  private mutating func end() throws(LineError) -> ServerMessage? {
    defer { forget() }
    switch state {
    case .between: return nil
    case .batch(let board, let from, let to):
      return .batch(board, from: from, to: to, try rows.finish().batch)
    case .snapshot(let board, let revision, let sections):
      let content = try content.finish().content
      guard content.count == sections else { throw .badRow(line: 0) }
      return .snapshot(board, revision: revision, content, presence: presence)
    case .listing: return .reply(reply)
    }
  }

  private mutating func forget() {
    state = .between
    rows = BatchReader(fromServer: ())
    content = ContentReader(fromServer: ())
    presence = []
    reply = ServerReply(.ok)
  }
}
