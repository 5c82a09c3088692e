import BoardModel
import BoardWire

// The boards that commands name.

extension BoardRequest {
  /// The board whose content the command needs, if it names one.
  var content: BoardName? {
    switch self {
    case .boards, .create, .stats: nil
    case .remove(let remove): remove.board
    case .rename(let rename): rename.board
    case .open(let open): open.board
    case .close(let close): close.board
    case .show(let show): show.board
    case .who(let who): who.board
    case .find(let find): find.board
    }
  }
}

extension BoardRequest {
  /// The board that the command removes or renames.
  var changed: BoardName? {
    switch self {
    case .remove(let remove): remove.board
    case .rename(let rename): rename.board
    case .boards, .create, .open, .close, .show, .who, .find, .stats: nil
    }
  }
}

extension DragRequest {
  /// The board whose content the command needs, if it names one.
  var content: BoardName? {
    switch self {
    case .begin(let begin): begin.board
    case .beginExternal(let begin): begin.board
    case .propose(let propose): propose.board
    case .dryrun(let dryrun): dryrun.board
    case .drags(let drags): drags.board
    case .add, .addExternal, .remove, .exit, .perform, .cancel, .resume: nil
    }
  }
}

extension EditRequest {
  /// The board whose content the command needs, if it names one.
  var content: BoardName? {
    switch self {
    case .insert(let insert): insert.board
    case .delete(let delete): delete.board
    case .move(let move): move.board
    case .edit(let edit): edit.board
    case .insertSection(let insert): insert.board
    case .deleteSection(let delete): delete.board
    case .moveSection(let move): move.board
    case .renameSection(let rename): rename.board
    case .clear(let clear): clear.board
    }
  }
}

extension SelectionRequest {
  /// The board whose content the command needs, if it names one.
  var content: BoardName? {
    switch self {
    case .select(let select): select.board
    case .deselect(let deselect): deselect.board
    case .choose(let choose): choose.board
    }
  }
}

extension Request {
  /// The board that the command names, if any.
  var board: BoardName? {
    switch self {
    case .connection: nil
    case .board(let request): request.content
    case .drag(let request): request.content
    case .edit(let request): request.content
    case .block(let request): request.head.board
    case .policy(let request): request.board
    case .undo(let request): request.board
    case .selection(let request): request.content
    }
  }
}
