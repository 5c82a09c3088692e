import BoardAuthority
import BoardModel
import BoardWire

// The role that each command needs (`protocol/specification.md`, 17.2).

extension BoardRequest {
  var role: Role {
    switch self {
    case .create, .remove, .rename, .stats: .owner
    case .boards, .open, .close, .show, .who, .find: .viewer
    }
  }

  /// The boards that it needs the role on; none if it is about all boards.
  func boards(current: BoardName?) -> [BoardName] {
    switch self {
    case .boards, .stats: []
    case .create(let create): [create.board]
    case .rename(let rename): [rename.board, rename.name]
    case .show(let show): [show.board ?? current].compactMap(\.self)
    case .close(let close): [close.board ?? current].compactMap(\.self)
    case .remove, .open, .who, .find: [content].compactMap(\.self)
    }
  }
}

extension EditRequest {
  var role: Role { isForced ? .owner : .editor }

  private var isForced: Bool {
    switch self {
    case .delete(let delete): delete.force
    case .move(let move): move.force
    case .deleteSection(let delete): delete.force
    case .clear(let clear): clear.force
    case .insert, .edit, .insertSection, .moveSection, .renameSection: false
    }
  }
}

extension UndoRequest {
  var role: Role {
    switch self {
    case .undo(let undo), .redo(let undo): undo.force ? .owner : .editor
    case .history: .viewer
    }
  }

  var board: BoardName? {
    switch self {
    case .undo(let undo), .redo(let undo): undo.board
    case .history(let history): history.board
    }
  }
}

extension SelectionRequest {
  var role: Role {
    switch self {
    case .select, .deselect: .viewer
    // It can move or delete the item.
    case .choose: .editor
    }
  }
}

extension PolicyRequest {
  var role: Role { settings.isEmpty ? .viewer : .owner }
}

extension BlockRequest {
  var role: Role {
    switch self {
    case .batch(let head): head.force ? .owner : .editor
    case .replace: .owner
    }
  }
}

extension DragRequest {
  var role: Role {
    switch self {
    case .cancel(let cancel): cancel.force ? .owner : .editor
    case .drags: .viewer
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .resume,
      .dryrun:
      .editor
    }
  }

  /// The session that it names.
  var drag: SessionID? {
    switch self {
    case .add(let items), .remove(let items): items.drag
    case .addExternal(let add): add.drag
    case .propose(let propose): propose.drag
    case .exit(let drag), .perform(let drag): drag.drag
    case .cancel(let cancel): cancel.drag
    case .resume(let resume): resume.drag
    case .dryrun(let dryrun): dryrun.drag
    case .begin, .beginExternal, .drags: nil
    }
  }
}
