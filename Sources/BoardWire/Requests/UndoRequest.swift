import BoardModel

/// Commands that take changes back.
public enum UndoRequest: Hashable, Sendable {
  case undo(TakeBack)
  case redo(TakeBack)

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
}
