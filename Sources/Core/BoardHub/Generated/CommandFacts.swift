// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel
import BoardWire

extension Verb {
  /// What the command can change at most.
  package var change: CommandChange {
    switch self {
    case .help, .hello, .ping, .quit, .space, .boards, .open, .close, .show, .who, .find, .rows,
      .where, .stats, .dryrun, .drags, .history:
      .nothing
    case .create, .removeBoard, .renameBoard: .boards
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .cancel, .resume:
      .session
    case .perform, .insert, .delete, .move, .edit, .set, .insertSection, .deleteSection,
      .moveSection, .renameSection, .clear, .batch, .replace, .policy, .fields, .undo, .redo:
      .board
    case .select, .deselect, .choose: .selection
    }
  }
}

extension Request {
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
