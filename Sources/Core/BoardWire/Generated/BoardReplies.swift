// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

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

/// `ok rows BOARD LINES at=PATH rev=REV`: items of a section, the first one at `at`.
public struct RowsReply: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var lines: Int
  public var path: IndexPath
  public var revision: Int

  public init(_ board: BoardName, lines: Int, path: IndexPath, revision: Int) {
    self.board = board
    self.lines = lines
    self.path = path
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    lines = try line.word("lines", old?.lines)
    path = try line.fact("at", old?.path)
    revision = try line.fact("rev", old?.revision)
  }
}

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
