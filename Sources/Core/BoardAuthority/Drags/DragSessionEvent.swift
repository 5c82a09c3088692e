import BoardModel

/// An event of a drag session, to be sent to the watchers of its board.
public struct DragSessionEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The session began with this load.
    case began(DragLoad)
    /// The items of the session now. `added` is what the last of them brings, if it was just
    /// brought from outside.
    case items([ItemID], added: DragParcel?)
    /// The state of the session now.
    case state(DragState)
    case suspended
    case resumed
    case ended(SessionOutcome)
  }

  public let session: SessionID
  public let owner: ClientName
  /// The board the session began on; its watchers get the event.
  public let board: BoardName
  public let kind: Kind
  /// Whether the owner gets the event too. Of its own commands it gets the reply, and this for the end.
  public let includesOwner: Bool
}

extension DragSession {
  func event(_ kind: DragSessionEvent.Kind, includesOwner: Bool = false) -> DragSessionEvent {
    DragSessionEvent(
      session: id, owner: owner, board: load.board, kind: kind, includesOwner: includesOwner)
  }
}
