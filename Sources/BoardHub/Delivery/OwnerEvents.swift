import BoardAuthority
import BoardModel
import BoardWire

/// What owners are owed of their sessions on boards that they do not watch (rule 7.7).
///
/// As for watchers, only that something changed is stored: what is sent is written from the session as
/// it is then. So an owner that reads nothing costs constant memory.
struct OwnerEvents {
  /// What changed about a session since its owner was last sent something about it.
  struct Owed {
    /// The board on which the session began.
    let board: LiveBoard
    var hasItems = false
    var hasState = false
    var outcome: ReportedOutcome?
  }

  /// No value is empty.
  private var owed: [ConnectionID: [SessionID: Owed]] = [:]
  /// When owners were last sent something.
  var lastSent: Duration?

  var isEmpty: Bool { owed.isEmpty }

  /// The connections that are owed something, in the order of their numbers.
  var connections: [ConnectionID] { owed.keys.sorted { $0.number < $1.number } }

  func contains(_ connection: ConnectionID) -> Bool { owed[connection] != nil }

  mutating func note(_ event: DragSessionEvent, of board: LiveBoard, for connection: ConnectionID) {
    var session = owed[connection]?[event.session] ?? Owed(board: board)
    switch event.kind {
    case .items: session.hasItems = true
    case .state: session.hasState = true
    case .ended(let outcome): session.outcome = ReportedOutcome(outcome)
    case .began, .suspended, .resumed: return
    }
    owed[connection, default: [:]][event.session] = session
  }

  /// Notes that a reply tells the connection the same.
  mutating func answered(_ event: DragSessionEvent, to connection: ConnectionID) {
    guard var session = owed[connection]?[event.session] else { return }
    switch event.kind {
    case .items: session.hasItems = false
    case .state: session.hasState = false
    case .resumed: (session.hasItems, session.hasState) = (false, false)
    case .ended: return drop(event.session, for: connection)
    case .began, .suspended: return
    }
    guard session.hasItems || session.hasState else { return drop(event.session, for: connection) }
    owed[connection]?[event.session] = session
  }

  /// Whether a connection is to be told the items of a session.
  func owesItems(of session: SessionID, to connection: ConnectionID) -> Bool {
    owed[connection]?[session]?.hasItems ?? false
  }

  /// Forgets what a connection is owed of a session whose end a reply tells it.
  mutating func drop(_ session: SessionID, for connection: ConnectionID) {
    owed[connection]?[session] = nil
    if owed[connection]?.isEmpty == true { owed[connection] = nil }
  }

  /// Removes and returns what a connection is owed.
  mutating func remove(_ connection: ConnectionID) -> [SessionID: Owed] {
    owed.removeValue(forKey: connection) ?? [:]
  }

  /// Notes that a board to which sessions were copied has another name.
  mutating func rename(_ old: BoardName, to new: BoardName) {
    for (connection, sessions) in owed {
      for (session, value) in sessions {
        guard case .copied(let revision, old?) = value.outcome else { continue }
        owed[connection]?[session]?.outcome = .copied(revision: revision, board: new)
      }
    }
  }
}
