/// The verbs of version 1, as `protocol/lines.md` lists them.
public enum Verb: String, CaseIterable, Hashable, Sendable {
  case help, hello, ping, quit
  case boards, create
  case removeBoard = "remove-board"
  case renameBoard = "rename-board"
  case open, close, show, who, find
  case begin
  case beginExternal = "begin-external"
  case add
  case addExternal = "add-external"
  case remove, propose, exit, perform, cancel, resume, dryrun, drags
  case insert, delete, move, edit
  case insertSection = "insert-section"
  case deleteSection = "delete-section"
  case moveSection = "move-section"
  case renameSection = "rename-section"
  case clear, batch, replace, policy
  case undo, redo, history
  case select, deselect, choose
}

/// A part of the protocol that a server has as a whole or not at all.
public enum Profile: String, CaseIterable, Hashable, Sendable {
  case core, edit, drag, undo, select, people
}

extension Verb {
  /// The profile that the verb belongs to.
  public var profile: Profile {
    switch self {
    case .hello, .ping, .quit, .boards, .create, .open, .close, .batch, .replace: .core
    case .insert, .delete, .move, .edit, .insertSection, .deleteSection, .moveSection,
      .renameSection, .clear, .removeBoard, .renameBoard:
      .edit
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .cancel,
      .resume, .dryrun, .drags, .policy:
      .drag
    case .undo, .redo, .history: .undo
    case .select, .deselect, .choose: .select
    case .help, .show, .who, .find: .people
    }
  }

  /// Whether lines follow the command, up to a line `end`.
  public var beginsBlock: Bool { self == .batch || self == .replace }
}
