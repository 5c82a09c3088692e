import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

/// The whole server without its sockets: what follows from a message, from a timer, from silence.
///
/// Bytes and times go in, a `Turn` comes out at the end of each turn; the hub does no I/O and reads
/// no clock. One thread owns it.
///
/// While connections are read, commands are executed and replies are written to outboxes. `endTurn`
/// then says what must be durable, what is to be sent, and when the next turn is wanted: to each
/// connection that has a reply coming one write, and to the subscribers of each changed board one
/// batch that they share.
public final class Hub: CommandExecutor {
  /// The life that revisions, tags and sessions belong to.
  public private(set) var epoch: Epoch
  /// The space that this is the hub of; nil if the server has no spaces.
  public var spaceName: SpaceName?

  let clock = HubClock()
  let roster = Roster()
  let boards = BoardDirectory()
  let drags = DragSessions()
  let unfinished = UnfinishedInput()
  let jobs = JobQueue()
  let drawings = DrawingCache()
  private(set) lazy var scheduler = Scheduler(
    budget: budget, jobs: jobs, roster: roster, boards: boards, executor: self)
  let budget = TurnBudget()
  let silence = SilentConnections()
  /// Who may do what; nil if everybody may do everything.
  var access: AccessRules?
  /// The roles that connections were last told of boards on which they may have others now: of those that are
  /// blocked, between two turns.
  var formerRoles: [ConnectionID: [ObjectIdentifier: Role?]] = [:]
  /// The SHA-256 hash of a token. Nothing else of a token is remembered.
  let hash: @Sendable (String) -> TokenDigest
  let persistence: Persistence
  let delivery: Delivery
  /// Whether commands are refused because the database does not answer. Meanwhile the owner of the hub calls
  /// `refuseInput`, and neither `receive` nor `goOn`.
  public var isUnavailable: Bool {
    get { scheduler.isUnavailable }
    set { scheduler.isUnavailable = newValue }
  }
  /// Whether the next server goes on with the drags of clients with a token.
  public var keepsDrags = false
  /// When the server stops although drags go on, if it drains.
  var drainDeadline: Duration?
  /// What the owner of the hub has counted and measured.
  public var ownerStats: () -> [StatsRow] = { [] }

  /// - Parameters:
  ///   - epoch: The life of what is served. A hub that is restored from a journal takes the epoch of
  ///     that.
  ///   - persists: Whether changes are to be made durable. The journal of each turn must then be
  ///     committed before its effects are performed.
  ///   - hash: The SHA-256 hash of a token.
  public init(
    cadence: Cadence = .automatic, epoch: Epoch, persists: Bool = false,
    hash: @escaping @Sendable (String) -> TokenDigest
  ) {
    self.epoch = epoch
    self.hash = hash
    persistence = Persistence(isOn: persists, clock: clock, roster: roster)
    delivery = Delivery(
      cadence, clock: clock, roster: roster, boards: boards, drags: drags, budget: budget,
      jobs: jobs)
    delivery.role = { [unowned self] in role(of: $0, on: $1) }
  }

  /// Whether changes are to be made durable.
  public var persists: Bool { persistence.isOn }

  /// Takes over the epoch of a journal.
  func restore(_ epoch: Epoch) { self.epoch = epoch }

  // MARK: Boards

  /// Serves a board with this content from now on.
  ///
  /// - Parameter revision: The board's revision. If an earlier board of the name came further, the
  ///   board begins behind it (rule 5.6).
  /// - Returns: the revision at which the board begins.
  /// - Throws: `boardExists`; `limit` of `boards`; `idTaken` for an id that only the server assigns.
  @discardableResult
  public func serve(
    _ name: BoardName, content: Content = [], revision: Int = 0
  ) throws(Refusal) -> Int {
    guard !boards.contains(name) else { throw .boardExists(name) }
    guard boards.count < Limits.boards else { throw .limit("boards", max: Limits.boards) }
    let arrivals = content.lazy.map { Edit.insertSection($0, at: 0) }
    if let id = Board().firstUnchoosable(in: arrivals) { throw .idTaken(id) }
    let first = max(revision, boards.firstRevision(of: name))
    let versions = VersionedBoard(
      name, board: Board(content), revision: first, logLimit: historyLimits.logEdits)
    let live = LiveBoard(versions, budget: budget)
    live.persisted = PersistedBoard(keptRevisions: historyLimits.keptRevisions)
    boards.add(live)
    persistence.addNew(live)
    return first
  }

  /// Whether a board had this name that was removed or renamed, as far as that is remembered.
  public func hasRetired(_ name: BoardName) -> Bool { boards.hasRetired(name) }

  /// A change that takes at least so many steps is made by another thread: the hub's owner takes it from
  /// `nextJob`. Without another thread all are made at once.
  public var stepsOfLongChange: Int {
    get { budget.stepsForAnotherThread }
    set { budget.stepsForAnotherThread = newValue }
  }

  /// A content that takes at least so many steps is written by another thread, as long changes are made.
  public var stepsOfLongContent: Int {
    get { budget.stepsForWriter }
    set { budget.stepsForWriter = newValue }
  }

  /// Whether another thread makes long changes and releases much memory.
  var hasOtherThread: Bool { stepsOfLongChange < .max }

  /// The limits of what is served from now on. The simulator reaches small ones within a few steps.
  package var historyLimits = HistoryLimits()

  /// The boards that are served, with their revisions.
  public var revisions: [BoardName: Int] { boards.revisions }

  // MARK: Connections

  public var connectionCount: Int { roster.connectionCount }

  /// Whether nobody is connected and no drag goes on.
  public var isIdle: Bool { connectionCount == 0 && drags.coordinator.live.isEmpty }

  /// The most connections of the server. If nearly all are taken, less silence is permitted.
  public var connectionLimit = Limits.connections

  /// Begins a new connection.
  public func connect(
    at time: Duration, from origin: PeerOrigin = .unknown, as start: ConnectionStart = .greeting
  ) -> ConnectionID {
    clock.advance(to: time)
    let connection = roster.connect(from: origin)
    persistence.use(roster.lastGuest, of: .guests)
    connection.lastHeard = clock.now.turnTime
    begin(connection, as: start)
    expectLogin(of: connection)
    return connection.id
  }

  /// The connection is gone. Its drag sessions are suspended or end.
  ///
  /// - Returns: The bytes of answers that it has not taken. If it may still take them, the caller notes
  ///   that with `countLeaving`.
  @discardableResult
  public func disconnected(_ id: ConnectionID, at time: Duration) -> Int {
    advance(to: time)
    guard let connection = roster[id] else { return 0 }
    let unreadBytes = roster.unread.remove(connection)
    connection.isClosing = true
    delivery.unsubscribe(connection)
    formerRoles[id] = nil
    delivery.forget(connection)
    unfinished.forget(connection)
    if roster.disconnect(connection) { depart(connection.client) }
    return unreadBytes
  }

  /// The last connection of a client is gone.
  private func depart(_ client: Client) {
    if !PlantedBug.guestSessionKept.isPlanted {
      delivery.note(
        drags.coordinator.ownerDisconnected(
          client.name, resumable: client.isResumable, at: clock.now))
    }
    dropSelections(of: client.name)
    roster.depart(client, at: clock.now)
  }

  /// Whether the connection has bytes that it has not taken yet.
  ///
  /// A connection that has is sent nothing more of the boards it watches. Once it has taken
  /// everything it is owed the state as it is then, in one batch.
  ///
  /// - Parameter unsentBytes: How many bytes those are. They count as answers it has not taken.
  public func setBlocked(_ id: ConnectionID, _ isBlocked: Bool, unsentBytes: Int = 0) {
    guard let connection = roster[id] else { return }
    if isBlocked {
      roster.unread.setUnsent(unsentBytes, of: connection)
    } else {
      roster.unread.remove(connection)
    }
    connection.unsentBytes = UInt32(clamping: unsentBytes)
    guard connection.isBlocked != isBlocked else { return }
    connection.isBlocked = isBlocked
    if !isBlocked {
      delivery.sendNewNames(to: connection)
      sendOwedRoles(to: connection)
    }
    for subscription in connection.subscriptions {
      subscription.board.subscribers[subscription.position].isBlocked = isBlocked
      if !isBlocked, !PlantedBug.wakeUpForgotten.isPlanted {
        delivery.markBehind(subscription.board)
      }
    }
  }

  // MARK: Turns

  /// Lets time pass. Drag sessions that are overdue end before anything else happens.
  func advance(to time: Duration) {
    clock.advance(to: time)
    delivery.note(drags.coordinator.expire(now: time))
  }

  /// Ends the turn: lets what is overdue expire, and says what must be durable and what is to be sent.
  public func endTurn(at time: Duration) -> Turn {
    advance(to: time)
    endDrain()
    for client in roster.forgetDeparted(at: time) { persistence.forget(client) }
    endSilentConnections()
    budget.begin()
    let effects = delivery.endTurn()
    budget.beginTurn()
    let journal = persistence.endTurn(nextSession: drags.coordinator.lastNumber + 1)
    return Turn(journal: journal, effects: effects, nextDeadline: nextDeadline)
  }

  private var nextDeadline: Duration? {
    [
      delivery.nextDeadline, drags.coordinator.nextDeadline, nextSilenceDeadline, nextUnreadCheck,
      drainDeadline,
    ]
    .compactMap(\.self).min()
  }

  /// Notes how long a turn took in all, with its effects performed. It says how long to rest until
  /// subscribers are sent something again.
  public func turnTook(_ length: Duration, endingAt time: Duration) {
    delivery.turnTook(length, endingAt: time)
  }

  /// Notes how long another process took to send subscribers what it was given: they rest as long.
  public func sendingTook(_ length: Duration, endingAt time: Duration) {
    delivery.sendingTook(length, endingAt: time)
  }

}

// Input from the hub's owner: the disk and the clock.

extension Hub {
  /// Notes whether there is room for changes. Without it they are refused by name.
  public func setFull(_ isFull: Bool) {
    persistence.setFull(isFull, sessions: drags.coordinator.lastNumber)
  }

  /// Notes for how many bytes there is room: changes that need more are refused.
  public func setRoom(_ bytes: Int) { persistence.setRoom(bytes) }

  /// Notes what time it is, so that history can say when something happened.
  ///
  /// - Parameter milliseconds: since 1970, at the hub's time `now`.
  public func setWallTime(_ milliseconds: Int, at now: Duration) {
    clock.setWallTime(milliseconds, at: now)
  }

  /// A board that is to be persisted whole when nothing else is to be committed; nil if there is none.
  /// No effect waits for it, and commands may be executed meanwhile. `didCommitSnapshot` must follow.
  public func nextSnapshot() -> BoardSnapshot? { persistence.nextSnapshot() }

  /// Whether the last `nextSnapshot` may still be committed: groups that were committed since may have
  /// removed or renamed its board.
  public func canCommit(_ snapshot: BoardSnapshot) -> Bool { persistence.canCommit(snapshot) }

  /// Notes whether the last `nextSnapshot` was committed. If not, there will be another one later.
  public func didCommitSnapshot(_ isCommitted: Bool) { persistence.didCommitSnapshot(isCommitted) }

  /// Commits every snapshot for which it is time, for those who can wait for the journal.
  public func commitSnapshots(to journal: any Journal) {
    while let snapshot = nextSnapshot() {
      didCommitSnapshot(snapshot.groups().allSatisfy { journal.commit($0) == .committed })
    }
  }
}
