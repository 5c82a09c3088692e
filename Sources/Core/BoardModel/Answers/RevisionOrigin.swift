/// How a revision was made.
public enum RevisionOrigin: Hashable, Sendable {
  /// By a command of its author.
  case command
  /// By a drop of this drag session.
  case drag(SessionID)
  /// By undoing the revision with this number.
  case undo(of: Int)
  /// By undoing the undo that is the revision with this number.
  case redo(of: Int)
}
