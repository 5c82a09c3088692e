// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// One command, read and found well formed; whether it can be done is the hub's business.
///
/// A board of nil is the connection's current board, a drag session of nil the client's only one.
public enum Request: Hashable, Sendable {
  /// Commands about the conversation itself.
  case connection(ConnectionRequest)
  /// Commands about whole boards, watching them and looking at them.
  case board(BoardRequest)
  /// Commands of drag sessions.
  case drag(DragRequest)
  /// Commands that change the data of a board directly.
  case edit(EditRequest)
  /// The heads of blocks: the lines up to `end` are their rows.
  case block(BlockRequest)
  /// Commands about policies.
  case policy(PolicyRequest)
  /// Commands that take changes back or list them.
  case undo(UndoRequest)
  /// Commands about what a client has selected.
  case selection(SelectionRequest)
}

/// The parts of a server that execute commands.
package enum CommandFamily {
  case connection
  case board
  case drag
  case edit
  case block
  case policy
  case undo
  case selection
}

extension Request {
  /// The verb of the command.
  public var verb: Verb {
    switch self {
    case .connection(let request): request.verb
    case .board(let request): request.verb
    case .drag(let request): request.verb
    case .edit(let request): request.verb
    case .block(let request): request.verb
    case .policy(let request): request.verb
    case .undo(let request): request.verb
    case .selection(let request): request.verb
    }
  }
}

extension PolicyRequest {
  public var verb: Verb { .policy }
}

extension WireBuffer {
  /// Appends a command with its line end: for a block, the line that begins it.
  public mutating func append(_ request: Request, tag: String? = nil) {
    append(tag: tag)
    switch request {
    case .connection(let request): request.append(to: &self)
    case .board(let request): request.append(to: &self)
    case .drag(let request): request.append(to: &self)
    case .edit(let request): request.append(to: &self)
    case .block(let request): request.append(to: &self)
    case .policy(let request): request.append(to: &self)
    case .undo(let request): request.append(to: &self)
    case .selection(let request): request.append(to: &self)
    }
  }
}
