import BoardAuthority
import BoardModel
import BoardWire

/// The live drag sessions of a hub, and the connections that drive them.
@usableFromInline package final class DragSessions {
  @exclusivity(unchecked) @usableFromInline var storage = DragCoordinator()
  /// The connection that last drove each live session, by the numbers of the sessions; it is sent how
  /// the session ends.
  @exclusivity(unchecked) package private(set) var drivers:
    [(session: SessionID, connection: ConnectionID)] = []

  /// Evaluates the drops of the sessions of a board again, and notes what changed by that.
  @exclusivity(unchecked) var onEvaluation: (LiveBoard) -> Void = { _ in }

  package init() {}

  /// Read and changed in place: a copy would retain all that it holds.
  @inlinable package var coordinator: DragCoordinator {
    _read { yield storage }
    _modify { yield &storage }
  }

  /// Evaluates the drops of the sessions of a board again if something changed since.
  ///
  /// Whatever is told about sessions is told behind it.
  package func evaluate(sessionsOf live: LiveBoard) {
    if !coordinator.isEvaluated(live.name) { onEvaluation(live) }
    assert(coordinator.isEvaluated(live.name), "an evaluation changes no board")
  }

  /// The access rules; nil if there are none.
  @exclusivity(unchecked) package var access: AccessRules?

  /// Whether others are not told what a session does on another board than its own (rule 17.4).
  var hidesForeignPlaces: Bool { access != nil }

  /// The live sessions that began on a board, as they are to be told.
  ///
  /// - Parameter client: Who is told; nil for all others than the owners.
  package func sessions(of live: LiveBoard, toldTo client: ClientName?) -> [DragSession] {
    evaluate(sessionsOf: live)
    return coordinator.sessions(of: live.name).map { visible($0, to: client) }
  }

  /// A live session as it is to be told.
  func session(_ id: SessionID, toldTo client: ClientName?) -> DragSession? {
    coordinator.session(id).map { visible($0, to: client) }
  }

  private func visible(_ session: DragSession, to client: ClientName?) -> DragSession {
    hides(sessionOf: session.owner, from: client) ? session.withoutForeignPlace : session
  }

  /// Whether a client is not told what a session of an owner does on another board than its own.
  func hides(sessionOf owner: ClientName, from client: ClientName?) -> Bool {
    guard hidesForeignPlaces, !PlantedBug.foreignPlaceShown.isPlanted else { return false }
    return owner != client || PlantedBug.ownerVeiled.isPlanted
  }

  /// The outcome of a session as a client is told it: for those who may not know of the board to which the
  /// items were copied, the session just ended.
  ///
  /// - Parameter client: Who is told; nil for all others than the owner.
  func visible(
    _ outcome: ReportedOutcome, ofSessionOf owner: ClientName, to client: ClientName?
  ) -> ReportedOutcome {
    guard let access, let board = outcome.foreignBoard else { return outcome }
    let isForeign = client.map { access.role(of: $0, on: board) == nil } ?? false
    return isForeign || hides(sessionOf: owner, from: client) ? .cancelled : outcome
  }

  func driver(of session: SessionID) -> ConnectionID? {
    let (index, isThere) = position(of: session)
    return isThere ? drivers[index].connection : nil
  }

  package func setDriver(_ connection: ClientConnection, of session: SessionID) {
    let (index, isThere) = position(of: session)
    if isThere {
      drivers[index].connection = connection.id
    } else {
      drivers.insert((session, connection.id), at: index)
    }
  }

  func forgetDriver(of session: SessionID) {
    let (index, isThere) = position(of: session)
    if isThere { drivers.remove(at: index) }
  }

  /// Where a session is in the list, or would be.
  private func position(of session: SessionID) -> (index: Int, isThere: Bool) {
    let index = drivers.partitionIndex { drivers[$0].session >= session }
    return (index, index < drivers.count && drivers[index].session == session)
  }
}
