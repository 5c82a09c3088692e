import BoardModel

// Proposing, performing and cancelling: rows 3, 4 and 6 to 9, 11 and 15.

extension DragCoordinator {
  /// Asks what a drop at a place would do, and stays over it.
  ///
  /// - Parameter versions: The board of the place.
  /// - Throws: `badPath`, `destinationGone`, `futureRevision`, `revisionTooOld`;
  ///   what concerns the session.
  /// - Complexity: O(items) if the section asks for their fields.
  public mutating func propose(
    _ operation: DropOperation? = nil, at place: Place, on versions: VersionedBoard,
    with id: SessionID? = nil, by client: ClientName, in versionedBoards: VersionedBoards,
    at now: Duration
  ) throws(Refusal) -> (session: SessionID, proposal: DropProposal, events: [DragSessionEvent]) {
    let position = try position(of: id, of: client, at: now)
    let session = sessions.values[position]
    try session.requireActive()
    let evaluator = DropEvaluator(
      load: session.load, asked: operation, versions: versions, in: versionedBoards)
    let destination = try evaluator.destination(place)
    let hover = try evaluator.evaluate(destination)
    try sessions.values[position].propose(hover, after: changes.head, at: now)
    follow(session.id, of: session.load.board, from: session.boardBelow, to: versions.name)
    return (session.id, hover.proposal, [session.event(.state(.over(hover.proposal)))])
  }

  /// Leaves the place the session is over, if any.
  ///
  /// - Throws: What concerns the session.
  public mutating func exit(
    _ id: SessionID? = nil, by client: ClientName, at now: Duration
  ) throws(Refusal) -> (session: SessionID, events: [DragSessionEvent]) {
    var session = try session(id, of: client, at: now)
    let isChanged = try session.exit()
    session.hear(at: now)
    store(session, at: now)
    return (session.id, isChanged ? [session.event(.state(session.state))] : [])
  }

  /// Performs the drop: the session ends, and the drop is a revision of the board of the place, the one
  /// that the outcome has.
  ///
  /// The caller sends the revision first and then the end.
  /// - Parameter wallTime: Milliseconds since the beginning of 1970, UTC.
  /// - Throws: `destinationGone` or `itemsGone` if others moved or deleted the place or the items,
  ///   `limit` of `items`; refusals of the session. The session is live then.
  @_spi(Changes) public mutating func perform(
    _ id: SessionID? = nil, by author: Author, in versionedBoards: VersionedBoards,
    at now: Duration, wallTime: Int
  ) throws(Refusal) -> Performance {
    var session = try session(id, of: author.name, at: now)
    _ = evaluate(&session, in: versionedBoards)
    guard let hover = try session.hoverForDrop() else {
      return Performance(session: session.id, .cancelled, end(session.id, .cancelled, at: now))
    }
    let versions = versionedBoards[hover.destination.board]!
    let evaluator = DropEvaluator(
      load: session.load, asked: hover.asked, versions: versions, in: versionedBoards)
    let proposal = hover.proposal
    assert(hover == evaluator.hover(over: hover.destination), "a proposal is up to date")
    switch proposal.verdict {
    case .denied(let reason):
      let outcome: SessionOutcome = reason.isTemporary ? .forbidden(reason: reason) : .cancelled
      return Performance(session: session.id, outcome, end(session.id, outcome, at: now))
    case .allowed(let operation):
      let note = RevisionNote(author: author, time: wallTime, origin: .drag(session.id))
      var dropped: Drop?
      let revision = try versions.transact(note) { transaction in
        dropped = evaluator.drop(operation, at: proposal.path, in: &transaction)
      }
      let outcome = dropped!.outcome(
        changing: revision != nil, at: versions.revision, board: proposal.board)
      return Performance(
        session: session.id, outcome, end(session.id, outcome, at: now), dropped, revision)
    }
  }

  /// The result of a drop.
  public struct Performance {
    public let session: SessionID
    public let outcome: SessionOutcome
    /// What was dropped, if anything was.
    public let drop: Drop?
    /// The revision; nil if nothing changed.
    public let revision: Revision?
    public let events: [DragSessionEvent]

    init(
      session: SessionID, _ outcome: SessionOutcome, _ events: [DragSessionEvent],
      _ drop: Drop? = nil,
      _ revision: Revision? = nil
    ) {
      self.session = session
      self.outcome = outcome
      self.drop = drop
      self.revision = revision
      self.events = events
    }
  }

  /// Ends a session without a drop. If it has ended already, this returns the outcome again.
  ///
  /// - Parameter force: Whether it may be the session of another client.
  /// - Throws: `unknownSession`, `notOwner`, `noSession`, `severalSessions`.
  public mutating func cancel(
    _ id: SessionID? = nil, by client: ClientName, force: Bool = false, at now: Duration
  ) throws(Refusal) -> (session: SessionID, outcome: SessionOutcome, events: [DragSessionEvent]) {
    let session: DragSession
    if let id, force {
      session = try self.session(known: id, at: now)
    } else {
      session = try self.session(id, of: client, at: now)
    }
    if let outcome = session.outcome { return (session.id, outcome, []) }
    return (session.id, .cancelled, end(session.id, .cancelled, at: now))
  }

  /// Resumes a suspended session.
  ///
  /// Its drop must have been evaluated after all changes.
  /// - Returns: The session, and the events to send.
  /// - Throws: `unknownSession`, `notOwner`, `notSuspended`, `sessionEnded`.
  public mutating func resume(
    _ id: SessionID, by client: ClientName, at now: Duration
  ) throws(Refusal) -> (session: DragSession, events: [DragSessionEvent]) {
    var session = try session(id, of: client, at: now)
    try session.resume(at: now)
    store(session, at: now)
    // The reply says all of it.
    let events: [DragSessionEvent.Kind] = [
      .resumed, .items(session.load.items, added: nil), .state(session.state),
    ]
    return (session, events.map { session.event($0) })
  }
}

// Dry runs.

extension DragCoordinator {
  /// What a drop of a live session's items would do, whoever owns it, and the batch that it would
  /// make. Changes nothing.
  ///
  /// - Throws: `unknownSession`, `sessionEnded`, `sessionSuspended`; as `propose` for the place.
  public func dryrun(
    _ operation: DropOperation? = nil, at place: Place, on versions: VersionedBoard,
    with id: SessionID?, by client: ClientName, in versionedBoards: VersionedBoards,
    at now: Duration
  ) throws(Refusal) -> (proposal: DropProposal, batch: BatchUpdate) {
    let session: DragSession
    if let id {
      session = try self.session(known: id, at: now)
    } else {
      session = try self.session(nil, of: client, at: now)
    }
    try session.requireActive()
    return try tryOut(session.load, operation, at: place, on: versions, in: versionedBoards)
  }

  /// What a drop of these items, picked up now, would do, and the batch that it would make. Changes
  /// nothing, and needs no lease.
  ///
  /// - Throws: As `begin` for the items, except for `not-draggable`, leases and sessions; as `propose` for
  ///   the place.
  public func dryrun(
    _ operation: DropOperation? = nil, at place: Place, on versions: VersionedBoard,
    items references: ItemReferences
  ) throws(Refusal) -> (proposal: DropProposal, batch: BatchUpdate) {
    let items = try versions.resolve(references)
    try requireSize(items.count)
    let load = DragLoad(items, on: versions.name)
    return try tryOut(load, operation, at: place, on: versions, in: [versions.name: versions])
  }

  private func tryOut(
    _ load: DragLoad, _ asked: DropOperation?, at place: Place, on versions: VersionedBoard,
    in versionedBoards: VersionedBoards
  ) throws(Refusal) -> (proposal: DropProposal, batch: BatchUpdate) {
    let evaluator = DropEvaluator(
      load: load, asked: asked, versions: versions, in: versionedBoards)
    let proposal = try evaluator.evaluate(evaluator.destination(place)).proposal
    guard case .allowed(let operation) = proposal.verdict else { return (proposal, BatchUpdate()) }
    var batch = BatchUpdate()
    try versions.preview { transaction in
      _ = evaluator.drop(operation, at: proposal.path, in: &transaction)
      batch = Composition(transaction.edits).batch(content: transaction.board)
    }
    return (proposal, batch)
  }
}

extension DropEvaluator {
  /// The place that a command means.
  ///
  /// - Throws: As `Destination`.
  fileprivate func destination(_ place: Place) throws(Refusal) -> Destination {
    try Destination(place, on: versions, without: own)
  }

  /// Evaluates a drop.
  ///
  /// - Throws: `destinationGone`.
  fileprivate func evaluate(_ destination: Destination) throws(Refusal) -> DragSession.Hover {
    guard let hover = hover(over: destination) else {
      throw .destinationGone(destination.words)
    }
    return hover
  }
}

extension Drop {
  /// How a session ends with this, on a board that is at a revision afterwards.
  func outcome(changing: Bool, at revision: Int, board: BoardName?) -> SessionOutcome {
    guard changing else { return .unchanged(revision: revision, path: path) }
    return switch operation {
    case .move: .moved(revision: revision, path: path)
    case .copy: .copied(revision: revision, board: board, path: path)
    }
  }
}
