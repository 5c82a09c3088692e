// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// The line with which a server begins (rule 1.1).
public struct Greeting: Hashable, Sendable, LineFields {
  public var version: Int
  public var epoch: Epoch
  public var client: ClientName
  public var lineLimit: Int
  public var textLimit: Int
  public var profiles: [Profile]

  public init(
    _ version: Int, epoch: Epoch, client: ClientName, lineLimit: Int, textLimit: Int,
    profiles: [Profile]
  ) {
    self.version = version
    self.epoch = epoch
    self.client = client
    self.lineLimit = lineLimit
    self.textLimit = textLimit
    self.profiles = profiles
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    version = try line.word("version", old?.version)
    epoch = try line.fact("epoch", old?.epoch)
    client = try line.fact("client", old?.client)
    lineLimit = try line.fact("line", old?.lineLimit)
    textLimit = try line.fact("text", old?.textLimit)
    profiles = try line.fact("profiles", (old?.profiles).map { ProfileList($0) }).profiles
  }
}

/// `batch BOARD FROM TO LINES`: a change; batch rows follow.
public struct BatchHead: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var from: Int
  public var to: Int
  public var lines: Int

  public init(_ board: BoardName, from: Int, to: Int, lines: Int) {
    self.board = board
    self.from = from
    self.to = to
    self.lines = lines
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    from = try line.word("from", old?.from)
    to = try line.word("to", old?.to)
    lines = try line.word("lines", old?.lines)
  }
}

/// `board BOARD REV SECTIONS LINES [content=CONTENT]`: a snapshot; `section`, `item`, `drag`,
/// `selected`, `policy` and `fields` lines follow, without items if it only counts (20.1).
public struct BoardHead: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int
  public var sections: Int
  public var lines: Int
  public var content: WatchedContent?

  public init(
    _ board: BoardName, revision: Int, sections: Int, lines: Int, content: WatchedContent? = nil
  ) {
    self.board = board
    self.revision = revision
    self.sections = sections
    self.lines = lines
    self.content = content
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.word("rev", old?.revision)
    sections = try line.word("sections", old?.sections)
    lines = try line.word("lines", old?.lines)
    content = try line.key("content", old?.content)
  }
}
