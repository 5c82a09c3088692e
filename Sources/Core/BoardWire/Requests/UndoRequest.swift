import BoardModel

/// Commands that take changes back or list them.
public enum UndoRequest: Hashable, Sendable {
  case undo(TakeBack)
  case redo(TakeBack)
  case history(History)

  public struct TakeBack: Hashable, Sendable, LineFields {
    public var board: BoardName?
    public var force: Bool

    public init(_ board: BoardName? = nil, force: Bool = false) {
      self.board = board
      self.force = force
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.lastWord("board", old?.board)
      force = try line.flag("force", old?.force)
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

extension UndoRequest {
  /// The verb and the parts behind it.
  var command: (verb: Verb, fields: any LineFields) {
    switch self {
    case .undo(let fields): (.undo(.undo), fields)
    case .redo(let fields): (.undo(.redo), fields)
    case .history(let fields): (.undo(.history), fields)
    }
  }

  /// Whether the command changes a board, which must be written down.
  public var changesBoards: Bool {
    switch self {
    case .undo, .redo: true
    case .history: false
    }
  }
}
