import BoardAuthority
import BoardModel
import BoardWire

/// What connections are to be sent, and when. Source: `protocol/core.md`, section 7.
///
/// Replies and events are written to the outboxes of connections. At the end of a turn each connection
/// gets one write, and the subscribers of each changed board get one batch that they share.
package final class Delivery {
  package let clock: HubClock
  package let roster: Roster
  let boards: BoardDirectory
  let drags: DragSessions
  package let budget: TurnBudget
  let jobs: JobQueue

  /// The connections that have something to be sent this turn.
  @exclusivity(unchecked) private var listed: [ClientConnection] = []
  /// The boards of which some subscriber may not be at the head.
  @exclusivity(unchecked) private var dirty: [LiveBoard] = []
  @exclusivity(unchecked) private(set) var heartbeats = Heartbeats()
  @exclusivity(unchecked) var formerNames = FormerNames()
  @exclusivity(unchecked) package var owners = OwnerEvents()
  /// The role of a client on a board; nil if there are no access rules.
  @exclusivity(unchecked) package var role: (Client, BoardName) -> Role? = { _, _ in nil }
  @exclusivity(unchecked) private var schedule: FlushSchedule
  /// The number of turns so far, this one included.
  @exclusivity(unchecked) private(set) var turn: TurnNumber = 1
  /// The time of the end of the turn.
  @exclusivity(unchecked) private(set) var turnTime: TurnTime = 0
  @exclusivity(unchecked) private var ending = Ending.none

  private enum Ending {
    case none
    /// Everyone is to be sent `bye` for this reason at the end of this turn.
    case asked(Bye)
    case sent
  }

  package init(
    _ cadence: Cadence, clock: HubClock, roster: Roster, boards: BoardDirectory,
    drags: DragSessions, budget: TurnBudget, jobs: JobQueue
  ) {
    self.clock = clock
    self.roster = roster
    self.boards = boards
    self.drags = drags
    self.budget = budget
    self.jobs = jobs
    schedule = FlushSchedule(cadence)
    drags.onEvaluation = { [unowned self] in evaluate(sessionsOf: $0) }
  }

  private func evaluate(sessionsOf live: LiveBoard) {
    note(drags.coordinator.evaluate(sessionsOf: live.name, in: boards.versioned, at: clock.now))
  }

  /// Lets time pass. Drag sessions that are overdue end before anything else happens.
  package func advance(to time: Duration) {
    clock.advance(to: time)
    note(drags.coordinator.expire(now: time))
  }

  // MARK: Outboxes

  /// Writes to a connection, behind what it is to be sent already.
  ///
  /// Boards that the connection knows by former names are renamed first, whatever is written.
  package func write(to connection: ClientConnection, _ body: (inout Outbox) -> Void) {
    if !formerNames.isEmpty { sendNewNames(to: connection) }
    connection.write(body)
    list(connection)
  }

  package func send(_ event: Event, to connection: ClientConnection) {
    write(to: connection) { $0.buffer.append(event) }
  }

  /// Sends a reply, and counts it. Unless it is an error, its client is active.
  ///
  /// - Parameter verb: The verb of the command, if the reply does not say it.
  package func send(
    _ reply: Reply, tag: String?, of verb: Verb? = nil, to connection: ClientConnection
  ) {
    connection.isSettled = true
    budget.counters.count(reply, to: verb)
    write(to: connection) { outbox in
      let before = outbox.buffer.count
      outbox.buffer.append(reply, tag: tag)
      budget.spend(bytes: outbox.buffer.count - before)
    }
    if case .error = reply { return }
    markActive(of: connection)
  }

  /// Notes a command that is not an error: its client is active.
  package func markActive(of connection: ClientConnection) {
    connection.errorsInARow = 0
    drags.coordinator.markActive(of: connection.client.name, at: clock.now)
  }

  /// Sends `bye`. Nothing more of the connection is executed.
  package func close(_ connection: ClientConnection, _ bye: Bye, retry: Duration? = nil) {
    guard !connection.isClosing else { return }
    connection.isClosing = true
    connection.farewell = bye
    passOnOwnerEvents(of: connection)
    send(.bye(ByeEvent(bye, retry: retry)), to: connection)
  }

  /// Notes that the connection has something to be sent, or has used some of its allowance.
  package func list(_ connection: ClientConnection) {
    guard !connection.isListed else { return }
    connection.isListed = true
    listed.append(connection)
    budget.spend(TurnBudget.answer)
  }

  /// Forgets a connection that is gone.
  package func forget(_ connection: ClientConnection) {
    heartbeats.set(nil, for: connection.id, at: clock.now)
    passOnOwnerEvents(of: connection)
  }

  // MARK: Renamed boards

  /// Sends a connection the new names of the boards that it knows by former ones.
  package func sendNewNames(to connection: ClientConnection) {
    for (board, name) in formerNames.remove(connection.id) {
      sendNewName(board.name, instead: name, to: connection)
    }
  }

  /// Whether a connection is to be sent new names of boards before anything else.
  package func owesNames(to connection: ClientConnection) -> Bool { formerNames.has(connection.id) }

  /// Sends the new name of a board to a connection when it takes something again.
  func sendNewNameLater(of live: LiveBoard, to connection: ClientConnection) {
    formerNames.note(connection.id, of: live)
  }

  // MARK: Turns

  /// Notes that some subscriber of the board may not be at its head.
  package func markBehind(_ board: LiveBoard) {
    board.isBehind = true
    guard !board.isDirty else { return }
    board.isDirty = true
    dirty.append(board)
  }

  /// The reason for which everyone is to be sent `bye` at the end of this turn; nil if nobody is.
  private var asked: Bye? {
    if case .asked(let bye) = ending { bye } else { nil }
  }

  /// Says what is to be sent, and begins the next turn.
  ///
  /// Replies come before what goes to many, so that no reply waits for a fan-out.
  package func endTurn() -> [Effect] {
    turnTime = clock.now.turnTime
    var groups = BroadcastGroups()
    let bye = asked
    // What everyone is still owed goes in front of the goodbye, in the same write.
    if bye != nil { for connection in roster.open { list(connection) } }
    // Before anybody is sent anything: one board's drags may be over another.
    evaluateManyChanges()
    for board in dirty where bye != nil || isTime(toFlush: board) {
      if !mustWait(forDragsOf: board, isLast: bye != nil) { drags.evaluate(sessionsOf: board) }
    }
    sendToOwners(isLast: bye != nil)
    for board in dirty {
      board.composeSlice()
      flush(board, isLast: bye != nil, groups: &groups)
    }
    dirty.removeAll { !$0.isDirty }
    sendHeartbeats()
    if groups.sentAny { schedule.markFlushed() }
    if let bye {
      ending = .sent
      let retry = bye == .moved ? retryTime : nil
      for connection in roster.open { close(connection, bye, retry: retry) }
    }
    turn &+= 1
    var effects = drainOutboxes()
    groups.finish(into: &effects)
    return effects
  }

  private func drainOutboxes() -> [Effect] {
    var effects: [Effect] = []
    for connection in listed {
      connection.isListed = false
      connection.allow(Limits.commandsInATurn)
      guard roster[connection.id] === connection else { continue }
      drainOutbox(of: connection, into: &effects)
    }
    listed.removeAll(keepingCapacity: true)
    return effects
  }

  /// What a connection is to be sent of its own, before the end of the turn.
  package func drainOutbox(of connection: ClientConnection) -> [Effect] {
    var effects: [Effect] = []
    drainOutbox(of: connection, into: &effects)
    return effects
  }

  private func drainOutbox(of connection: ClientConnection, into effects: inout [Effect]) {
    let pieces = connection.drainOutbox()
    if !pieces.isEmpty {
      roster.unread.countSent(pieces.reduce(0) { $0 + $1.ownCount }, to: connection)
      effects.append(.send(pieces, to: connection.id))
      // What a blocked connection is sent only waits with the rest.
      if !connection.isBlocked { connection.lastSent = turnTime }
    }
    if connection.isClosing {
      effects.append(.close(connection.id, saying: connection.farewell))
    }
  }

  /// Sends `bye` to everyone at the end of this turn.
  package func closeAll(_ bye: Bye) {
    if case .none = ending { ending = .asked(bye) }
  }

  /// Whether everyone is sent `bye`, or was.
  package var isEnding: Bool {
    if case .none = ending { false } else { true }
  }

  /// The time over which clients reconnect that are all sent away: 10,000 a second.
  private var retryTime: Duration { .milliseconds(roster.connectionCount / 10 + 1) }

  package func turnTook(_ length: Duration, endingAt time: Duration) {
    schedule.turnTook(length, endingAt: time)
  }

  /// Counts the time that others took to send subscribers what they were given.
  package func sendingTook(_ length: Duration, endingAt time: Duration) {
    schedule.sendingTook(length, endingAt: time)
  }

  func nextFlush(after last: Duration?) -> Duration { schedule.nextFlush(after: last) }

  /// When the next flush or heartbeat is due; nil if none is.
  package var nextDeadline: Duration? {
    let flush = dirty.lazy.compactMap(\.nextFlush).min()
    return [flush, heartbeats.nextDeadline, nextOwnerDeadline].lazy.compactMap(\.self).min()
  }

  /// When owners are sent what they are owed, or nil if none takes it.
  private var nextOwnerDeadline: Duration? {
    guard !owners.isEmpty else { return nil }
    let hasReader = owners.connections.contains { roster[$0].map { !$0.isBlocked } ?? false }
    return hasReader ? nextFlush(after: owners.lastSent) : nil
  }

  // MARK: Heartbeats

  /// Sends a `ping` to a connection after so much silence from now on, or never if the time is nil.
  package func setHeartbeat(_ every: Duration?, of connection: ClientConnection) {
    heartbeats.set(every, for: connection.id, at: clock.now)
  }

  /// Sends a `ping` to each connection that asked for heartbeats and has been sent nothing for so long.
  ///
  /// A connection that does not take what it was sent gets none: what it has not taken yet shows that
  /// the server is there.
  private func sendHeartbeats() {
    guard !heartbeats.isEmpty else { return }
    while let id = heartbeats.removeFirst(until: clock.now, silence: { silence(of: $0) }) {
      guard let connection = roster[id], !connection.isClosing, !connection.isBlocked else {
        continue
      }
      send(.ping, to: connection)
    }
  }

  /// How long ago a connection was sent something, which may be about to be sent.
  private func silence(of id: ConnectionID) -> Duration {
    guard let connection = roster[id], connection.outbox.isEmpty else { return .zero }
    return .milliseconds(turnTime &- connection.lastSent)
  }
}

extension Duration {
  /// The time in milliseconds, rounded up.
  package var turnTime: TurnTime {
    let (seconds, rest) = components
    // In attoseconds.
    let millisecond: Int64 = 1_000_000_000_000_000
    return TurnTime(truncatingIfNeeded: 1_000 * seconds + (rest + millisecond - 1) / millisecond)
  }
}
