import BoardModel

/// All drag sessions of a server: their owners, items, places and deadlines.
///
/// Every input is one function. It throws a refusal and changes nothing, or makes its changes and
/// returns the events to send, in order. Time is `now`, which never goes back; call `expire(now:)`
/// before anything else at that time. A command without a session is for the client's only live one.
///
/// - Invariant: An item is leased to at most one session, and that session lives and carries it.
/// - Invariant: A session that began ends once. The last `outcomes` outcomes are remembered, each for
///   `Limits.outcomeMemory`.
public struct DragCoordinator: ~Copyable, Sendable {
  /// The maximum number of remembered outcomes.
  static let outcomes = Limits.outcomes

  typealias Sessions = [SessionID: DragSession]

  /// The live sessions, and the ended ones whose outcome is remembered.
  var sessions: Sessions = [:]
  var leases = LeaseTable()
  /// The ids that items from outside have got, until they are dropped or put back.
  var reservations = LeaseTable()
  /// Live sessions in the order they began: of a client, begun on a board, and over a board that
  /// they did not begin on.
  var ofClient = SessionLists<ClientName>()
  var begunOn = SessionLists<BoardName>()
  var visiting = SessionLists<BoardName>()
  private var ended = EndedSessions()
  /// The items from outside that live sessions carry, whose texts nobody else has.
  private(set) var externalItems = 0
  /// The live sessions out of which items were taken, by whomever.
  public private(set) var reducedSessions = 0
  /// The number of the newest session.
  public private(set) var lastNumber = 0
  /// The highest number that was given before the last start of the server.
  private var firstNumber = 0
  /// The known outcomes of the sessions before that start that dropped something.
  private var pastOutcomes: [SessionID: SessionOutcome] = [:]
  private(set) var deadlines = Deadlines<SessionID>()
  var changes = PendingChanges()
  /// The last activity that was noted for the sessions of its client.
  var lastActivity: (client: ClientName, time: Duration)?

  public init() {}
}

// Queries.

extension DragCoordinator {
  /// The live session with an id, or nil.
  public func session(_ id: SessionID) -> DragSession? {
    sessions[id].flatMap { $0.outcome == nil ? $0 : nil }
  }

  /// The live sessions that began on a board, in the order they began.
  public func sessions(of board: BoardName) -> [DragSession] {
    begunOn[board].map { sessions[$0]! }
  }

  /// The live sessions of a client, in the order they began.
  public func sessions(ownedBy client: ClientName) -> [DragSession] {
    ofClient[client].map { sessions[$0]! }
  }

  /// The session that holds an item, or nil.
  public func leaseHolder(of item: ItemID, on board: BoardName) -> DragSession? {
    leases.holder(of: item, on: board).flatMap { sessions[$0] }
  }

  /// Makes sure that no other client drags these items, before a client moves or deletes them.
  ///
  /// - Throws: `leased`, for the first of them that another client drags.
  public func requireFree(
    _ items: some Sequence<ItemID>, on board: BoardName, for client: ClientName, at now: Duration
  ) throws(Refusal) {
    guard !leases.isEmpty(on: board) else { return }
    for item in items { try requireFree(item, on: board, for: client, at: now) }
  }

  /// Makes sure that these edits move or delete nothing that another client drags.
  ///
  /// - Throws: `leased`, for the first such item.
  public func requireFree(
    _ edits: [Edit], on board: BoardName, for client: ClientName, at now: Duration
  ) throws(Refusal) {
    guard !leases.isEmpty(on: board) else { return }
    for edit in edits {
      try edit.forEachRemovedItem { item throws(Refusal) in
        try requireFree(item, on: board, for: client, at: now)
      }
    }
  }

  /// Makes sure that no client drags the item, except this one.
  func requireFree(
    _ item: ItemID, on board: BoardName, for client: ClientName? = nil, at now: Duration
  ) throws(Refusal) {
    guard let holder = leaseHolder(of: item, on: board), holder.owner != client,
      client == nil || !PlantedBug.leaseNotChecked.isPlanted
    else { return }
    let rest = (holder.deadline ?? now) - now
    throw .leased(item, by: holder.owner, drag: holder.id, duration: .seconds(rest.wholeSeconds))
  }

  /// The time at which `expire(now:)` is to be called, or nil if no session lives. It may be a
  /// little early.
  public var nextDeadline: Duration? { ofClient.sessionCount > 0 ? deadlines.first?.time : nil }
}

// Begin and end of a session.

extension DragCoordinator {
  /// The session that a command of its owner is about.
  ///
  /// - Throws: `unknownSession`, `notOwner`; `noSession` or `severalSessions` if it is not named.
  func session(
    _ id: SessionID?, of client: ClientName, at now: Duration
  ) throws(Refusal) -> DragSession {
    sessions.values[try position(of: id, of: client, at: now)]
  }

  /// Where the session is that a command of its owner is about; until the next session begins or
  /// is forgotten.
  ///
  /// - Throws: As `session`.
  func position(
    of id: SessionID?, of client: ClientName, at now: Duration
  ) throws(Refusal) -> Sessions.Index {
    guard let id else {
      let own = ofClient[client]
      guard let only = own.first else { throw .noSession }
      guard own.count == 1 else { throw .severalSessions(own) }
      return sessions.index(forKey: only)!
    }
    let position = try position(known: id, at: now)
    let owner = sessions.values[position].owner
    guard owner == client else { throw .notOwner(owner, drag: id) }
    return position
  }

  /// The session with an id, live or not.
  ///
  /// - Throws: `unknownSession`.
  func session(known id: SessionID, at now: Duration) throws(Refusal) -> DragSession {
    sessions.values[try position(known: id, at: now)]
  }

  private func position(known id: SessionID, at now: Duration) throws(Refusal) -> Sessions.Index {
    guard let position = sessions.index(forKey: id),
      sessions.values[position].isRemembered(at: now)
    else {
      guard id.number <= firstNumber else { throw .unknownSession(id) }
      throw .sessionEnded(id, ending: pastOutcomes[id] ?? .shutdown)
    }
    return position
  }

  /// Skips the numbers that were given before the last start of the server.
  public mutating func reserveNumbers(upTo number: Int) {
    precondition(sessions.isEmpty, "numbers are skipped before the first session")
    if PlantedBug.sessionNumbersReused.isPlanted { return }
    lastNumber = number
    firstNumber = number
  }

  /// Sets the outcomes of sessions before the last start of the server. All others ended as `shutdown`.
  public mutating func restoreOutcomes(_ past: [SessionID: SessionOutcome]) {
    pastOutcomes = past
  }

  mutating func enter(_ client: ClientName, _ load: DragLoad, at now: Duration) -> DragSession {
    lastNumber += 1
    assert(sessions[SessionID(lastNumber)] == nil, "a session has a new number")
    let session = DragSession(SessionID(lastNumber), of: client, carrying: load, at: now)
    keep(session, at: now)
    return session
  }

  /// Stores a session that is new here.
  private mutating func keep(_ session: DragSession, at now: Duration) {
    expect(session)
    ofClient.insert(session.id, for: session.owner)
    begunOn.insert(session.id, for: session.load.board)
    store(session, at: now)
  }

  /// Stores a session and updates the lists, the leases and the deadlines; returns the event of its end.
  @discardableResult
  mutating func store(_ session: DragSession, at now: Duration) -> [DragSessionEvent] {
    guard let outcome = session.outcome else {
      let old = sessions.updateValue(session, forKey: session.id)
      externalItems += session.load.externalCount - (old?.load.externalCount ?? 0)
      reducedSessions += (session.isReduced ? 1 : 0) - (old?.isReduced == true ? 1 : 0)
      follow(session.id, of: session.load.board, from: old?.boardBelow, to: session.boardBelow)
      return []
    }
    return end(session.id, outcome, at: now)
  }

  /// Notes that a session that began on the board `home` is over another board now.
  mutating func follow(
    _ id: SessionID, of home: BoardName, from old: BoardName?, to new: BoardName?
  ) {
    guard old != new else { return }
    if let old, old != home { visiting.remove(id, for: old) }
    if let new, new != home { visiting.insert(id, for: new) }
  }

  /// Ends a live session: it has no items and no place any more. Returns the event.
  mutating func end(
    _ id: SessionID, _ outcome: SessionOutcome, at now: Duration
  ) -> [DragSessionEvent] {
    // A copy of the session would retain all that it holds.
    guard let position = sessions.index(forKey: id),
      let old = sessions.values[position].end(outcome, at: now)
    else { return [] }
    externalItems -= old.load.externalCount
    if old.isReduced { reducedSessions -= 1 }
    follow(id, of: old.load.board, from: old.boardBelow, to: nil)
    if !PlantedBug.leaseNotFreed.isPlanted {
      release(old.load.items, of: old.load, from: id)
    }
    ofClient.remove(id, for: old.event.owner)
    begunOn.remove(id, for: old.load.board)
    assert(ofClient.sessionCount == begunOn.sessionCount, "a live session is in both lists")
    ended.add(id, at: now)
    forgetEnded(at: now)
    return [old.event]
  }

  private mutating func forgetEnded(at now: Duration) {
    while let id = ended.removeFirst(keeping: Self.outcomes, at: now) {
      assert(sessions[id]?.outcome != nil, "a live session is not forgotten")
      sessions[id] = nil
    }
  }

  /// Ends every session whose deadline has passed as expired, and removes old outcomes.
  ///
  /// - Complexity: O(1) if no deadline has passed, else O(log sessions) for each that has.
  public mutating func expire(now: Duration) -> [DragSessionEvent] {
    forgetEnded(at: now)
    var over: Set<SessionID> = []
    while let (_, id) = deadlines.removeFirst(until: now) {
      guard let session = session(id), let deadline = session.deadline else { continue }
      if deadline <= now { over.insert(id) } else { deadlines.insert(id, at: deadline) }
    }
    return over.sorted().flatMap { end($0, .expired, at: now) }
  }

  /// Schedules a live session's deadline.
  mutating func expect(_ session: DragSession) {
    guard let deadline = session.deadline else { return }
    // Entries of ended sessions stay; if they are the majority, the heap is rebuilt without them.
    if deadlines.count > 2 * ofClient.sessionCount + 64 {
      deadlines = Deadlines()
      for id in ofClient.all {
        if let deadline = sessions[id]?.deadline { deadlines.insert(id, at: deadline) }
      }
    }
    deadlines.insert(session.id, at: deadline)
  }

  /// The live sessions, in the order they began.
  public var live: [DragSession] { ofClient.all.sorted().compactMap { sessions[$0] } }

  /// The live sessions of a client, or of all.
  func live(of client: ClientName?) -> [DragSession] {
    if let client { sessions(ownedBy: client) } else { live }
  }

  /// Forgets a live session with which another server goes on: nobody is told of an end.
  public mutating func handOver(_ id: SessionID, at now: Duration) {
    _ = end(id, .shutdown, at: now)
  }

  /// Goes on with a session of another server. It is suspended, and over no place.
  ///
  /// - Parameter load: Its items, on a board that is loaded.
  /// - Returns: What those who watch the board are to be told; nothing if the session cannot be one of that server,
  ///   which is not taken over then.
  public mutating func takeOver(
    _ id: SessionID, of owner: ClientName, carrying load: DragLoad, at now: Duration
  ) -> [DragSessionEvent] {
    guard sessions[id] == nil, id.number <= lastNumber, !load.items.isEmpty,
      load.isExternal || load.items.allSatisfy({ leases.holder(of: $0, on: load.board) == nil })
    else { return [] }
    var session = DragSession(id, of: owner, carrying: load, at: now)
    let began = session.event(.began(load))
    _ = session.suspend(at: now)
    keep(session, at: now)
    acquire(load.items, of: load, for: id)
    return [began, session.event(.suspended)]
  }

  /// Ends every live session, because the server stops.
  public mutating func shutdown(at now: Duration) -> [DragSessionEvent] {
    let live = ofClient.all.sorted()
    defer { deadlines = Deadlines() }
    return live.flatMap { end($0, .shutdown, at: now) }
  }
}

extension Duration {
  /// The seconds, rounded up.
  fileprivate var wholeSeconds: Int {
    let (seconds, rest) = components
    return Int(seconds) + (rest > 0 ? 1 : 0)
  }
}
