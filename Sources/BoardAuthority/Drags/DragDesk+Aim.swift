import BoardModel

// Being over a place, and letting go: rows 3, 4 and 6 to 9, 11 and 15.

extension DragDesk {
  /// Asks what a drop at a place would do, and stays over it.
  ///
  /// - Parameter ground: The board of the place.
  /// - Throws: `badPath`, `destinationGone`, `notAContainer`, `futureRevision`, `revisionTooOld`;
  ///   what concerns the session.
  public mutating func propose(
    _ operation: DropOperation? = nil, at place: Place, on ground: DropGround,
    with id: SessionID? = nil, by client: ClientName, at now: Duration
  ) throws(Refusal) -> (session: SessionID, proposal: DropProposal, notices: [DragNotice]) {
    var session = try session(id, of: client, at: now)
    try session.held()
    let judge = DropJudge(load: session.load, asked: operation, ground: ground)
    let destination = try judge.destination(place)
    let proposal = try judge.judge(destination)
    try session.propose(
      DragSession.Hover(asked: operation, destination: destination, proposal: proposal))
    session.hear(at: now)
    store(session, at: now)
    return (session.id, proposal, [session.notice(.state(session.state))])
  }

  /// Leaves the place the session is over, if any.
  ///
  /// - Throws: What concerns the session.
  public mutating func exit(
    _ id: SessionID? = nil, by client: ClientName, at now: Duration
  ) throws(Refusal) -> (session: SessionID, notices: [DragNotice]) {
    var session = try session(id, of: client, at: now)
    let isChanged = try session.exit()
    session.hear(at: now)
    store(session, at: now)
    return (session.id, isChanged ? [session.notice(.state(session.state))] : [])
  }

  /// Lets go: the session ends, and its board holds what it dropped.
  ///
  /// The caller makes the edits of the drop one revision, the one that the outcome names, tells of
  /// them and only then of the end.
  /// - Returns: The drop, or nil where there is none. Its edits are empty if all stays as it is.
  /// - Throws: `destinationGone` or `itemsGone` if others took what the owner wanted to drop or
  ///   where, `limit` of `items`; what concerns the session. It then lives on.
  public mutating func perform(
    _ id: SessionID? = nil, by client: ClientName, in grounds: DropGrounds, at now: Duration
  ) throws(Refusal) -> Performance {
    let session = try session(id, of: client, at: now)
    guard let hover = try session.letGo() else {
      return Performance(session: session.id, .cancelled, end(session, .cancelled, at: now))
    }
    let ground = grounds[hover.destination.board]!
    let judge = DropJudge(load: session.load, asked: hover.asked, ground: ground)
    let proposal = try judge.judge(hover.destination)
    switch proposal.verdict {
    case .denied(let reason):
      let outcome: SessionOutcome = reason.isTemporary ? .forbidden(reason) : .cancelled
      return Performance(session: session.id, outcome, end(session, outcome, at: now))
    case .allowed(let operation):
      let home = proposal.board == nil ? ground : grounds[session.load.board]!
      let drop = try judge.drop(operation, at: proposal.path, from: home)
      let outcome = drop.outcome(after: ground.log.head, board: proposal.board)
      return Performance(session: session.id, outcome, end(session, outcome, at: now), drop)
    }
  }

  /// What letting go comes to.
  public struct Performance: Hashable, Sendable {
    public let session: SessionID
    public let outcome: SessionOutcome
    /// What to change, where something is dropped.
    public let drop: Drop?
    public let notices: [DragNotice]

    init(
      session: SessionID, _ outcome: SessionOutcome, _ notices: [DragNotice], _ drop: Drop? = nil
    ) {
      self.session = session
      self.outcome = outcome
      self.drop = drop
      self.notices = notices
    }
  }

  /// Ends a session without a drop. Of one that has ended, this tells the outcome once more.
  ///
  /// - Parameter force: Whether it may be somebody else's session.
  /// - Throws: `unknownSession`, `notOwner`, `noSession`, `severalSessions`.
  public mutating func cancel(
    _ id: SessionID? = nil, by client: ClientName, force: Bool = false, at now: Duration
  ) throws(Refusal) -> (session: SessionID, outcome: SessionOutcome, notices: [DragNotice]) {
    let session: DragSession
    if let id, force {
      session = try self.session(known: id, at: now)
    } else {
      session = try self.session(id, of: client, at: now)
    }
    if let outcome = session.outcome { return (session.id, outcome, []) }
    return (session.id, .cancelled, end(session, .cancelled, at: now))
  }

  /// Goes on with a suspended session.
  ///
  /// - Returns: Where the session is now, and whether it is short.
  /// - Throws: `unknownSession`, `notOwner`, `notSuspended`, `sessionEnded`.
  public mutating func resume(
    _ id: SessionID, by client: ClientName, at now: Duration
  ) throws(Refusal) -> (state: DragState, isShort: Bool, notices: [DragNotice]) {
    var session = try session(id, of: client, at: now)
    try session.resume(at: now)
    store(session, at: now)
    return (session.state, session.isShort, [session.notice(.resumed)])
  }
}

// Trying out.

extension DragDesk {
  /// What a drop of a live session's items would do, whoever owns it. Changes nothing.
  ///
  /// - Throws: `unknownSession`, `sessionEnded`, `sessionSuspended`; as `propose` for the place.
  public func dryrun(
    _ operation: DropOperation? = nil, at place: Place, on ground: DropGround,
    with id: SessionID?, by client: ClientName, in grounds: DropGrounds, at now: Duration
  ) throws(Refusal) -> (proposal: DropProposal, drop: Drop?) {
    let session: DragSession
    if let id {
      session = try self.session(known: id, at: now)
    } else {
      session = try self.session(nil, of: client, at: now)
    }
    try session.held()
    return try tryOut(session.load, operation, at: place, on: ground, in: grounds)
  }

  /// What a drop of these items, picked up now, would do. Changes nothing, and needs no lease.
  ///
  /// - Throws: As `begin` for the items, but for leases and sessions; as `propose` for the place.
  public func dryrun(
    _ operation: DropOperation? = nil, at place: Place, on ground: DropGround,
    items references: ItemReferences
  ) throws(Refusal) -> (proposal: DropProposal, drop: Drop?) {
    let items = try ground.resolve(references)
    try requireSize(items.count)
    let load = DragLoad(items, on: ground.name)
    return try tryOut(load, operation, at: place, on: ground, in: [ground.name: ground])
  }

  private func tryOut(
    _ load: DragLoad, _ asked: DropOperation?, at place: Place, on ground: DropGround,
    in grounds: DropGrounds
  ) throws(Refusal) -> (proposal: DropProposal, drop: Drop?) {
    let judge = DropJudge(load: load, asked: asked, ground: ground)
    let proposal = try judge.judge(judge.destination(place))
    guard case .allowed(let operation) = proposal.verdict else { return (proposal, nil) }
    let number = ground.board.nextItemNumber
    defer { ground.board.nextItemNumber = number }
    let drop = try judge.drop(operation, at: proposal.path, from: grounds[load.board]!)
    ground.board.apply(drop.edits.inverse)
    return (proposal, drop)
  }
}

extension DropJudge {
  /// The place that a command means.
  ///
  /// - Throws: As `Destination`.
  fileprivate func destination(_ place: Place) throws(Refusal) -> Destination {
    try Destination(place, on: ground, without: own)
  }

  /// Judges a drop.
  ///
  /// - Throws: `destinationGone`.
  fileprivate func judge(_ destination: Destination) throws(Refusal) -> DropProposal {
    guard let proposal = proposal(for: destination) else {
      throw .destinationGone(destination.words)
    }
    return proposal
  }
}

extension Drop {
  /// How a session ends with this, on a board that stood at `head` before it.
  func outcome(after head: Int, board: BoardName?) -> SessionOutcome {
    if edits.isEmpty { return .unchanged(revision: head, path: path) }
    return switch operation {
    case .move: .moved(revision: head + 1, path: path)
    case .copy: .copied(revision: head + 1, board: board, path: path)
    }
  }
}
