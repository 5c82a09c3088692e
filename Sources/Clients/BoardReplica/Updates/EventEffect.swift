import BoardModel
import BoardWire

/// What an event changes in a client's copy. A client acts on it, so that it need not know each event.
public enum EventEffect: Hashable, Sendable {
  case drag(SessionID, SessionUpdate)
  case selection(SelectedEvent)
  case policy(PolicyEvent)
  case types(FieldTypes, BoardName)
  case removed(BoardName)
  case renamed(BoardName, to: BoardName)
  case role(Role, BoardName)
  case closing(ByeEvent)
  case nothing
}

/// What an event changes about a drag session.
public enum SessionUpdate: Hashable, Sendable {
  case began(BeganEvent)
  /// The last item may be new, from outside.
  case items([ItemID], DragParcel?)
  case state(DragState)
  case suspended(Bool)
  case ended(ReportedOutcome)
}

extension Event {
  public var effect: EventEffect {
    switch self {
    case .began(let began): .drag(began.drag, .began(began))
    case .items(let changed): .drag(changed.drag, .items(changed.items, changed.external))
    case .over(let over): .drag(over.drag, .state(.over(over.proposal)))
    case .lifted(let lifted): .drag(lifted.drag, .state(.lifted))
    case .lost(let lost): .drag(lost.drag, .state(.lost))
    case .suspended(let suspended): .drag(suspended.drag, .suspended(true))
    case .resumed(let resumed): .drag(resumed.drag, .suspended(false))
    case .ended(let ended): .drag(ended.drag, .ended(ended.outcome))
    case .selected(let selected): .selection(selected)
    case .policy(let policy): .policy(policy)
    case .fields(let types): .types(FieldTypes(words: types.fields), types.board)
    case .removed(let removed): .removed(removed.board)
    case .renamed(let renamed): .renamed(renamed.board, to: renamed.to)
    case .role(let changed): .role(changed.role, changed.board)
    case .ping: .nothing
    case .bye(let goodbye): .closing(goodbye)
    }
  }
}

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
