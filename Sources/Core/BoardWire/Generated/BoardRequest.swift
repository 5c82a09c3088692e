// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// Commands about whole boards, watching them and looking at them.
public enum BoardRequest: Hashable, Sendable {
  /// `boards`: lists the boards.
  case boards
  case create(Create)
  case removeBoard(RemoveBoard)
  case renameBoard(RenameBoard)
  case open(Open)
  case close(Close)
  case show(Show)
  case who(Who)
  case find(Find)
  case stats(Stats)
  case fields(Fields)

  /// `create BOARD`: creates an empty board.
  public struct Create: Hashable, Sendable, LineFields {
    public var board: BoardName

    public init(_ board: BoardName) {
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
    }
  }

  /// `remove-board BOARD [force=yes]`: removes a board and its content.
  public struct RemoveBoard: Hashable, Sendable, LineFields {
    public var board: BoardName
    /// Others who watch the board or drag there are no hindrance.
    public var force: Bool

    public init(_ board: BoardName, force: Bool = false) {
      self.board = board
      self.force = force
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      force = try line.flag("force", old?.force)
    }
  }

  /// `rename-board BOARD TO`: renames a board.
  public struct RenameBoard: Hashable, Sendable, LineFields {
    public var board: BoardName
    /// The new name of the board.
    public var to: BoardName

    public init(_ board: BoardName, to: BoardName) {
      self.board = board
      self.to = to
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      to = try line.word("to", old?.to)
    }
  }

  /// `open BOARD [since=REV] [epoch=EPOCH] [every=TIME]`: watches a board.
  public struct Open: Hashable, Sendable, LineFields {
    public var board: BoardName
    /// The revision that the client has.
    public var since: Int?
    /// The epoch that this revision is of.
    public var epoch: Epoch?
    /// The least time between two batches; without it, and with `0ms`, the server decides.
    public var every: Duration?

    public init(
      _ board: BoardName, since: Int? = nil, epoch: Epoch? = nil, every: Duration? = nil
    ) {
      self.board = board
      self.since = since
      self.epoch = epoch
      self.every = every
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      since = try line.key("since", old?.since)
      epoch = try line.key("epoch", old?.epoch)
      every = try line.key("every", old?.every.map { ShortTime($0) })?.duration
    }
  }

  /// `close [BOARD]`: stops watching it.
  public struct Close: Hashable, Sendable, LineFields {
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ board: BoardName? = nil) {
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
    }
  }

  /// `show [BOARD] [rev=REV]`: draws a board at the present or a revision.
  public struct Show: Hashable, Sendable, LineFields {
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    /// The revision to draw; without it, the present one.
    public var revision: Int?

    public init(_ board: BoardName? = nil, revision: Int? = nil) {
      self.board = board
      self.revision = revision
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
      revision = try line.key("rev", old?.revision)
    }
  }

  /// `who [BOARD]`: lists connections, or those that watch a board.
  public struct Who: Hashable, Sendable, LineFields {
    /// The board that is asked about; without it, all boards.
    public var board: BoardName?

    public init(_ board: BoardName? = nil) {
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
    }
  }

  /// `find [board=BOARD] [FIELD=VALUE…] [TEXT]`: lists items whose text contains TEXT, and whose
  /// fields have these values.
  public struct Find: Hashable, Sendable, LineFields {
    /// The board to look on; without it, all boards.
    public var board: BoardName?
    /// The fields that the items have.
    public var fields: BoardModel.Fields
    public var text: Text

    public init(
      on board: BoardName? = nil, fields: BoardModel.Fields = BoardModel.Fields(), text: Text = ""
    ) {
      self.board = board
      self.fields = fields
      self.text = text
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.key("board", old?.board)
      fields = try line.fields(old?.fields)
      text = try line.trailingText(limit: Limits.textBytes, old?.text)
    }
  }

  /// `stats [METRIC]`: lists what the server has counted and measured.
  public struct Stats: Hashable, Sendable, LineFields {
    /// The metric to list; without it, all.
    public var metric: Metric?

    public init(_ metric: Metric? = nil) {
      self.metric = metric
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      metric = try line.lastWord("metric", old?.metric)
    }
  }

  /// `fields [BOARD] [FIELD=[VALUE]…]`: shows the types of fields, or sets and shows them; `FIELD=`
  /// removes one.
  public struct Fields: Hashable, Sendable, LineFields {
    public var board: BoardName?
    /// The types of fields: `text`, `flag`, `number`, `date` or `set`; without a type the field is a
    /// text.
    public var changes: FieldChanges

    public init(_ board: BoardName? = nil, changes: FieldChanges = FieldChanges()) {
      self.board = board
      self.changes = changes
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
      changes = try line.changes(old?.changes)
    }
  }
}

extension BoardRequest {
  /// Appends the command as a line.
  func append(to buffer: inout WireBuffer) {
    switch self {
    case .boards: buffer.line("boards", NoFields())
    case .create(let fields): buffer.line("create", fields)
    case .removeBoard(let fields): buffer.line("remove-board", fields)
    case .renameBoard(let fields): buffer.line("rename-board", fields)
    case .open(let fields): buffer.line("open", fields)
    case .close(let fields): buffer.line("close", fields)
    case .show(let fields): buffer.line("show", fields)
    case .who(let fields): buffer.line("who", fields)
    case .find(let fields): buffer.line("find", fields)
    case .stats(let fields): buffer.line("stats", fields)
    case .fields(let fields): buffer.line("fields", fields)
    }
  }
}

extension BoardRequest {
  public var verb: Verb {
    switch self {
    case .boards: .boards
    case .create: .create
    case .removeBoard: .removeBoard
    case .renameBoard: .renameBoard
    case .open: .open
    case .close: .close
    case .show: .show
    case .who: .who
    case .find: .find
    case .stats: .stats
    case .fields: .fields
    }
  }
}

/// `ok create BOARD rev=REV`: the revision of the empty board.
public struct CreateReply: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int

  public init(_ board: BoardName, revision: Int) {
    self.board = board
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `ok remove-board BOARD`: the board is removed.
public struct RemoveBoardReply: Hashable, Sendable, LineFields {
  public var board: BoardName

  public init(_ board: BoardName) {
    self.board = board
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
  }
}

/// `ok rename-board BOARD TO`: the board is named TO.
public struct RenameBoardReply: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var to: BoardName

  public init(_ board: BoardName, to: BoardName) {
    self.board = board
    self.to = to
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    to = try line.word("to", old?.to)
  }
}

/// `ok open BOARD REV [rewound=yes] [role=ROLE]`: REV is the present revision; a snapshot or batch
/// that leads to it may follow (7.1); the role of the client on the board, if the server has access
/// rules (17.6).
public struct OpenReply: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int
  public var isRewound: Bool
  public var role: Role?

  public init(_ board: BoardName, revision: Int, isRewound: Bool = false, role: Role? = nil) {
    self.board = board
    self.revision = revision
    self.isRewound = isRewound
    self.role = role
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.word("rev", old?.revision)
    isRewound = try line.flag("rewound", old?.isRewound)
    role = try line.key("role", old?.role)
  }
}

/// `ok close BOARD`: the connection does not watch the board.
public typealias CloseReply = RemoveBoardReply

/// `ok fields BOARD [FIELD=VALUE…]`: the types of fields that are no texts.
public struct FieldsReply: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var fields: Fields

  public init(_ board: BoardName, fields: Fields = Fields()) {
    self.board = board
    self.fields = fields
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    fields = try line.fields(old?.fields)
  }
}
