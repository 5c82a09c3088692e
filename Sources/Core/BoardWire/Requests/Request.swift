import BoardModel

/// One command, read and found well formed; whether it can be done is the hub's business.
///
/// A board of nil is the connection's current board, a drag session of nil the client's only one.
public enum Request: Hashable, Sendable {
  case connection(ConnectionRequest)
  case board(BoardRequest)
  case drag(DragRequest)
  case edit(EditRequest)
  /// The head of a block: the lines up to `end` are its rows.
  case block(BlockRequest)
  case undo(UndoRequest)
  case selection(SelectionRequest)
  case policy(PolicyRequest)
}

/// The board that a command may name in its last word.
public struct OptionalBoard: Hashable, Sendable, LineFields {
  public var board: BoardName?

  public init(_ board: BoardName? = nil) { self.board = board }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.lastWord("board", old?.board)
  }
}

/// A line that is nothing but its kind.
struct NoFields: LineFields {
  init() {}
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {}
}
