import BoardModel

/// Something about a drag session that those who watch its board are to be told.
public struct DragNotice: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The session began with this load.
    case began(DragLoad)
    /// The items of the session now. `added` is what the last of them brings, if it was just
    /// brought from outside.
    case items([ItemID], added: DragParcel?)
    /// Where the session is now.
    case state(DragState)
    case suspended
    case resumed
    case ended(SessionOutcome)
  }

  public let session: SessionID
  public let owner: ClientName
  /// The board the session began on, whose watchers are told.
  public let board: BoardName
  public let kind: Kind
  /// Whether the owner, too, is told. What it did itself is in its reply, but for the end.
  public let tellsOwner: Bool
}

extension DragSession {
  func notice(_ kind: DragNotice.Kind, tellsOwner: Bool = false) -> DragNotice {
    DragNotice(
      session: id, owner: owner, board: load.board, kind: kind, tellsOwner: tellsOwner)
  }
}
