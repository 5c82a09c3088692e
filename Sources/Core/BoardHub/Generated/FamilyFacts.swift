// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel
import BoardWire

extension ConnectionRequest {
  package var subject: CommandSubject { .nothing }

  package var role: Role? { nil }

  package var change: CommandChange { .nothing }

  package var waitsForChanges: Bool { false }

  package var cost: CostClass {
    switch self {
    case .help, .ping, .quit, .space: .fixed
    case .hello: .greeting
    }
  }

  package var repliesMuch: Bool { false }
}

extension BoardRequest {
  package var subject: CommandSubject {
    switch self {
    case .boards: .nothing
    case .create(let fields): .newBoard(fields.board)
    case .removeBoard(let fields): .board(fields.board)
    case .renameBoard(let fields): .bothBoards(fields.board, fields.to)
    case .open(let fields): .board(fields.board)
    case .close(let fields): .board(fields.board)
    case .show(let fields): .board(fields.board)
    case .who(let fields): .boardOrAll(fields.board)
    case .find(let fields): .boardOrAll(fields.board)
    case .rows(let fields): .board(fields.board)
    case .where(let fields): .board(fields.board)
    case .stats: .allBoards
    case .fields(let fields): .board(fields.board)
    }
  }

  package var role: Role? {
    switch self {
    case .boards, .open, .close, .show, .who, .find, .rows, .where: .viewer
    case .create, .removeBoard, .renameBoard, .stats: .owner
    case .fields(let fields): !fields.changes.isEmpty ? .owner : .viewer
    }
  }

  package var change: CommandChange {
    switch self {
    case .boards, .open, .close, .show, .who, .find, .rows, .where, .stats: .nothing
    case .create, .removeBoard, .renameBoard: .boards
    case .fields(let fields): !fields.changes.isEmpty ? .board : .nothing
    }
  }

  package var waitsForChanges: Bool {
    switch self {
    case .boards, .create, .open, .close, .show, .who, .find, .rows, .where, .stats: false
    case .removeBoard, .renameBoard, .fields: true
    }
  }

  package var cost: CostClass {
    switch self {
    case .boards: .boards
    case .create, .fields: .edit
    case .removeBoard, .renameBoard: .watchers
    case .open(let fields): .update(since: fields.since, content: fields.content)
    case .close: .rest
    case .show(let fields): .drawing(revision: fields.revision)
    case .who: .clients
    case .find: .search
    case .rows(let fields): .listed(fields.count)
    case .where(let fields): .items(fields.items)
    case .stats: .metrics
    }
  }

  package var repliesMuch: Bool {
    switch self {
    case .boards, .open, .show, .who, .find, .rows, .where: true
    case .create, .removeBoard, .renameBoard, .close, .stats, .fields: false
    }
  }
}

extension DragRequest {
  package var subject: CommandSubject {
    switch self {
    case .begin(let fields): .board(fields.board)
    case .beginExternal(let fields): .board(fields.board)
    case .add(let fields), .remove(let fields): .session(fields.drag)
    case .addExternal(let fields): .session(fields.drag)
    case .propose(let fields): .sessionAtBoard(fields.drag, fields.board)
    case .exit(let fields), .perform(let fields): .session(fields.drag)
    case .cancel(let fields): .session(fields.drag)
    case .resume(let fields): .session(fields.drag)
    case .dryrun(let fields): .itemsOrSession(fields.items, fields.drag, fields.board)
    case .drags(let fields): .boardOrAll(fields.board)
    }
  }

  package var role: Role? {
    switch self {
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .resume,
      .dryrun:
      .editor
    case .cancel(let fields): fields.force ? .owner : .editor
    case .drags: .viewer
    }
  }

  package var change: CommandChange {
    switch self {
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .cancel, .resume:
      .session
    case .perform: .board
    case .dryrun, .drags: .nothing
    }
  }

  package var waitsForChanges: Bool {
    switch self {
    case .begin, .beginExternal, .add, .addExternal, .perform, .dryrun: true
    case .remove, .propose, .exit, .cancel, .resume, .drags: false
    }
  }

  package var cost: CostClass {
    switch self {
    case .begin(let fields): .items(fields.items)
    case .beginExternal, .addExternal, .exit, .cancel: .fixed
    case .add(let fields), .remove(let fields): .items(fields.items)
    case .propose: .proposal
    case .perform, .dryrun: .drop
    case .resume: .session
    case .drags: .drags
    }
  }

  package var repliesMuch: Bool {
    switch self {
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .cancel,
      .resume, .dryrun:
      false
    case .drags: true
    }
  }
}

extension EditRequest {
  package var subject: CommandSubject {
    switch self {
    case .insert(let fields): .board(fields.board)
    case .delete(let fields): .board(fields.board)
    case .move(let fields): .board(fields.board)
    case .edit(let fields): .board(fields.board)
    case .set(let fields): .board(fields.board)
    case .insertSection(let fields): .board(fields.board)
    case .deleteSection(let fields), .clear(let fields): .board(fields.board)
    case .moveSection(let fields): .board(fields.board)
    case .renameSection(let fields): .board(fields.board)
    }
  }

  package var role: Role? {
    switch self {
    case .insert, .edit, .set, .insertSection, .moveSection, .renameSection: .editor
    case .delete(let fields): fields.force ? .owner : .editor
    case .move(let fields): fields.force ? .owner : .editor
    case .deleteSection(let fields), .clear(let fields): fields.force ? .owner : .editor
    }
  }

  package var change: CommandChange { .board }

  package var waitsForChanges: Bool { true }

  package var cost: CostClass {
    switch self {
    case .insert, .edit, .insertSection, .moveSection, .renameSection: .edit
    case .delete(let fields): .edits(fields.items)
    case .move(let fields): .edits(fields.items)
    case .set(let fields): .edits(fields.items)
    case .deleteSection(let fields), .clear(let fields): .section(fields.section)
    }
  }

  package var repliesMuch: Bool { false }
}

extension BlockRequest {
  package var subject: CommandSubject {
    switch self {
    case .batch(let fields), .replace(let fields): .board(fields.board)
    }
  }

  package var role: Role? {
    switch self {
    case .batch(let fields): fields.force ? .owner : .editor
    case .replace: .owner
    }
  }

  package var change: CommandChange { .board }

  package var waitsForChanges: Bool { true }

  package var cost: CostClass { .rows }

  package var repliesMuch: Bool { false }
}

extension PolicyRequest {
  package var subject: CommandSubject { .board(board) }

  package var role: Role? { !values.isEmpty ? .owner : .viewer }

  package var change: CommandChange { !values.isEmpty ? .board : .nothing }

  package var waitsForChanges: Bool { true }

  package var cost: CostClass { .policies(target) }

  package var repliesMuch: Bool { true }
}

extension UndoRequest {
  package var subject: CommandSubject {
    switch self {
    case .undo(let fields), .redo(let fields): .board(fields.board)
    case .history(let fields): .board(fields.board)
    }
  }

  package var role: Role? {
    switch self {
    case .undo(let fields), .redo(let fields): fields.force ? .owner : .editor
    case .history: .viewer
    }
  }

  package var change: CommandChange {
    switch self {
    case .undo, .redo: .board
    case .history: .nothing
    }
  }

  package var waitsForChanges: Bool {
    switch self {
    case .undo, .redo: true
    case .history: false
    }
  }

  package var cost: CostClass {
    switch self {
    case .undo: .undo
    case .redo: .redo
    case .history(let fields): .history(from: fields.from, to: fields.to)
    }
  }

  package var repliesMuch: Bool {
    switch self {
    case .undo, .redo: false
    case .history: true
    }
  }
}

extension SelectionRequest {
  package var subject: CommandSubject {
    switch self {
    case .select(let fields): .board(fields.board)
    case .deselect(let fields): .board(fields.board)
    case .choose(let fields): .board(fields.board)
    }
  }

  package var role: Role? {
    switch self {
    case .select, .deselect: .viewer
    case .choose: .editor
    }
  }

  package var change: CommandChange { .selection }

  package var waitsForChanges: Bool { true }

  package var cost: CostClass {
    switch self {
    case .select(let fields): .items(fields.items)
    case .deselect(let fields): .selection(fields.items)
    case .choose: .edit
    }
  }

  package var repliesMuch: Bool { false }
}
