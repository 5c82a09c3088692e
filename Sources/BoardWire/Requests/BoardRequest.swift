import BoardModel

/// Commands about whole boards, and watching them.
public enum BoardRequest: Hashable, Sendable {
  case create(Create)
  case remove(Remove)
  case rename(Rename)
  case open(Open)
  case close(OptionalBoard)

  public struct Create: Hashable, Sendable, LineFields {
    public var board: BoardName

    public init(_ board: BoardName) { self.board = board }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
    }
  }

  public struct Remove: Hashable, Sendable, LineFields {
    public var board: BoardName
    /// Whether others' watching and dragging is no hindrance.
    public var force: Bool

    public init(_ board: BoardName, force: Bool = false) {
      self.board = board
      self.force = force
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      force = try line.flag("force", old?.force)
    }
  }

  public struct Rename: Hashable, Sendable, LineFields {
    public var board: BoardName
    public var name: BoardName

    public init(_ board: BoardName, to name: BoardName) {
      self.board = board
      self.name = name
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      name = try line.word("to", old?.name)
    }
  }

  public struct Open: Hashable, Sendable, LineFields {
    public var board: BoardName
    /// The revision that the client holds.
    public var since: Int?
    /// The epoch that the revision belongs to.
    public var epoch: Epoch?
    /// The least time between two batches; nil and zero leave it to the server.
    public var every: Duration?

    public init(
      _ board: BoardName, since: Int? = nil, epoch: Epoch? = nil, every: Duration? = nil
    ) {
      self.board = board
      self.since = since
      self.epoch = epoch
      self.every = every
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      since = try line.key("since", old?.since)
      epoch = try line.key("epoch", old?.epoch)
      every = try line.key("every", old?.every.map { ShortTime($0) })?.duration
    }
  }
}
