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

  /// What the command is about.
  package var subject: CommandSubject {
    switch self {
    case .connection(let request): request.subject
    case .board(let request): request.subject
    case .drag(let request): request.subject
    case .edit(let request): request.subject
    case .block(let request): request.subject
    case .policy(let request): request.subject
    case .undo(let request): request.subject
    case .selection(let request): request.subject
    }
  }

  /// The least role that the client must have on the subject; nil if everybody may give the command.
  package var role: Role? {
    switch self {
    case .connection(let request): request.role
    case .board(let request): request.role
    case .drag(let request): request.role
    case .edit(let request): request.role
    case .block(let request): request.role
    case .policy(let request): request.role
    case .undo(let request): request.role
    case .selection(let request): request.role
    }
  }

  /// What the command can change.
  package var change: CommandChange {
    switch self {
    case .connection(let request): request.change
    case .board(let request): request.change
    case .drag(let request): request.change
    case .edit(let request): request.change
    case .block(let request): request.change
    case .policy(let request): request.change
    case .undo(let request): request.change
    case .selection(let request): request.change
    }
  }

  /// Whether the command is executed only after a long change of the same board.
  package var waitsForChanges: Bool {
    switch self {
    case .connection(let request): request.waitsForChanges
    case .board(let request): request.waitsForChanges
    case .drag(let request): request.waitsForChanges
    case .edit(let request): request.waitsForChanges
    case .block(let request): request.waitsForChanges
    case .policy(let request): request.waitsForChanges
    case .undo(let request): request.waitsForChanges
    case .selection(let request): request.waitsForChanges
    }
  }

  /// What the steps of the command grow with.
  package var cost: CostClass {
    switch self {
    case .connection(let request): request.cost
    case .board(let request): request.cost
    case .drag(let request): request.cost
    case .edit(let request): request.cost
    case .block(let request): request.cost
    case .policy(let request): request.cost
    case .undo(let request): request.cost
    case .selection(let request): request.cost
    }
  }

  /// Whether the reply may be much longer than the command.
  package var repliesMuch: Bool {
    switch self {
    case .connection(let request): request.repliesMuch
    case .board(let request): request.repliesMuch
    case .drag(let request): request.repliesMuch
    case .edit(let request): request.repliesMuch
    case .block(let request): request.repliesMuch
    case .policy(let request): request.repliesMuch
    case .undo(let request): request.repliesMuch
    case .selection(let request): request.repliesMuch
    }
  }
}

extension PolicyRequest {
  public var verb: Verb { .policy }

  package var subject: CommandSubject { .board(board) }

  package var role: Role? { !values.isEmpty ? .owner : .viewer }

  package var change: CommandChange { !values.isEmpty ? .board : .nothing }

  package var waitsForChanges: Bool { true }

  package var cost: CostClass { .policies(target) }

  package var repliesMuch: Bool { true }
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
