import BoardModel

/// What a revision came from, beside a plain command.
public enum HistoryOrigin: Hashable, Sendable {
  case command
  case drag(SessionID)
  case undo(of: Int)
  case redo(of: Int)
}

extension HistoryOrigin {
  /// Names `[drag=] [undo=] [redo=]`.
  init<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, from old: HistoryOrigin?
  ) throws(Coder.Failure) {
    let drag = try line.key("drag", old?.drag)
    let undo = try line.key("undo", old?.undone)
    let redo = try line.key("redo", old?.redone)
    self =
      drag.map { .drag($0) } ?? undo.map { .undo(of: $0) } ?? redo.map { .redo(of: $0) }
      ?? .command
  }

  private var drag: SessionID? {
    switch self {
    case .drag(let drag): drag
    case .command, .undo, .redo: nil
    }
  }

  private var undone: Int? {
    switch self {
    case .undo(let revision): revision
    case .command, .drag, .redo: nil
    }
  }

  private var redone: Int? {
    switch self {
    case .redo(let revision): revision
    case .command, .drag, .undo: nil
    }
  }
}
