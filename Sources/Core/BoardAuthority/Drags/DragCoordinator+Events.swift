import BoardModel

// Events around a session: rows 5, 10, 12 and 13.

extension DragCoordinator {
  /// Notes any command of a client: its sessions are not idle.
  public mutating func markActive(of client: ClientName, at now: Duration) {
    guard ofClient.sessionCount > 0 else { return }
    if let lastActivity, lastActivity.time == now, lastActivity.client == client { return }
    lastActivity = (client, now)
    for id in ofClient[client] {
      let place = sessions.index(forKey: id)!
      sessions.values[place].hear(at: now)
    }
  }

  /// Follows a client whose last connection closed: its sessions wait for it, or end as cancelled.
  ///
  /// - Parameter resumable: Whether the client gave a token by which it can be known again.
  public mutating func ownerDisconnected(
    _ client: ClientName, resumable: Bool, at now: Duration
  ) -> [DragSessionEvent] {
    ofClient[client].flatMap { id in
      resumable ? suspend(id, at: now) : end(id, .cancelled, at: now)
    }
  }

  /// Ends the sessions whose owners may not change the boards on which they began any more, as cancelled.
  ///
  /// - Parameter client: Whose roles may have changed; nil for everybody.
  /// - Complexity: O(live sessions of those).
  public mutating func rolesChanged(
    of client: ClientName?, at now: Duration, mayEdit: (ClientName, BoardName) -> Bool
  ) -> [DragSessionEvent] {
    live(of: client).filter { !mayEdit($0.owner, $0.load.board) }
      .flatMap { end($0.id, .cancelled, at: now) }
  }

  private mutating func suspend(_ id: SessionID, at now: Duration) -> [DragSessionEvent] {
    guard var session = session(id), session.suspend(at: now) else { return [] }
    expect(session)
    store(session, at: now)
    return [session.event(.suspended)]
  }

  /// Follows a change of a board: takes the items out of sessions that others moved or deleted.
  ///
  /// The drops over the board are evaluated again by `evaluate(over:)`, which is to be called before
  /// anybody is sent anything about a session. After a drop, call this when its session has ended.
  /// - Parameters:
  ///   - edits: The change. What it moves or deletes is out of any drag but the client's own.
  ///   - touched: The dragged items among those that the edits change, if another thread has found them.
  ///   - client: The client that made the change, or nil.
  /// - Returns: The events to send, session by session in the order they began.
  /// - Complexity: O(edits), and O(items) for each session that loses some; nothing without sessions.
  public mutating func boardChanged(
    _ versions: VersionedBoard, _ edits: [Edit], touching touched: TouchedItems? = nil,
    by client: ClientName?, at now: Duration
  ) -> [DragSessionEvent] {
    guard ofClient.sessionCount > 0 else { return [] }
    let touched = touched ?? leasedItems(on: versions.name).touched(by: edits, on: versions.board)
    let taken = lost(touched.removed, of: client, on: versions)
    for item in touched.withFields { fieldsChanged(of: item, on: versions.name) }
    changes.add(edits, to: versions.name, isOver: hasSessions(concerning: versions.name))
    return taken.keys.sorted().flatMap { lose(taken[$0]!, from: $0, at: now) }
  }

  /// Follows a change of a board's policies, as `boardChanged`.
  public mutating func policyChanged(_ versions: VersionedBoard) {
    changes.addPolicies(to: versions.name, isOver: hasSessions(concerning: versions.name))
  }

  /// The sessions that began on a board or are over it, in the order they began.
  func concerned(with board: BoardName) -> [SessionID] {
    let visitors = visiting[board]
    return visitors.isEmpty ? begunOn[board] : (begunOn[board] + visitors).sorted()
  }

  private func hasSessions(concerning board: BoardName) -> Bool {
    !begunOn[board].isEmpty || !visiting[board].isEmpty
  }

  private mutating func lose(
    _ taken: Set<ItemID>, from id: SessionID, at now: Duration
  ) -> [DragSessionEvent] {
    guard var session = session(id) else { return [] }
    session.lose(taken)
    leases.release(taken, on: session.load.board, of: id)
    guard session.outcome == nil else { return store(session, at: now) }
    store(session, at: now)
    if let board = session.boardBelow { changes.expectSession(over: board) }
    return [session.event(.items(session.load.items, added: nil), includesOwner: true)]
  }

  /// Follows an item that may have other fields, which the section below its session may ask for.
  private mutating func fieldsChanged(of item: ItemID, on board: BoardName) {
    guard let id = leases.holder(of: item, on: board), let below = sessions[id]?.boardBelow else {
      return
    }
    sessions[id]!.expectOtherFields()
    changes.expectSession(over: below)
  }

  /// The items that sessions lose of those that edits remove: those that are gone from the board, and those that another
  /// client moved or deleted.
  private func lost(
    _ removed: [ItemID], of client: ClientName?, on versions: VersionedBoard
  ) -> [SessionID: Set<ItemID>] {
    var lost: [SessionID: Set<ItemID>] = [:]
    for item in removed {
      guard let holder = leaseHolder(of: item, on: versions.name) else { continue }
      guard holder.owner != client || !versions.board.contains(item) else { continue }
      lost[holder.id, default: []].insert(item)
    }
    return lost
  }
}

// The owner and the home board of a session.

extension DragCoordinator {
  /// The live session that a command names, or else the only one of its client; nil if there is none.
  public func session(_ id: SessionID?, orOnlyOf client: ClientName) -> DragSession? {
    if let id { return session(id) }
    let own = ofClient[client]
    return own.count == 1 ? sessions[own[0]] : nil
  }

  /// The board on which the session of a command began, or nil if there is no such session.
  public func home(of id: SessionID?, client: ClientName) -> BoardName? {
    guard let id else {
      let own = ofClient[client]
      return own.count == 1 ? sessions[own[0]]?.load.board : nil
    }
    guard let session = sessions[id], session.outcome == nil else { return nil }
    return session.load.board
  }

  /// The items of the live session that a command names, or of all sessions of its client.
  public func itemCount(of id: SessionID?, orAllOf client: ClientName) -> Int {
    if let id { return sessions[id]?.load.items.count ?? 0 }
    return ofClient[client].reduce(0) { $0 + sessions[$1]!.load.items.count }
  }

  /// Makes sure that there is the live session of a command.
  ///
  /// - Parameter client: Whose it must be; nil for anybody's.
  /// - Throws: What concerns the session.
  public func requireSession(
    _ id: SessionID?, of client: ClientName?, at now: Duration
  ) throws(Refusal) {
    if let id, client == nil {
      try session(known: id, at: now).requireActive()
    } else if let client {
      try session(id, of: client, at: now).requireActive()
    }
  }

  /// The board on which a session began that lives or whose outcome is remembered, and its owner.
  public func origin(of id: SessionID) -> (board: BoardName, owner: ClientName)? {
    sessions[id].map { ($0.load.board, $0.owner) }
  }

  /// Transfers the live sessions of a guest to the client that it turned out to be.
  ///
  /// - Throws: `limit` of `client-sessions`, and nothing has changed then.
  public mutating func transfer(
    from guest: ClientName, to client: ClientName
  ) throws(Refusal) {
    let given = ofClient[guest]
    guard given.count + ofClient[client].count <= Limits.clientSessions else {
      throw .exceeded(.clientSessions)
    }
    lastActivity = nil
    for id in given {
      assert(
        sessions[id]?.owner == guest && sessions[id]?.outcome == nil, "lists have live sessions")
      ofClient.remove(id, for: guest)
      ofClient.insert(id, for: client)
      sessions[id]!.owner = client
    }
  }
}

// The invariants of the coordinator, checked by the simulator after each step.

extension DragCoordinator {
  /// What is wrong with the leases and the sessions, or nil if everything is consistent.
  ///
  /// - Complexity: O(live sessions and their items).
  package func inconsistency(on boards: VersionedBoards) -> String? {
    for id in ofClient.all.sorted() {
      guard let session = session(id) else { return "\(id) is listed and has ended" }
      guard begunOn[session.load.board].contains(id) else { return "\(id) is in one list" }
      if let text = inconsistency(of: session, on: boards) { return text }
    }
    guard live.count(where: \.isReduced) == reducedSessions else {
      return "\(reducedSessions) sessions are counted as reduced, and others are"
    }
    for (board, items) in leases.all {
      for (item, id) in items where session(id)?.load.items.contains(item) != true {
        return "\(item) on \(board) is leased to \(id), which does not carry it"
      }
    }
    for (board, items) in reservations.all {
      for (item, id) in items where session(id)?.load.parcel(of: item) == nil {
        return "\(item) on \(board) is reserved for \(id), which does not carry it"
      }
    }
    return nil
  }

  /// How a session ended, as long as that is remembered.
  package func outcome(of id: SessionID) -> SessionOutcome? { sessions[id]?.outcome }

  /// The sessions of the dragged items of a board.
  package func leases(on board: BoardName) -> [ItemID: SessionID] { leases.all[board] ?? [:] }

  private func inconsistency(of session: DragSession, on boards: VersionedBoards) -> String? {
    guard let versions = boards[session.load.board] else {
      return "\(session.id) is on a board that is gone"
    }
    for item in session.load.items where session.load.parcel(of: item) != nil {
      guard reservations.holder(of: item, on: session.load.board) == session.id else {
        return "\(session.id) carries \(item) without a reservation"
      }
    }
    for item in session.load.items where session.load.parcel(of: item) == nil {
      guard leases.holder(of: item, on: session.load.board) == session.id else {
        return "\(session.id) carries \(item) without a lease"
      }
      guard versions.board.indexPath(of: item) != nil else {
        return "\(session.id) carries \(item), which is not on the board"
      }
    }
    return nil
  }
}
