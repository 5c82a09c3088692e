import BoardModel

/// What a listing holds, as many rows as it may have.
public struct Listing<Row: Hashable & Sendable>: Hashable, Sendable {
  public var rows: [Row]
  /// Whether there is more than is listed.
  public var hasMore: Bool

  public init(_ rows: [Row], hasMore: Bool = false) {
    self.rows = rows
    self.hasMore = hasMore
  }
}

/// The head of a listing: `[BOARD] LINES [more=yes]`.
struct ListingHead: LineFields {
  let lines: Int
  let hasMore: Bool

  init(lines: Int, hasMore: Bool) {
    self.lines = lines
    self.hasMore = hasMore
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    lines = try line.word("lines", old.map { LineCount($0.lines) }).number
    hasMore = try line.flag("more", old?.hasMore)
  }
}

/// The head of a listing about one board.
struct BoardListingHead: LineFields {
  let board: BoardName
  let head: ListingHead

  init(_ board: BoardName, _ head: ListingHead) {
    self.board = board
    self.head = head
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    head = try ListingHead(&line, from: old?.head)
  }
}

/// The head of a drawing: `LINES`.
struct DrawingHead: LineFields {
  let lines: Int

  init(lines: Int) { self.lines = lines }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    lines = try line.word("lines", old.map { LineCount($0.lines) }).number
  }
}

/// The head of a drawing of a board: `BOARD LINES`.
struct BoardDrawingHead: LineFields {
  let board: BoardName
  let lines: Int

  init(_ board: BoardName, lines: Int) {
    self.board = board
    self.lines = lines
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    lines = try line.word("lines", old.map { LineCount($0.lines) }).number
  }
}

extension LineCoder where Self: ~Copyable {
  /// A list under a key, left out if it is empty.
  mutating func list<Element: WireValue>(
    _ name: StaticString, _ value: [Element]?
  ) throws(Failure) -> [Element] {
    try key(name, value?.isEmpty == true ? nil : value) ?? []
  }

  /// The operations that a session allows, left out if there are none.
  mutating func operations(_ value: DropOperations?) throws(Failure) -> DropOperations {
    try key("ops", value == DropOperations.none ? nil : value) ?? .none
  }
}
