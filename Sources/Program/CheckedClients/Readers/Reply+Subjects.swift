import BoardModel
import BoardWire

extension Reply {
  /// The revision that an edit, an undo or a redo produced.
  package var editedRevision: Int? {
    if case .edited(let revision) = effect { revision } else { nil }
  }

  /// The session that its client drives by the command.
  package var drivenSession: SessionID? {
    switch self {
    case .begin(let session), .beginExternal(let session), .add(let session),
      .addExternal(let session):
      session.drag
    case .remove(let session): session.drag
    case .propose(let reply): reply.drag
    case .exit(let session): session.drag
    case .resume(let reply): reply.drag
    default: nil
    }
  }
}
