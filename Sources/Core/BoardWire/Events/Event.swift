import BoardModel

/// Something that a server sends without being asked, apart from batches and snapshots.
public enum Event: Hashable, Sendable {
  case began(Began)
  case items(ItemsChanged)
  case over(Over)
  case lifted(SessionID)
  case lost(SessionID)
  case suspended(SessionID)
  case resumed(SessionID)
  case ended(SessionID, ReportedOutcome)
  case selected(Selected)
  case policy(PolicyChanged)
  case removed(BoardName)
  case renamed(BoardName, to: BoardName)
  case role(RoleChanged)
  /// The server has sent nothing else for as long as the client asked for.
  case ping
  case bye(Goodbye)

  /// The event that says where a drag is.
  public init(_ drag: SessionID, _ state: DragState) {
    switch state {
    case .lifted: self = .lifted(drag)
    case .lost: self = .lost(drag)
    case .over(let proposal): self = .over(Over(drag, proposal))
    }
  }
}

/// What an event changes in a client's copy. A client acts on it, so that it need not know each event.
public enum EventEffect: Hashable, Sendable {
  case drag(SessionID, SessionUpdate)
  case selection(Event.Selected)
  case policy(Event.PolicyChanged)
  case removed(BoardName)
  case renamed(BoardName, to: BoardName)
  case role(Role, BoardName)
  case closing(Goodbye)
  case nothing
}

/// What an event changes about a drag session.
public enum SessionUpdate: Hashable, Sendable {
  case began(Event.Began)
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
    case .lifted(let drag): .drag(drag, .state(.lifted))
    case .lost(let drag): .drag(drag, .state(.lost))
    case .suspended(let drag): .drag(drag, .suspended(true))
    case .resumed(let drag): .drag(drag, .suspended(false))
    case .ended(let drag, let outcome): .drag(drag, .ended(outcome))
    case .selected(let selected): .selection(selected)
    case .policy(let policy): .policy(policy)
    case .removed(let board): .removed(board)
    case .renamed(let board, let name): .renamed(board, to: name)
    case .role(let changed): .role(changed.role, changed.board)
    case .ping: .nothing
    case .bye(let goodbye): .closing(goodbye)
    }
  }
}

/// The kinds of event, in the order of `protocol/lines.md`.
enum EventKind: String, CaseIterable {
  /// Of a drag: the word behind `drag` and its session.
  case began, items, over, lifted, lost, suspended, resumed, ended
  case selected, policy, removed, renamed, role, ping, bye

  /// The first word of the line.
  var firstWord: String { isOfDrag ? "drag" : rawValue }

  var isOfDrag: Bool {
    switch self {
    case .began, .items, .over, .lifted, .lost, .suspended, .resumed, .ended: true
    case .selected, .policy, .removed, .renamed, .role, .ping, .bye: false
    }
  }

  /// Names the parts of an event of this kind, to be read or described.
  func event<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> Event {
    switch self {
    case .began: return .began(try .init(&line, from: nil))
    case .items: return .items(try .init(&line, from: nil))
    case .over: return .over(try .init(&line, from: nil))
    case .lifted: return .lifted(try DragEvent(&line, named: "lifted").drag)
    case .lost: return .lost(try DragEvent(&line, named: "lost").drag)
    case .suspended: return .suspended(try DragEvent(&line, named: "suspended").drag)
    case .resumed: return .resumed(try DragEvent(&line, named: "resumed").drag)
    case .ended:
      let ended = try DragEnded(&line, from: nil)
      return .ended(ended.drag, ended.outcome)
    case .selected: return .selected(try .init(&line, from: nil))
    case .policy: return .policy(try .init(&line, from: nil))
    case .removed: return .removed(try BoardReply(&line, from: nil).board)
    case .renamed:
      let renamed = try BoardRequest.Rename(&line, from: nil)
      return .renamed(renamed.board, to: renamed.name)
    case .role: return .role(try .init(&line, from: nil))
    case .ping: return .ping
    case .bye: return .bye(try .init(&line, from: nil))
    }
  }
}

extension WireBuffer {
  /// Appends an event with its line end.
  public mutating func append(_ event: Event) {
    switch event {
    case .began(let began): line("drag", began)
    case .items(let items): line("drag", items)
    case .over(let over): line("drag", over)
    case .lifted(let drag): line("drag", DragEvent(drag, "lifted"))
    case .lost(let drag): line("drag", DragEvent(drag, "lost"))
    case .suspended(let drag): line("drag", DragEvent(drag, "suspended"))
    case .resumed(let drag): line("drag", DragEvent(drag, "resumed"))
    case .ended(let drag, let outcome): line("drag", DragEnded(drag, outcome))
    case .selected(let selected): line("selected", selected)
    case .policy(let policy): line("policy", policy)
    case .removed(let board): line("removed", BoardReply(board))
    case .renamed(let board, let name): line("renamed", BoardRequest.Rename(board, to: name))
    case .role(let role): line("role", role)
    case .ping: line("ping", NoFields())
    case .bye(let goodbye): line("bye", goodbye)
    }
  }
}
