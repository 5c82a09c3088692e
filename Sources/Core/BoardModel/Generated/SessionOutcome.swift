// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

/// How a drag session ended. Final: a session has one outcome.
public enum SessionOutcome: Hashable, Sendable {
  /// Dropped as a move: the revision, and the path of the first item after it.
  case moved(revision: Int, path: IndexPath)
  /// Dropped as a copy; `board` is the board of the place, if it is not that of the session.
  case copied(revision: Int, board: BoardName?, path: IndexPath)
  /// Dropped at the place that the items had already: no batch and no revision.
  case unchanged(revision: Int, path: IndexPath)
  /// Put back.
  case cancelled
  /// Dropped where it was not possible then.
  case forbidden(reason: DropReason)
  /// Idle, lived or suspended for too long.
  case expired
  /// Other clients moved or deleted all its items.
  case gone
  /// The server ended.
  case shutdown
}
