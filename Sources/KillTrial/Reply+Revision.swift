import BoardWire

extension Reply {
  /// The revision that an edit, an undo or a redo produced.
  package var editedRevision: Int? {
    switch self {
    case .insert(let reply), .edit(let reply): reply.revision
    case .delete(let reply): reply.revision
    case .move(let reply): reply.revision
    case .insertSection(let reply), .moveSection(let reply), .renameSection(let reply):
      reply.revision
    case .deleteSection(let reply): reply.revision
    case .clear(let reply): reply.revision
    case .batch(let reply), .replace(let reply): reply.revision
    case .undo(let reply), .redo(let reply): reply.revision
    default: nil
    }
  }
}
