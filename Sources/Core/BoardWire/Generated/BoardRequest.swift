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
  case rows(Rows)
  case `where`(Where)
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

  /// `open BOARD [since=REV] [epoch=EPOCH] [every=TIME] [content=CONTENT]`: watches a board.
  public struct Open: Hashable, Sendable, LineFields {
    public var board: BoardName
    /// The revision that the client has.
    public var since: Int?
    /// The epoch that this revision is of.
    public var epoch: Epoch?
    /// The least time between two batches; without it, and with `0ms`, the server decides.
    public var every: Duration?
    /// What of the content the client gets (20.1); without it, all.
    public var content: WatchedContent?

    public init(
      _ board: BoardName, since: Int? = nil, epoch: Epoch? = nil, every: Duration? = nil,
      content: WatchedContent? = nil
    ) {
      self.board = board
      self.since = since
      self.epoch = epoch
      self.every = every
      self.content = content
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      since = try line.key("since", old?.since)
      epoch = try line.key("epoch", old?.epoch)
      every = try line.key("every", old?.every.map { ShortTime($0) })?.duration
      content = try line.key("content", old?.content)
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

  /// `rows PLACE COUNT [board=BOARD]`: lists so many items of a section, from a place on.
  public struct Rows: Hashable, Sendable, LineFields {
    /// The place of the first item.
    public var place: Place
    /// The most items to list.
    public var count: Int
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ place: Place, count: Int, on board: BoardName? = nil) {
      self.place = place
      self.count = count
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      place = try line.word("place", old?.place)
      count = try line.word("count", old?.count)
      board = try line.key("board", old?.board)
    }
  }

  /// `where ITEMS [board=BOARD]`: lists at which paths items are.
  public struct Where: Hashable, Sendable, LineFields {
    public var items: ItemReferences
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?

    public init(_ items: ItemReferences, on board: BoardName? = nil) {
      self.items = items
      self.board = board
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      items = try line.word("items", old?.items)
      board = try line.key("board", old?.board)
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
    case .rows(let fields): buffer.line("rows", fields)
    case .where(let fields): buffer.line("where", fields)
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
    case .rows: .rows
    case .where: .where
    case .stats: .stats
    case .fields: .fields
    }
  }
}
