import BoardModel

/// The verbs of commands about whole boards, and watching them.
public enum BoardVerb: String, VerbFamily {
  case boards, create
  case removeBoard = "remove-board"
  case renameBoard = "rename-board"
  case open, close, show, who, find, stats

  var profile: Profile {
    switch self {
    case .boards, .create, .open, .close: .core
    case .removeBoard, .renameBoard: .edit
    case .show, .who, .find, .stats: .people
    }
  }

  @inline(__always)
  func request<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Request {
    switch self {
    case .boards: .board(.boards)
    case .create: try .board(.create(.init(&line, from: nil)))
    case .removeBoard: try .board(.remove(.init(&line, from: nil)))
    case .renameBoard: try .board(.rename(.init(&line, from: nil)))
    case .open: try .board(.open(.init(&line, from: nil)))
    case .close: try .board(.close(.init(&line, from: nil)))
    case .show: try .board(.show(.init(&line, from: nil)))
    case .who: try .board(.who(.init(&line, from: nil)))
    case .find: try .board(.find(.init(&line, from: nil)))
    case .stats: try .board(.stats(.init(&line, from: nil)))
    }
  }

  func reply<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    switch self {
    case .boards: try .listing(&line) { .boards($0) }
    case .create: try .whole(.create(.init(&line, from: nil)))
    case .removeBoard: try .whole(.removeBoard(.init(&line, from: nil)))
    case .renameBoard: try .whole(.renameBoard(.init(&line, from: nil)))
    case .open: try .whole(.open(.init(&line, from: nil)))
    case .close: try .whole(.close(.init(&line, from: nil)))
    case .show: try .drawing(&line) { .show($0, $1) }
    case .who: try .listing(&line) { .who($0) }
    case .find: try .listing(&line) { .find($0) }
    case .stats: try .listing(&line) { .stats($0) }
    }
  }
}

extension BoardVerb {
  var help: HelpText {
    switch self {
    case .boards:
      .init("lists the boards", ["boards"])
    case .create:
      .init("makes an empty board", ["create today"], .boardExists, .limit)
    case .removeBoard:
      .init(
        "removes a board", ["remove-board today", "remove-board today force=yes"],
        .boardInUse, .unknownBoard)
    case .renameBoard:
      .init(
        "gives a board another name", ["rename-board today monday"],
        .boardExists, .unknownBoard)
    case .open:
      .init(
        "watches a board", ["open today", "open today since=41", "open today every=250ms"],
        .unknownBoard, .limit)
    case .close:
      .init("watches it no more", ["close today"], .notOpen, .noBoard)
    case .show:
      .init(
        "draws a board, now or as it was", ["show", "show today rev=41"],
        .noBoard, .unknownBoard, .revisionTooOld, .futureRevision)
    case .who:
      .init("lists clients, or those who watch a board", ["who today"], .unknownBoard)
    case .find:
      .init("finds items by their text", ["find milk", "find board=today milk"], .unknownBoard)
    case .stats:
      .init(
        "lists what the server has counted and measured", ["stats", "stats commands-ok"],
        .accessDenied)
    }
  }
}

public struct BoardReply: Hashable, Sendable, LineFields {
  public var board: BoardName

  public init(_ board: BoardName) { self.board = board }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
  }
}

/// A board at a revision.
public struct BoardRevision: Hashable, Sendable, LineFields {
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

public struct Opened: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int
  /// Whether the revision that the client holds is of another life of the board.
  public var isRewound: Bool
  /// The role of the client on the board; nil if there are no access rules.
  public var role: Role?

  public init(
    _ board: BoardName, revision: Int, isRewound: Bool = false, role: Role? = nil
  ) {
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

/// A board as `boards` lists it.
public struct BoardRow: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int
  public var sections: Int
  public var items: Int
  public var watchers: Int
  /// The title of the board; nil if it has none.
  public var title: String?

  public init(
    _ board: BoardName, revision: Int, sections: Int, items: Int, watchers: Int,
    title: String? = nil
  ) {
    self.board = board
    self.revision = revision
    self.sections = sections
    self.items = items
    self.watchers = watchers
    self.title = title
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.fact("rev", old?.revision)
    sections = try line.fact("sections", old?.sections)
    items = try line.fact("items", old?.items)
    watchers = try line.fact("watchers", old?.watchers)
    title = try line.key("title", old?.title.map { BoardTitle($0) })?.string
  }
}

/// A client as `who` lists it.
public struct WhoRow: Hashable, Sendable, LineFields {
  public var client: ClientName
  /// The boards that it watches.
  public var boards: [BoardName]
  /// What it has selected on the board that was asked about.
  public var selected: [ItemID]

  public init(_ client: ClientName, boards: [BoardName], selected: [ItemID] = []) {
    self.client = client
    self.boards = boards
    self.selected = selected
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    client = try line.word("client", old?.client)
    boards = try line.list("boards", old?.boards)
    selected = try line.list("selected", old?.selected)
  }
}

/// An item as `find` lists it.
public struct FindRow: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var path: IndexPath
  public var item: ItemID
  /// The revision at which the item has the path.
  public var revision: Int
  public var text: Text

  public init(_ board: BoardName, _ path: IndexPath, _ item: ItemID, revision: Int, _ text: Text) {
    self.board = board
    self.path = path
    self.item = item
    self.revision = revision
    self.text = text
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    path = try line.word("path", old?.path)
    item = try line.word("item", old?.item)
    revision = try line.fact("rev", old?.revision)
    text = try line.trailingText(limit: .max, old?.text)
  }
}

/// A number as `stats` lists it.
public struct StatsRow: Hashable, Sendable, LineFields {
  /// The name of the metric, which may be one of a later version.
  public var metric: String
  /// The number, whatever it counts or measures.
  public var count: Int
  /// The part of the metric that the number is of.
  public var label: String?

  public init(_ metric: Metric, _ count: Int, of label: String? = nil) {
    self.metric = metric.rawValue
    self.count = count
    self.label = label
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    metric = try line.word("metric", old.map { MetricLabel($0.metric) }).string
    count = try line.word("count", old?.count)
    label = try line.key("of", old?.label.map { MetricLabel($0) })?.string
  }
}
