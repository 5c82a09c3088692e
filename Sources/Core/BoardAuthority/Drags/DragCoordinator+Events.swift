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
  ///   - client: The client that made the change, or nil.
  /// - Returns: The events to send, session by session in the order they began.
  /// - Complexity: O(edits), and O(items) for each session that loses some; nothing without sessions.
  public mutating func boardChanged(
    _ versions: VersionedBoard, _ edits: [Edit], by client: ClientName?, at now: Duration
  ) -> [DragSessionEvent] {
    guard ofClient.sessionCount > 0 else { return [] }
    let taken = removedItems(by: edits, of: client, on: versions)
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

  /// The leased items that sessions lose by edits: those that are gone from the
  /// board, and those that another client moved or deleted.
  private func removedItems(
    by edits: [Edit], of client: ClientName?, on versions: VersionedBoard
  ) -> [SessionID: Set<ItemID>] {
    guard !leases.isEmpty(on: versions.name) else { return [:] }
    var taken: [SessionID: Set<ItemID>] = [:]
    // A whole section may have very many items, few of which are dragged.
    if edits.count == 1, case .deleteSection = edits[0] {
      for item in leases.items(on: versions.name) where !versions.board.contains(item) {
        guard let holder = leaseHolder(of: item, on: versions.name) else { continue }
        taken[holder.id, default: []].insert(item)
      }
      return taken
    }
    for edit in edits {
      edit.forEachRemovedItem { item in
        guard let holder = leaseHolder(of: item, on: versions.name) else { return }
        guard holder.owner != client || !versions.board.contains(item) else { return }
        taken[holder.id, default: []].insert(item)
      }
    }
    return taken
  }
}
