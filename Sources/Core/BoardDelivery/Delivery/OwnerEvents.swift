import BoardAuthority
import BoardModel
import BoardWire

/// What owners are owed of their sessions on boards that they do not watch (rule 7.7).
///
/// Only what the owner knows is stored of what changed: what is sent is written from the session as it is
/// then, if that is something else. So an owner that reads nothing costs constant memory.
package struct OwnerEvents {
  /// What the owner knows of a session.
  enum Known {
    case items([ItemID])
    case state(DragState)
  }

  /// What changed about a session since its owner was last sent something about it.
  struct Owed {
    /// The board on which the session began.
    let board: LiveBoard
    /// The items that the owner knows, if they have changed.
    var items: [ItemID]?
    /// The state that the owner knows, if it has changed.
    var state: DragState?
    var outcome: ReportedOutcome?
    /// Whether all connections of the owner are owed it, as far as there are others.
    var isShared = false
  }

  /// No value is empty.
  private var owed: [ConnectionID: [SessionID: Owed]] = [:]
  /// When owners were last sent something.
  var lastSent: Duration?

  var isEmpty: Bool { owed.isEmpty }

  /// The connections that are owed something, in the order of their numbers.
  var connections: [ConnectionID] { owed.keys.sorted { $0.number < $1.number } }

  func contains(_ connection: ConnectionID) -> Bool { owed[connection] != nil }

  /// Notes an event of a session that its owner is told.
  ///
  /// - Parameters:
  ///   - former: What the session was in front of it, which the owner knows unless it is owed it.
  ///   - isShared: Whether it is noted for all connections of the owner.
  mutating func note(
    _ event: DragSessionEvent, of board: LiveBoard, instead former: Known?,
    for connection: ConnectionID, isShared: Bool
  ) {
    var session = owed[connection]?[event.session] ?? Owed(board: board)
    session.isShared = isShared
    if case .ended(let outcome) = event.kind { session.outcome = ReportedOutcome(outcome) }
    switch former {
    case .items(let items): session.items = session.items ?? items
    case .state(let state): session.state = session.state ?? state
    case nil where session.outcome == nil: return
    case nil: break
    }
    owed[connection, default: [:]][event.session] = session
  }

  /// Notes what another connection of the owner was owed of a session, and takes no more.
  mutating func note(_ former: Owed, of id: SessionID, for connection: ConnectionID) {
    var session = owed[connection]?[id] ?? former
    session.items = session.items ?? former.items
    session.state = session.state ?? former.state
    session.outcome = former.outcome ?? session.outcome
    session.isShared = true
    owed[connection, default: [:]][id] = session
  }

  /// Notes that a connection is of another client from now on, whose other connections know nothing of
  /// the sessions that ended before.
  package mutating func adopt(_ connection: ConnectionID) {
    for (id, session) in owed[connection] ?? [:] where session.outcome != nil {
      owed[connection]?[id]?.isShared = true
    }
  }

  /// Notes that a reply tells the connection the same.
  mutating func answered(_ event: DragSessionEvent, to connection: ConnectionID) {
    guard var session = owed[connection]?[event.session] else { return }
    switch event.kind {
    case .items: session.items = nil
    case .state: session.state = nil
    case .resumed: (session.items, session.state) = (nil, nil)
    case .ended: return drop(event.session, for: connection)
    case .began, .suspended: return
    }
    guard session.items != nil || session.state != nil else {
      return drop(event.session, for: connection)
    }
    owed[connection]?[event.session] = session
  }

  /// Whether a connection is to be told the items of a session.
  func owesItems(of session: DragSession, to connection: ConnectionID) -> Bool {
    owed[connection]?[session.id]?.items.map { $0 != session.load.items } ?? false
  }

  /// Forgets what a connection is owed of a session whose end a reply tells it.
  package mutating func drop(_ session: SessionID, for connection: ConnectionID) {
    owed[connection]?[session] = nil
    if owed[connection]?.isEmpty == true { owed[connection] = nil }
  }

  /// The boards of the sessions of which a connection is owed something.
  func boards(of connection: ConnectionID) -> [LiveBoard] {
    (owed[connection] ?? [:]).values.map(\.board)
  }

  /// Removes and returns what a connection is owed.
  mutating func remove(_ connection: ConnectionID) -> [SessionID: Owed] {
    owed.removeValue(forKey: connection) ?? [:]
  }

  /// Notes that a board to which sessions were copied has another name.
  package mutating func rename(_ old: BoardName, to new: BoardName) {
    for (connection, sessions) in owed {
      for (session, value) in sessions {
        guard case .copied(let revision, old?) = value.outcome else { continue }
        owed[connection]?[session]?.outcome = .copied(revision: revision, board: new)
      }
    }
  }
}
