import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import BoardWire

/// The whole server without its sockets: what follows from a message, from a timer, from silence.
///
/// Bytes and times go in, a `Turn` comes out at the end of each turn; the hub does no I/O and reads
/// no clock. One thread owns it.
///
/// While connections are read, commands are executed and replies are written to outboxes. `endTurn`
/// then says what must be durable, what is to be sent, what other threads are to do, and when the next turn is wanted:
/// to each connection that has a reply coming one write, and to the subscribers of each changed board one
/// batch that they share.
public final class Hub {
  let clock = HubClock()
  let roster = Roster()
  let boards: BoardDirectory
  let drags = DragSessions()
  let budget = TurnBudget()
  let jobs = JobQueue()
  let silent = SilentConnections()
  let scheduler: Scheduler
  let delivery: Delivery
  private let roles: RoleChanges
  private let silence: Silence
  private let clients: ClientCommands
  let runner: CommandRunner
  private let input: InputReader
  private let restoration: Restoration

  /// The boards and rules that are served.
  public let service: BoardService
  /// What must be durable, and the room for it.
  public let persistence: Persistence
  /// The room for connections, and for answers that nobody reads.
  public let room: ConnectionRoom
  /// What has been counted and measured.
  public let statistics: HubStatistics
  /// What is done while the database does not answer.
  public let unavailable: UnavailableInput
  /// The end of the hub.
  public let drain: Drain

  /// - Parameters:
  ///   - epoch: The life of what is served. A hub that is restored from a journal takes the epoch of
  ///     that.
  ///   - persists: Whether changes are to be made durable. The journal of each turn must then be
  ///     committed before its effects are performed.
  ///   - space: The space that this is the hub of; nil if the server has no spaces.
  ///   - hash: The SHA-256 hash of a token.
  public init(
    cadence: Cadence = .automatic, epoch: Epoch, persists: Bool = false, space: SpaceName? = nil,
    hash: @escaping @Sendable (String) -> TokenDigest
  ) {
    boards = BoardDirectory(epoch: epoch, space: space)
    persistence = Persistence(isOn: persists, clock: clock, roster: roster, drags: drags)
    delivery = Delivery(
      cadence, clock: clock, roster: roster, boards: boards, drags: drags, budget: budget,
      jobs: jobs)
    let authorization = Authorization(drags: drags)
    delivery.role = { authorization.role(of: $0, on: $1) }
    scheduler = Scheduler(
      budget: budget, jobs: jobs, roster: roster, boards: boards, drags: drags)
    let replies = ReplyWriter(
      boards: boards, delivery: delivery, persistence: persistence, authorization: authorization)
    let commit = Commit(
      clock: clock, boards: boards, drags: drags, budget: budget, persistence: persistence,
      delivery: delivery, scheduler: scheduler, replies: replies)
    roles = RoleChanges(
      clock: clock, roster: roster, boards: boards, drags: drags, delivery: delivery,
      silent: silent, authorization: authorization)
    silence = Silence(
      clock: clock, roster: roster, silent: silent, delivery: delivery, roles: roles)
    room = ConnectionRoom(
      clock: clock, roster: roster, silent: silent, silence: silence, scheduler: scheduler)
    statistics = HubStatistics(
      roster: roster, boards: boards, drags: drags, budget: budget, persistence: persistence,
      scheduler: scheduler)
    drain = Drain(
      clock: clock, roster: roster, drags: drags, persistence: persistence, delivery: delivery)
    restoration = Restoration(
      clock: clock, roster: roster, boards: boards, drags: drags, budget: budget,
      persistence: persistence, delivery: delivery, scheduler: scheduler, drain: drain)
    clients = ClientCommands(
      clock: clock, roster: roster, boards: boards, drags: drags, delivery: delivery,
      silence: silence, authorization: authorization, roles: roles, hash: hash)
    let named = BoardCommands(
      clock: clock, boards: boards, drags: drags, budget: budget, delivery: delivery,
      persistence: persistence, commit: commit, jobs: jobs,
      authorization: authorization, roles: roles)
    runner = CommandRunner(
      clock: clock, roster: roster, directory: boards, drags: drags, budget: budget,
      scheduler: scheduler, persistence: persistence, delivery: delivery, replies: replies,
      authorization: authorization, commit: commit, drain: drain, statistics: statistics,
      clients: clients, boards: named)
    input = InputReader(
      roster: roster, budget: budget, scheduler: scheduler, delivery: delivery, silence: silence,
      replies: replies, runner: runner)
    unavailable = UnavailableInput(
      budget: budget, scheduler: scheduler, delivery: delivery, input: input)
    service = BoardService(
      clock: clock, boards: boards, delivery: delivery, named: named, roles: roles,
      restoration: restoration)
    scheduler.begin(executingBy: runner, reading: input)
  }

  // MARK: Other threads

  /// A change that takes at least so many steps is made by another thread.
  package var stepsOfLongChange: Int {
    get { budget.stepsForAnotherThread }
    set { budget.stepsForAnotherThread = newValue }
  }

  /// A content that takes at least so many steps is written by another thread.
  package var stepsOfLongContent: Int {
    get { budget.stepsForWriter }
    set { budget.stepsForWriter = newValue }
  }

  /// So many edits are a slice of the way of watchers who wait.
  package var editsOfSlice: Int {
    get { budget.sliceEdits }
    set { budget.sliceEdits = newValue }
  }

  // MARK: Connections

  /// Begins a new connection.
  public func connect(
    at time: Duration, from origin: PeerOrigin = .unknown, as start: ConnectionStart = .greeting
  ) -> ConnectionID {
    clock.advance(to: time)
    let connection = roster.connect(from: origin)
    persistence.use(roster.lastGuest, of: .guests)
    connection.markHeard(at: clock.now)
    clients.begin(connection, as: start)
    roles.expectLogin(of: connection)
    return connection.id
  }

  /// The connection is gone. Its drag sessions are suspended or end.
  ///
  /// - Returns: The bytes of answers that it has not taken. If it may still take them, the caller notes
  ///   that with `ConnectionRoom.countLeaving`.
  @discardableResult
  public func disconnected(_ id: ConnectionID, at time: Duration) -> Int {
    delivery.advance(to: time)
    guard let connection = roster[id] else { return 0 }
    let unreadBytes = roster.unread.remove(connection)
    connection.isClosing = true
    delivery.unsubscribe(connection)
    roles.forget(connection)
    delivery.forget(connection)
    input.forget(connection)
    if roster.disconnect(connection) { clients.depart(connection.client) }
    return unreadBytes
  }

  /// Whether the connection has bytes that it has not taken yet.
  ///
  /// A connection that has is sent nothing more of the boards it watches. Once it has taken
  /// everything it is owed the state as it is then, in one batch.
  ///
  /// - Parameter unsentBytes: How many bytes those are. They count as answers it has not taken.
  public func setBlocked(_ id: ConnectionID, _ isBlocked: Bool, unsentBytes: Int = 0) {
    guard let connection = roster[id] else { return }
    roster.setUnsent(unsentBytes, of: connection, isBlocked: isBlocked)
    guard connection.isBlocked != isBlocked else { return }
    connection.isBlocked = isBlocked
    if !isBlocked {
      delivery.sendNewNames(to: connection)
      roles.sendOwedRoles(to: connection)
    }
    delivery.setBlocked(connection, isBlocked)
  }

  // MARK: Input

  /// Executes what a connection sent, as much as its turn allows. The rest waits.
  ///
  /// Bytes of connections that are closing are dropped.
  ///
  /// - Parameter mayGoOn: Asked after each command whether there is time for another one.
  /// - Returns: Whether all of it is executed. If not, `goOn` returns the connection later.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, from id: ConnectionID, at time: Duration,
    while mayGoOn: () -> Bool = { true }
  ) -> Bool {
    delivery.advance(to: time)
    return input.receive(bytes, from: id, while: mayGoOn)
  }

  /// Buffers what a connection sent until the next turn.
  ///
  /// - Returns: Whether more may be read of it. If not, `goOn` returns the connection later.
  public func buffer(_ bytes: UnsafeRawBufferPointer, from id: ConnectionID) -> Bool {
    input.buffer(bytes, from: id)
  }

  /// The connection will send no more. What it asked is still answered; then it is closed.
  public func inputEnded(by id: ConnectionID, at time: Duration) {
    delivery.advance(to: time)
    input.inputEnded(by: id)
  }

  // MARK: Turns

  /// Executes what waits, as far as the turn allows: what connections sent earlier than their turn allowed, in the order
  /// in which they wait, and commands that can go on.
  ///
  /// - Returns: The connections of which more may be read again.
  public func goOn(at time: Duration, while mayGoOn: () -> Bool = { true }) -> [ConnectionID] {
    guard !scheduler.isEmpty else { return [] }
    delivery.advance(to: time)
    return scheduler.goOn(while: mayGoOn)
  }

  /// Whether something waits for the next turn, and for nothing else.
  public var hasUnread: Bool { scheduler.isReady }

  /// Ends the turn: lets what is overdue expire, and says what must be durable, what is to be sent and what is to be done.
  public func endTurn(at time: Duration) -> Turn {
    delivery.advance(to: time)
    drain.endIfOver()
    for client in roster.forgetDeparted(at: time) { persistence.forget(client) }
    silence.endSilentConnections()
    budget.begin()
    let effects = delivery.endTurn()
    budget.beginTurn()
    let journal = persistence.endTurn(nextSession: drags.coordinator.lastNumber + 1)
    restoration.requestLoad()
    if let writing = persistence.beginSnapshot() { jobs.append(Job(writing)) }
    return Turn(
      journal: journal, effects: effects, jobs: jobs.begin(), snapshot: persistence.part,
      nextDeadline: nextDeadline, isLast: delivery.isEnding)
  }

  private var nextDeadline: Duration? {
    [
      delivery.nextDeadline, drags.coordinator.nextDeadline, silence.nextDeadline, room.nextCheck,
      drain.deadline, boards.nextTry,
    ]
    .lazy.compactMap(\.self).min()
  }

  /// Takes back a job of a turn, after its `run`. `goOn` executes what waited for it.
  public func finished(_ job: Job) {
    jobs.finished(job)
    if !job.isAwaited { job.conclude() }
  }

  /// Writes and commits the snapshots of a turn, for those who can wait for the journal.
  package func commitSnapshots(of turn: Turn, to journal: any Journal) {
    for job in turn.jobs where job.lane == .snapshots && !job.isDone {
      job.run()
      finished(job)
    }
    while let part = persistence.part {
      persistence.didCommit(part, journal.commit(part.group) == .committed)
    }
  }

  /// Counts how long it took to send subscribers something, which says when they are sent something again.
  ///
  /// - Parameter isOfTurn: Whether that was this turn, from its begin to its last write. If not, another process was given
  ///   what was sent.
  public func sendingTook(
    _ length: Duration, endingAt time: Duration, isOfTurn: Bool
  ) {
    if isOfTurn {
      delivery.turnTook(length, endingAt: time)
    } else {
      delivery.sendingTook(length, endingAt: time)
    }
  }
}
