import BoardModel

/// Commands about whole boards, watching them and looking at them.
public enum BoardRequest: Hashable, Sendable {
  case boards
  case create(Create)
  case remove(Remove)
  case rename(Rename)
  case open(Open)
  case close(OptionalBoard)
  case show(Show)
  case who(OptionalBoard)
  case find(Find)
  case stats(Stats)

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

  public struct Stats: Hashable, Sendable, LineFields {
    /// The metric to list; nil for all.
    public var metric: Metric?

    public init(_ metric: Metric? = nil) { self.metric = metric }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      metric = try line.lastWord("metric", old?.metric)
    }
  }
}

extension BoardRequest {
  /// The verb and the parts behind it.
  var command: (verb: Verb, fields: any LineFields) {
    switch self {
    case .boards: (.board(.boards), NoFields())
    case .create(let fields): (.board(.create), fields)
    case .remove(let fields): (.board(.removeBoard), fields)
    case .rename(let fields): (.board(.renameBoard), fields)
    case .open(let fields): (.board(.open), fields)
    case .close(let fields): (.board(.close), fields)
    case .show(let fields): (.board(.show), fields)
    case .who(let fields): (.board(.who), fields)
    case .find(let fields): (.board(.find), fields)
    case .stats(let fields): (.board(.stats), fields)
    }
  }

  /// Whether the command changes what boards there are, which must be written down.
  public var changesBoards: Bool {
    switch self {
    case .create, .remove, .rename: true
    case .boards, .open, .close, .show, .who, .find, .stats: false
    }
  }
}
