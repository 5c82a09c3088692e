import BoardModel

// Boards that are removed or renamed.

extension DragCoordinator {
  /// The clients that drag on a board: whose sessions began there or are over it. Each once, in the
  /// order in which their first such session began.
  ///
  /// - Complexity: O(sessions of the board).
  public func clientsDragging(on board: BoardName) -> [ClientName] {
    var seen = Set<ClientName>()
    return concerned(with: board).compactMap { sessions[$0]?.owner }.filter {
      seen.insert($0).inserted
    }
  }

  /// Follows a board that was removed with all its items: sessions that began there end as `gone`,
  /// sessions of other boards that are over it become `lost`.
  ///
  /// - Returns: The events to send, in the order in which the sessions began.
  public mutating func boardRemoved(_ name: BoardName, at now: Duration) -> [DragSessionEvent] {
    let events = concerned(with: name).flatMap { id -> [DragSessionEvent] in
      guard var session = session(id) else { return [] }
      guard session.load.board != name else { return end(session.id, .gone, at: now) }
      return [losePlace(of: &session, at: now)]
    }
    leases.remove(name)
    reservations.remove(name)
    changes.remove(name)
    return events
  }

  /// Lets sessions that are over another board lose their places where their owners may not know of it.
  ///
  /// - Parameter client: Whose roles may have changed; nil for everybody.
  /// - Returns: The events to send, in the order in which the sessions began.
  /// - Complexity: O(live sessions of those).
  public mutating func loseHiddenPlaces(
    of client: ClientName?, at now: Duration, mayView: (ClientName, BoardName) -> Bool
  ) -> [DragSessionEvent] {
    let hidden = live(of: client).filter { session in
      session.proposal?.board.map { !mayView(session.owner, $0) } ?? false
    }
    return hidden.map { session in
      var session = session
      return losePlace(of: &session, at: now)
    }
  }

  private mutating func losePlace(
    of session: inout DragSession, at now: Duration
  ) -> DragSessionEvent {
    session.reaim(nil)
    store(session, at: now)
    return session.event(.state(session.state), includesOwner: true)
  }

  /// Follows the renaming of a board: its live sessions, their leases, and the proposals of sessions that
  /// are over it. Remembered outcomes are unchanged.
  ///
  /// - Parameter new: A name that no session has.
  /// - Returns: The events to send: proposals of other boards' sessions have another board name now.
  public mutating func boardRenamed(_ old: BoardName, to new: BoardName) -> [DragSessionEvent] {
    var events: [DragSessionEvent] = []
    for id in concerned(with: old) {
      let isVisitor = sessions[id]!.load.board != old
      sessions[id]!.follow(old, renamed: new)
      guard isVisitor, let session = sessions[id] else { continue }
      events.append(session.event(.state(session.state), includesOwner: true))
    }
    begunOn.rename(old, to: new)
    visiting.rename(old, to: new)
    leases.rename(old, to: new)
    reservations.rename(old, to: new)
    changes.rename(old, to: new)
    return events
  }
}

extension DragSession {
  /// Replaces the name of a board in the session.
  fileprivate mutating func follow(_ old: BoardName, renamed new: BoardName) {
    rename(old, to: new)
    guard case .over(var hover) = aim, hover.destination.board == old else { return }
    hover.destination.board = new
    if hover.proposal.board != nil { hover.proposal.board = new }
    reaim(hover, isEvaluated: false)
  }
}
