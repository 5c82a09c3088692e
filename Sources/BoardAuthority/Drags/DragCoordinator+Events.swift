import BoardModel

// Events around a session: rows 5, 10, 12 and 13.

extension DragCoordinator {
  /// Notes any command of a client: its sessions are not idle.
  public mutating func noteActivity(of client: ClientName, at now: Duration) {
    guard ofClient.sessionCount > 0 else { return }
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

  private mutating func suspend(_ id: SessionID, at now: Duration) -> [DragSessionEvent] {
    guard var session = session(id), session.suspend(at: now) else { return [] }
    expect(session)
    store(session, at: now)
    return [session.event(.suspended)]
  }

  /// Follows a change of a board: maps the gaps that sessions are over, removes the items
  /// that others moved or deleted, and evaluates their drops again.
  ///
  /// Call it after every change, with the board as it is after it. After a drop, call it when its
  /// session has ended.
  /// - Parameters:
  ///   - edits: The change. What it moves or deletes is out of any drag but the client's own.
  ///   - client: The client that made the change, or nil.
  /// - Returns: The events to send, session by session in the order they began.
  /// - Complexity: O(edits) for each session over the board; nothing without sessions.
  public mutating func boardChanged(
    _ versions: VersionedBoard, _ edits: [Edit], by client: ClientName?,
    in versionedBoards: VersionedBoards,
    at now: Duration
  ) -> [DragSessionEvent] {
    guard ofClient.sessionCount > 0 else { return [] }
    let taken = removedItems(by: edits, of: client, on: versions)
    return concerned(with: versions.name).flatMap { id in
      follow(edits, on: versions, losing: taken[id] ?? [], id, in: versionedBoards, at: now)
    }
  }

  /// Follows a change of a board's policies: evaluates again the drops of the sessions that are over it.
  public mutating func policyChanged(_ versions: VersionedBoard, at now: Duration)
    -> [DragSessionEvent]
  {
    concerned(with: versions.name).flatMap { id in
      follow([], on: versions, losing: [], id, in: [versions.name: versions], at: now)
    }
  }

  /// The sessions that began on a board or are over it, in the order they began.
  func concerned(with board: BoardName) -> [SessionID] {
    let visitors = visiting[board]
    return visitors.isEmpty ? begunOn[board] : (begunOn[board] + visitors).sorted()
  }

  private mutating func follow(
    _ edits: [Edit], on versions: VersionedBoard, losing taken: Set<ItemID>, _ id: SessionID,
    in versionedBoards: VersionedBoards, at now: Duration
  ) -> [DragSessionEvent] {
    guard var session = session(id), !taken.isEmpty || session.boardBelow == versions.name else {
      return []
    }
    var events: [DragSessionEvent] = []
    if !taken.isEmpty {
      session.lose(taken)
      leases.release(taken, on: session.load.board, of: id)
      guard session.outcome == nil else { return store(session, at: now) }
      events.append(session.event(.items(session.load.items, added: nil), includesOwner: true))
    }
    if taken.isEmpty, session.isUntouched(by: edits, on: versions) { return events }
    events += session.reevaluate(after: edits, on: versions.name, in: versionedBoards)
    store(session, at: now)
    return events
  }

  /// The leased items that sessions lose by edits: those that are gone from the
  /// board, and those that another client moved or deleted.
  private func removedItems(
    by edits: [Edit], of client: ClientName?, on versions: VersionedBoard
  ) -> [SessionID: Set<ItemID>] {
    guard !leases.isEmpty(on: versions.name) else { return [:] }
    var taken: [SessionID: Set<ItemID>] = [:]
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

extension DragSession {
  /// Whether a change does not touch the section of the place, so that the proposal is the same.
  ///
  /// - Parameter edits: The change; empty if policies changed.
  fileprivate func isUntouched(by edits: [Edit], on versions: VersionedBoard) -> Bool {
    guard !edits.isEmpty, case .over(let hover) = aim, hover.destination.board == versions.name,
      let place = hover.destination.path(on: versions.board)
    else { return false }
    return edits.allSatisfy { edit in
      switch edit {
      case .insertItem(_, let path), .deleteItem(_, let path): path.section != place.section
      case .moveItem(_, let source, let destination):
        source.section != place.section && destination.section != place.section
      case .reloadItem, .reloadSection: true
      case .insertSection, .deleteSection, .moveSection: false
      }
    }
  }

  /// Evaluates the place it is over once more, carried over what happened on a board.
  ///
  /// - Returns: The events to send, if the proposal changed.
  mutating func reevaluate(
    after edits: [Edit] = [], on board: BoardName? = nil, in versionedBoards: VersionedBoards
  ) -> [DragSessionEvent] {
    guard case .over(let old) = aim, let versions = versionedBoards[old.destination.board] else {
      return []
    }
    let evaluator = DropEvaluator(load: load, asked: old.asked, versions: versions)
    let edits = board == versions.name ? edits : []
    let new = evaluator.reevaluate(old, after: edits)
    reaim(new)
    return new?.proposal == old.proposal ? [] : [event(.state(state), includesOwner: true)]
  }
}

extension DropEvaluator {
  /// The same place and operation after some edits, or nil if the place is gone.
  ///
  /// - Complexity: O(edits) if no items of the drag are in the section of the place, before or after;
  ///   else O(edits · items of the drag).
  func reevaluate(_ old: DragSession.Hover, after edits: [Edit]) -> DragSession.Hover? {
    let hasOwn =
      old.ownCount > 0 || edits.isEmpty || !old.destination.staysInSection
      || !edits.allSatisfy(leavesOwnItems)
    var destination = old.destination
    guard
      destination.carry(
        over: edits, to: versions.board, without: { hasOwn ? own(in: $0) : [] })
    else { return nil }
    let hover = hover(over: destination, hasOwn: hasOwn)
    assert(hover == self.hover(over: destination), "no item of the drag came into the section")
    return hover
  }

  /// Whether an edit surely brings no item of the drag into another section.
  private func leavesOwnItems(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(let item, _), .deleteItem(let item, _): !load.group.contains(item.id)
    case .moveItem(let id, _, _): !load.group.contains(id)
    case .reloadItem: true
    case .insertSection, .deleteSection, .moveSection, .reloadSection: false
    }
  }
}
