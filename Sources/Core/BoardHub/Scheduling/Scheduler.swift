import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// What the scheduler asks of those who know commands, and lets them do.
protocol CommandExecutor: AnyObject {
  /// Whether a client may give a command.
  func mayExecute(_ request: Request, on connection: ClientConnection) -> Bool
  /// What a command waits for of its boards.
  func needs(of request: Request, on connection: ClientConnection) -> CommandNeeds
  /// What a command waits for if it brings its client what is to be written or evaluated first.
  ///
  /// - Parameter waited: What it has waited for; nil if it comes just now.
  func deliveryCondition(
    of request: Request, after waited: [Condition]?, on connection: ClientConnection
  ) -> Condition?
  func cost(of request: Request, on connection: ClientConnection) -> CommandCost
  /// Executes a command that waited, or as much of it as this turn allows.
  ///
  /// - Returns: What it waits for now; nil if it does not wait any more.
  func goOn(with command: SuspendedCommand) -> [Condition]?
}

/// What the scheduler asks of those who read what connections send.
protocol InputExecutor: AnyObject {
  /// Executes what a connection sent, so many commands at most.
  ///
  /// - Returns: Whether all of it is executed.
  func goOn(_ connection: ClientConnection, upTo commands: Int, while mayGoOn: () -> Bool) -> Bool
  /// Ends a connection whose input has ended, once all of it is executed.
  func endIfDone(_ connection: ClientConnection)
}

/// Decides when what connections send is executed: at once, in a later turn, or never.
///
/// What a connection sends is executed in its order. At most one command of it waits here, and what it sent later stays
/// unread behind that. Waiting commands are one list, in the order in which they came; whichever could go on does, as
/// far as the turn allows, and the oldest of them always.
final class Scheduler {
  let budget: TurnBudget
  let jobs: JobQueue
  private let roster: Roster
  private let boards: BoardDirectory
  private let drags: DragSessions
  private unowned var executor: (any CommandExecutor)!
  private unowned var input: (any InputExecutor)!
  /// Whether commands are refused because the database does not answer.
  @exclusivity(unchecked) var isUnavailable = false

  /// The connections that sent more than their turn allowed, in the order in which they are served.
  @exclusivity(unchecked) private var speakers = SlidingArray<ClientConnection>()
  /// Those of them whose first line waits, behind all others.
  @exclusivity(unchecked) private var newcomers = SlidingArray<ClientConnection>()
  /// Those that will send no more and whose end waits for its turn, in the order of their ends.
  @exclusivity(unchecked) private var ended = SlidingArray<ClientConnection>()
  @exclusivity(unchecked) private(set) var suspended: [SuspendedCommand] = []
  /// The number of suspended commands for each board.
  @exclusivity(unchecked) private var awaited: [BoardName: Int] = [:]
  /// The number of suspended commands that are long by themselves.
  @exclusivity(unchecked) private var longCount = 0
  /// The board that is being loaded.
  @exclusivity(unchecked) private var loading: BoardName?
  /// The boards to be loaded for which no command waits.
  private var wanted: Set<BoardName> = []

  init(
    budget: TurnBudget, jobs: JobQueue, roster: Roster, boards: BoardDirectory, drags: DragSessions
  ) {
    (self.budget, self.jobs, self.roster) = (budget, jobs, roster)
    (self.boards, self.drags) = (boards, drags)
  }

  /// Names those who know commands and read input, before anything is scheduled.
  func begin(executingBy executor: any CommandExecutor, reading input: any InputExecutor) {
    (self.executor, self.input) = (executor, input)
  }

  // MARK: Admission

  /// Whether a command may be executed now. One that is refused by the rules of access waits for nothing.
  ///
  /// - Parameters:
  ///   - waited: What it has waited for; nil if it comes just now.
  ///   - executor: Executes it.
  /// - Complexity: O(boards of the command), and what its cost takes to find out.
  func admit(
    _ request: Request, after waited: [Condition]? = nil, on connection: ClientConnection,
    by executor: some CommandExecutor
  ) -> Readiness {
    if isUnavailable, let readiness = request.readinessWithoutDatabase { return readiness }
    guard executor.mayExecute(request, on: connection) else { return .run(.short) }
    if let conditions = boardConditions(
      of: request, isNew: waited == nil, on: connection, by: executor)
    {
      return .wait(conditions)
    }
    if let condition = executor.deliveryCondition(of: request, after: waited, on: connection) {
      return .wait([condition])
    }
    if request.repliesMuch, !request.isBrief, roster.isUnreadOverLimit {
      return .wait([.unreadBelowLimit])
    }
    let cost = executor.cost(of: request, on: connection)
    guard cost.isLong else { return .run(cost) }
    let hasTurn = waited?.contains { if case .longSteps = $0 { true } else { false } } ?? false
    return budget.hasLongSteps && (hasTurn || longCount == 0) ? .run(cost) : .wait([.longSteps])
  }

  /// What a command waits for of its boards; nil if they are ready, and no earlier command waits for one that this one
  /// may change.
  private func boardConditions(
    of request: Request, isNew: Bool, on connection: ClientConnection,
    by executor: some CommandExecutor
  ) -> [Condition]? {
    // Mostly nothing waits for a board.
    guard boards.hasUnloaded || jobs.isChanging || !awaited.isEmpty else { return nil }
    let needs = executor.needs(of: request, on: connection)
    if let board = boards.firstPostponed(of: needs.content) {
      return request.waitsForDatabase ? [.retried(board)] : nil
    }
    let conditions =
      needs.content.map { Condition.loaded($0) } + needs.changed.map { .unchanging($0) }
    let isBehind = isNew && needs.changed.contains { awaited[$0] != nil }
    return isBehind || !conditions.allSatisfy(holds) ? conditions : nil
  }

  private func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .loaded(let board):
      boards.unloaded(board) == nil || boards.firstPostponed(of: [board]) != nil
    case .retried(let board): boards.firstPostponed(of: [board]) == nil
    case .unchanging(let board): !jobs.isChanging(board)
    case .worker(let work): work.isDone
    case .written(let live, let form, let least):
      // If it was written in vain or too early, it is asked for anew.
      live.hasContent(in: form, atLeast: least) || !live.contentWriter.isWriting
        || !boards.serves(live)
    case .evaluated(let live): !drags.coordinator.isBeingEvaluated(live.name)
    case .database: !isUnavailable
    case .unreadBelowLimit: !roster.isUnreadOverLimit
    // Each turn has some.
    case .longSteps, .searchSteps: true
    }
  }

  // MARK: Commands that wait

  /// Lets a command wait, behind those that wait already.
  func suspend(
    _ work: SuspendedCommand.Work, of connection: ClientConnection, until conditions: [Condition]
  ) {
    connection.isWaiting = true
    suspended.append(SuspendedCommand(work, of: connection, until: conditions))
    count(conditions, by: 1)
    if case .job(let job) = work { jobs.append(job) }
  }

  private func count(_ conditions: [Condition], by step: Int) {
    for condition in conditions {
      if case .longSteps = condition { longCount += step }
      guard let board = condition.board else { continue }
      let count = awaited[board, default: 0] + step
      assert(count >= 0 && longCount >= 0, "a command is counted once")
      awaited[board] = count > 0 ? count : nil
    }
  }

  /// Whether a command could go on now. What a connection asks next waits until it takes its answers.
  private func isReady(_ command: SuspendedCommand) -> Bool {
    !command.isOver && (command.hasBegun || !command.connection.isBlocked)
      && command.conditions.allSatisfy(holds)
  }

  /// Lets waiting commands go on in their order, as far as this turn allows. Those of closing connections are dropped.
  private func resumeCommands(while mayGoOn: () -> Bool) {
    guard !suspended.isEmpty else { return }
    let admitsLong = budget.admitsLong()
    var isFirst = true
    // Those that are suspended meanwhile have the next turn.
    for command in suspended {
      guard !command.isDropped else {
        end(command)
        continue
      }
      guard isReady(command) else { continue }
      let hasSteps = hasSteps(for: command.conditions, admitsLong: admitsLong)
      guard hasSteps ?? (isFirst || !budget.isSpent), isFirst || mayGoOn() else { continue }
      isFirst = false
      resume(command)
    }
    suspended.removeAll(where: \.isOver)
  }

  /// Whether the turn has steps for a command of its own kind; nil if it has those of all others.
  private func hasSteps(for conditions: [Condition], admitsLong: Bool) -> Bool? {
    switch conditions.first {
    case .longSteps: admitsLong && budget.hasLongSteps
    case .searchSteps: budget.searchSteps > 0
    case .loaded, .retried, .unchanging, .written, .evaluated, .worker, .database,
      .unreadBelowLimit, nil:
      nil
    }
  }

  private func resume(_ command: SuspendedCommand) {
    end(command)
    command.connection.isWaiting = false
    guard let conditions = executor.goOn(with: command) else {
      return input.endIfDone(command.connection)
    }
    command.connection.isWaiting = true
    count(conditions, by: 1)
    if case .search = command.work {
      // The others have their turn first.
      suspended.append(SuspendedCommand(command.work, of: command.connection, until: conditions))
    } else {
      (command.isOver, command.conditions) = (false, conditions)
    }
  }

  private func end(_ command: SuspendedCommand) {
    count(command.conditions, by: -1)
    command.isOver = true
  }

  /// Makes a board be loaded for which no command waits.
  func load(_ board: BoardName) { wanted.insert(board) }

  /// The board to be loaded next; nil if there is none, or if one is being loaded. Commands that need one board go before
  /// those that need many.
  ///
  /// - Complexity: O(suspended commands and their boards).
  func nextLoad() -> BoardName? {
    guard loading == nil, boards.hasUnloaded else { return nil }
    let missing = suspended.lazy.filter { !$0.isDropped }.map { command in
      command.conditions.compactMap { self.holds($0) ? nil : $0.unloadedBoard }
    }.filter { !$0.isEmpty }
    loading = wanted.min() ?? (missing.first { $0.count == 1 } ?? missing.first)?.min()
    return loading
  }

  /// Notes that a board was loaded, or cannot be.
  func didLoad(_ board: BoardName) {
    wanted.remove(board)
    if loading == board { loading = nil }
  }

  // MARK: Input

  /// Lets what a connection sent wait for its turn.
  func append(_ connection: ClientConnection) {
    if connection.hasSpoken { speakers.append(connection) } else { newcomers.append(connection) }
  }

  /// Lets the end of a connection wait for its turn.
  func append(ended connection: ClientConnection) { ended.append(connection) }

  /// Takes out all connections whose input waits.
  func removeInput() -> [ClientConnection] {
    defer { (speakers, newcomers) = (SlidingArray(), SlidingArray()) }
    return (speakers.all + newcomers.all).filter { roster[$0.id] === $0 }
  }

  /// Takes out the connection whose end waits first; nil if there is none.
  func removeFirstEnded() -> ClientConnection? { ended.popFirst() }

  // MARK: Turns

  /// Whether nothing waits at all.
  var isEmpty: Bool {
    speakers.isEmpty && newcomers.isEmpty && ended.isEmpty && suspended.isEmpty
  }

  /// Whether something could go on now.
  ///
  /// - Complexity: O(what waits).
  var isReady: Bool {
    func isServed(_ connection: ClientConnection) -> Bool {
      !connection.isBlocked && !connection.isWaiting
        && !(jobs.isReading && connection.endsLongLine)
    }
    return !isEmpty
      && (!ended.isEmpty || suspended.contains(where: isReady)
        || speakers.all.contains(where: isServed) || newcomers.all.contains(where: isServed))
  }

  /// Executes what waits, as far as the turn allows: what connections sent, then commands that waited, then first lines of
  /// newcomers, and the ends of connections. Each of the four goes on in every turn.
  ///
  /// - Returns: The connections of which more may be read again.
  func goOn(while mayGoOn: () -> Bool) -> [ConnectionID] {
    budget.begin()
    var done = goOnWithInput(isNew: false, while: mayGoOn)
    resumeCommands(while: mayGoOn)
    done += goOnWithInput(isNew: true, while: mayGoOn)
    goOnWithEnds(while: mayGoOn)
    return done
  }

  /// Executes what connections sent, each of them its share. Of the lines that may take long by themselves it is one at a
  /// time, so that others wait for one and not for all of them.
  private func goOnWithInput(isNew: Bool, while mayGoOn: () -> Bool) -> [ConnectionID] {
    var done: [ConnectionID] = []
    let count = isNew ? newcomers.count : speakers.count
    let share = budget.commands(sharedBy: count)
    var mayEndLongLine = !jobs.isReading
    for turn in 0..<count {
      let hasShare = turn == 0 || isNew && budget.hasNewcomerSteps
      guard hasShare || (!budget.isSpent && mayGoOn()),
        let connection = isNew ? newcomers.popFirst() : speakers.popFirst()
      else { break }
      guard roster[connection.id] === connection else { continue }
      let endsLongLine = connection.endsLongLine
      let mayRun = mayEndLongLine || !endsLongLine
      if mayRun && input.goOn(connection, upTo: share, while: mayGoOn) {
        done.append(connection.id)
      } else {
        append(connection)
      }
      if endsLongLine { mayEndLongLine = false }
    }
    return done
  }

  /// Ends connections behind what all others have sent, each of which takes as long as several commands: a few in any
  /// turn, so that they end however much is sent.
  private func goOnWithEnds(while mayGoOn: () -> Bool) {
    let least = max(1, budget.stepsPerTurn / 4 / TurnBudget.departure)
    var count = 0
    while count < least || (!budget.isSpent && mayGoOn()), let connection = removeFirstEnded() {
      guard roster[connection.id] === connection else { continue }
      input.endIfDone(connection)
      count += 1
    }
  }
}

extension Condition {
  /// The board that it waits to be loaded.
  fileprivate var unloadedBoard: BoardName? {
    if case .loaded(let board) = self { board } else { nil }
  }
}

extension Request {
  /// Whether it lists no more than is in sight, for which it waits for nobody's answers.
  fileprivate var isBrief: Bool {
    switch self {
    case .board(.rows(let request)): request.count <= Limits.briefListing
    case .board(.where(let request)): request.items.count <= Limits.briefListing
    case .connection, .board, .drag, .edit, .undo, .selection, .policy, .block: false
    }
  }

  /// What becomes of a command while the database does not answer (rule 13.6); nil if it needs nothing stored.
  fileprivate var readinessWithoutDatabase: Readiness? {
    switch self {
    case .connection(.help), .connection(.ping), .connection(.quit): nil
    case .connection(.hello), .connection(.space), .board(.open): .wait([.database])
    case .board, .drag, .edit, .undo, .selection, .policy, .block: .refuse
    }
  }

  /// Whether it waits while nothing can be read, and is not refused.
  fileprivate var waitsForDatabase: Bool {
    if case .wait? = readinessWithoutDatabase { true } else { false }
  }
}
