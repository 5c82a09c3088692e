import BoardModel

/// Commands that look at something and change nothing.
public enum QueryRequest: Hashable, Sendable {
  case boards
  case show(Show)
  case who(OptionalBoard)
  case find(Find)
  case drags(OptionalBoard)
  case history(History)

  public struct Show: Hashable, Sendable, LineFields {
    public var board: BoardName?
    public var revision: Int?

    public init(_ board: BoardName? = nil, revision: Int? = nil) {
      self.board = board
      self.revision = revision
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
      revision = try line.key("rev", old?.revision)
    }
  }

  public struct Find: Hashable, Sendable, LineFields {
    public var text: Text
    /// The board to look on; nil for all.
    public var board: BoardName?

    public init(_ text: Text, on board: BoardName? = nil) {
      self.text = text
      self.board = board
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.key("board", old?.board)
      text = try line.text(limit: Limits.textBytes, old?.text)
    }
  }

  public struct History: Hashable, Sendable, LineFields {
    public var board: BoardName?
    public var from: Int?
    public var to: Int?

    public init(_ board: BoardName? = nil, from: Int? = nil, to: Int? = nil) {
      self.board = board
      self.from = from
      self.to = to
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
      from = try line.key("from", old?.from)
      to = try line.key("to", old?.to)
    }
  }
}
