// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardWire

extension Reply {
  /// What a client's copy takes from the reply, whatever its verb.
  public var effect: ReplyEffect {
    switch self {
    case .help, .ping, .quit, .boards, .create, .removeBoard, .renameBoard, .show, .who, .find,
      .rows, .where, .stats, .dryrun, .drags, .policy, .fields, .history, .choose, .refused, .error:
      .nothing
    case .hello(let fields): .named(fields.client)
    case .space(let fields): .entered(fields)
    case .open(let fields): .opened(fields)
    case .close(let fields): .closed(fields.board)
    case .begin(let fields), .beginExternal(let fields): .drag(fields.drag, .began(fields.items))
    case .add(let fields), .addExternal(let fields): .drag(fields.drag, .items(fields.items))
    case .remove(let fields): .drag(fields.drag, .left(fields.items))
    case .propose(let fields): .drag(fields.drag, .proposed(fields.proposal))
    case .exit(let fields): .drag(fields.drag, .exited)
    case .perform(let fields), .cancel(let fields): .drag(fields.drag, .ended(fields.outcome))
    case .resume(let fields): .drag(fields.drag, .resumed(fields.items, fields.state))
    case .insert(let fields), .edit(let fields): .edited(revision: fields.revision)
    case .delete(let fields), .set(let fields): .edited(revision: fields.revision)
    case .move(let fields): .edited(revision: fields.revision)
    case .insertSection(let fields), .moveSection(let fields), .renameSection(let fields):
      .edited(revision: fields.revision)
    case .deleteSection(let fields): .edited(revision: fields.revision)
    case .clear(let fields): .edited(revision: fields.revision)
    case .batch(let fields), .replace(let fields): .edited(revision: fields.revision)
    case .undo(let fields), .redo(let fields): .edited(revision: fields.revision)
    case .select(let fields), .deselect(let fields): .selection(fields)
    }
  }
}
