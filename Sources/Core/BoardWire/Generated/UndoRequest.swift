// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// Commands that take changes back or list them.
public enum UndoRequest: Hashable, Sendable {
  case undo(Undo)
  case redo(Redo)
  case history(History)

  /// `undo [BOARD] [force=yes]`: reverts the client's last change.
  public struct Undo: Hashable, Sendable, LineFields {
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    /// Leases of others are no hindrance.
    public var force: Bool

    public init(_ board: BoardName? = nil, force: Bool = false) {
      self.board = board
      self.force = force
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
      force = try line.flag("force", old?.force)
    }
  }

  /// `redo [BOARD] [force=yes]`: reverts the client's last undo.
  public typealias Redo = Undo

  /// `history [BOARD] [from=REV] [to=REV]`: lists revisions, the newest first.
  public struct History: Hashable, Sendable, LineFields {
    /// The board; without it, the current board of the connection (3.7).
    public var board: BoardName?
    /// The oldest revision to list.
    public var from: Int?
    /// The newest revision to list.
    public var to: Int?

    public init(_ board: BoardName? = nil, from: Int? = nil, to: Int? = nil) {
      self.board = board
      self.from = from
      self.to = to
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
      from = try line.key("from", old?.from)
      to = try line.key("to", old?.to)
    }
  }
}

extension UndoRequest {
  /// Appends the command as a line.
  func append(to buffer: inout WireBuffer) {
    switch self {
    case .undo(let fields): buffer.line("undo", fields)
    case .redo(let fields): buffer.line("redo", fields)
    case .history(let fields): buffer.line("history", fields)
    }
  }
}

extension UndoRequest {
  public var verb: Verb {
    switch self {
    case .undo: .undo
    case .redo: .redo
    case .history: .history
    }
  }
}

/// `ok undo of=REV rev=REV`: revision `rev` reverts `of`.
public struct UndoReply: Hashable, Sendable, LineFields {
  public var of: Int
  public var revision: Int

  public init(of: Int, revision: Int) {
    self.of = of
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    of = try line.fact("of", old?.of)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `ok redo of=REV rev=REV`: likewise.
public typealias RedoReply = UndoReply
