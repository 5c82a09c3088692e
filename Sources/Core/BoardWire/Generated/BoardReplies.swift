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
