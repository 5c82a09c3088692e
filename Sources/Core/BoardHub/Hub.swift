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
  let drain: Drain
  private let roles: RoleChanges
  private let silence: Silence
  private let clients: ClientCommands
  private let namedBoards: BoardCommands
  let runner: CommandRunner
  private let input: InputReader
  private let unavailable: UnavailableInput
  private let restoration: Restoration

  /// What must be durable, and the room for it.
  public let persistence: Persistence
  /// The room for connections, and for answers that nobody reads.
  public let room: ConnectionRoom
  /// What has been counted and measured.
  public let statistics: HubStatistics

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
      clock: clock, boards: boards, drags: drags, budget: budget, delivery: delivery,
      persistence: persistence, authorization: authorization)
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
      silence: silence, replies: replies, authorization: authorization, roles: roles, hash: hash)
    namedBoards = BoardCommands(
      clock: clock, boards: boards, drags: drags, budget: budget, delivery: delivery,
      persistence: persistence, commit: commit, jobs: jobs, replies: replies,
      authorization: authorization, roles: roles)
    runner = CommandRunner(
      clock: clock, roster: roster, directory: boards, drags: drags, budget: budget,
      scheduler: scheduler, persistence: persistence, delivery: delivery, replies: replies,
      authorization: authorization, commit: commit, drain: drain, statistics: statistics,
      clients: clients, boards: namedBoards)
    input = InputReader(
      roster: roster, budget: budget, scheduler: scheduler, delivery: delivery, silence: silence,
      replies: replies, runner: runner)
    unavailable = UnavailableInput(
      budget: budget, scheduler: scheduler, delivery: delivery, input: input)
    scheduler.begin(executingBy: runner, reading: input)
  }

  // MARK: What is served

  /// The life that revisions, tags and sessions belong to.
  public var epoch: Epoch { boards.epoch }

  /// The boards that are served, with their revisions.
  public var revisions: [BoardName: Int] { boards.revisions }

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
    try namedBoards.serve(name, content: content, revision: revision)
  }

  /// Whether a board had this name that was removed or renamed, as far as that is remembered.
  public func hasRetired(_ name: BoardName) -> Bool { boards.hasRetired(name) }

  /// Takes over what a journal holds. Boards are loaded when they are needed, by jobs.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  /// - Complexity: O(boards + clients and their replies), whatever is on the boards.
  public func restoreLazily(from journal: any Journal, at time: Duration) throws(JournalFault) {
    try restoration.restoreLazily(from: journal, at: time)
  }

  /// Takes over everything that a journal holds.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  package func restore(from journal: any Journal, at time: Duration) throws(JournalFault) {
    try restoration.restore(from: journal, at: time)
  }

  /// Lets access rules hold from now on, or none.
  ///
  /// Connections end with `bye access-denied` if their client has not the token of its name any more, as
  /// if the name is nobody's now, or watches a board on which it has no role. Their drag sessions end as
  /// cancelled, and so do those of clients that may not edit the board any more.
  ///
  /// - Returns: How many connections end.
  /// - Complexity: O(connections · watched boards).
  @discardableResult
  public func setAccess(_ rules: AccessRules?, at time: Duration) -> Int {
    delivery.advance(to: time)
    return roles.setRules(rules)
  }

  /// Leaves what takes long to other threads, as jobs. Without them everything is done at once.
  public func useOtherThreads() {
    (stepsOfLongChange, stepsOfLongContent) = (TurnBudget.longChange, TurnBudget.longChange)
  }

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

  /// The limits of what is served from now on. The simulator reaches small ones within a few steps.
  package var historyLimits: HistoryLimits {
    get { boards.historyLimits }
    set { boards.historyLimits = newValue }
  }

  // MARK: Connections

  /// Begins a new connection.
  public func connect(
    at time: Duration, from origin: PeerOrigin = .unknown, as start: ConnectionStart = .greeting
  ) -> ConnectionID {
    clock.advance(to: time)
    let connection = roster.connect(from: origin)
    persistence.use(roster.lastGuest, of: .guests)
    connection.lastHeard = clock.now.turnTime
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

  /// Whether nobody is connected and no drag goes on.
  public var isIdle: Bool { roster.connectionCount == 0 && drags.coordinator.live.isEmpty }

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

  /// The bytes that a connection sent and that wait for a later turn.
  public func waitingBytes(of id: ConnectionID) -> Int { roster[id]?.unread.count ?? 0 }

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
    return Turn(
      journal: journal, effects: effects, jobs: jobs.begin(), nextDeadline: nextDeadline,
      isLast: delivery.isEnding)
  }

  private var nextDeadline: Duration? {
    [
      delivery.nextDeadline, drags.coordinator.nextDeadline, silence.nextDeadline, room.nextCheck,
      drain.deadline,
    ]
    .compactMap(\.self).min()
  }

  /// Takes back a job of a turn, after its `run`. `goOn` executes what waited for it.
  public func finished(_ job: Job) {
    jobs.finished(job)
    if !job.isAwaited { job.conclude() }
  }

  /// Counts how long a turn took to say what is sent, and to send it. It says when subscribers are sent
  /// something again.
  public func turnTook(_ length: Duration, endingAt time: Duration) {
    delivery.turnTook(length, endingAt: time)
  }

  /// Counts how long another process took to send subscribers what it was given.
  public func sendingTook(_ length: Duration, endingAt time: Duration) {
    delivery.sendingTook(length, endingAt: time)
  }

  /// Notes what time it is, so that history can say when something happened.
  ///
  /// - Parameter milliseconds: since 1970, at the hub's time `now`.
  public func setWallTime(_ milliseconds: Int, at now: Duration) {
    clock.setWallTime(milliseconds, at: now)
  }

  // MARK: A database that does not answer

  /// Whether commands are refused because the database does not answer. Meanwhile the owner of the hub calls
  /// `refuseInput`, and neither `receive` nor `goOn`.
  public var isUnavailable: Bool {
    get { scheduler.isUnavailable }
    set { scheduler.isUnavailable = newValue }
  }

  /// Refuses the commands in the input that waits, and answers those that need nothing stored. Nothing else is
  /// done: effects of turns are as they were.
  ///
  /// The input of a connection waits further if the connection is owed something that comes before, or if it
  /// does not take what it was sent.
  ///
  /// - Parameters:
  ///   - owed: The connections that are owed something by a turn that is not committed yet.
  ///   - mayGoOn: Asked after each command whether there is time for another one.
  public func refuseInput(
    at time: Duration, exceptOf owed: Set<ConnectionID>, while mayGoOn: () -> Bool
  ) -> RefusedInput {
    clock.advance(to: time)
    return unavailable.refuse(exceptOf: owed, while: mayGoOn)
  }

  // MARK: The end

  /// Sends everyone, at the end of this turn, that the server stops; if it drains, that another one takes
  /// over.
  public func stop(at time: Duration) {
    delivery.advance(to: time)
    drain.stop()
  }

  /// Begins no more drags. When none goes on whose owner has a connection, or after this time, everyone is
  /// sent that another server takes over.
  public func drain(at time: Duration, for longest: Duration) {
    delivery.advance(to: time)
    drain.begin(for: longest)
  }
}
