/// The verbs of version 1, as `protocol/verbs.md` lists them.
public enum Verb: String, CaseIterable, Hashable, Sendable {
  case help, hello, ping, quit
  case boards, create, open, close, show, who
  case begin, add, remove, propose, exit, perform, cancel, resume, dryrun, drags
  case insert, delete, move, edit
  case insertSection = "insert-section"
  case deleteSection = "delete-section"
  case moveSection = "move-section"
  case renameSection = "rename-section"
  case clear, batch, replace, policy
  case undo, redo, history
  case select, deselect, choose
}
