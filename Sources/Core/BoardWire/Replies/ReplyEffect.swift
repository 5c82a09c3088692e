import BoardModel

/// What a reply says to a client, whatever its verb.
public enum ReplyEffect: Hashable, Sendable {
  /// Nothing that changes a client's copy of a board.
  case nothing
  case named(ClientName)
  /// The connection is for another space than that of its greeting.
  case entered(SpaceReply)
  case opened(OpenReply)
  case closed(BoardName)
  case drag(SessionID, OwnSessionUpdate)
  /// Everything that the client has selected.
  case selection(SelectReply)
  /// A change of a board, which a batch reports.
  case edited(revision: Int)
}

/// What a reply says of a session of the client.
public enum OwnSessionUpdate: Hashable, Sendable {
  case began([ItemID])
  /// The items that the session has now, of which the last may be new, from outside.
  case items([ItemID])
  /// The items that are left; without any the session ended as cancelled.
  case left([ItemID])
  case proposed(DropProposal)
  case exited
  case resumed([ItemID], DragState)
  case ended(SessionOutcome)
}

extension SessionOutcome {
  @inlinable var speaksOfBoard: Bool {
    switch self {
    case .moved, .copied, .unchanged: true
    case .cancelled, .forbidden, .expired, .gone, .shutdown: false
    }
  }
}
