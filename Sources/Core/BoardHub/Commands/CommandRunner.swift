import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// Executes commands: finds who does what each asks, when it may, and answers it.
final class CommandRunner: CommandExecutor {
  private let budget: TurnBudget
  private let directory: BoardDirectory
  private let scheduler: Scheduler
  private let persistence: Persistence
  private let replies: ReplyWriter
  private let authorization: Authorization
  private let costs: CommandCosts
  private let conditions: CommandConditions
  private let statistics: HubStatistics

  // Each family of commands.
  private let clients: ClientCommands
  private let boards: BoardCommands
  private let queries: QueryCommands
  private let items: ItemCommands
  private let searches: SearchCommands
  private let sessions: DragCommands
  private let edits: EditCommands
  private let undos: UndoCommands
  private let selections: SelectionCommands
  private let policies: PolicyCommands
  private let blocks: BlockCommands

  init(
    clock: HubClock, roster: Roster, directory: BoardDirectory, drags: DragSessions,
    budget: TurnBudget, scheduler: Scheduler, persistence: Persistence, delivery: Delivery,
    replies: ReplyWriter, authorization: Authorization, commit: Commit, drain: Drain,
    statistics: HubStatistics, clients: ClientCommands, boards: BoardCommands
  ) {
    (self.budget, self.directory, self.scheduler) = (budget, directory, scheduler)
    (self.persistence, self.replies, self.authorization) = (persistence, replies, authorization)
    (self.statistics, self.clients, self.boards) = (statistics, clients, boards)
    let drawings = DrawingCache()
    costs = CommandCosts(roster: roster, boards: directory, drags: drags, drawings: drawings)
    conditions = CommandConditions(
      boards: directory, drags: drags, delivery: delivery, authorization: authorization)
    queries = QueryCommands(
      roster: roster, boards: directory, budget: budget, delivery: delivery, drawings: drawings,
      authorization: authorization)
    items = ItemCommands(boards: directory)
    searches = SearchCommands(
      boards: directory, budget: budget, scheduler: scheduler, replies: replies,
      authorization: authorization)
    sessions = DragCommands(
      clock: clock, boards: directory, drags: drags, delivery: delivery, persistence: persistence,
      commit: commit, drain: drain, authorization: authorization)
    edits = EditCommands(
      clock: clock, boards: directory, drags: drags, commit: commit,
      sections: SectionCommands(boards: directory, commit: commit))
    undos = UndoCommands(boards: directory, commit: commit)
    selections = SelectionCommands(
      boards: directory, delivery: delivery, persistence: persistence, edits: edits)
    policies = PolicyCommands(boards: directory, commit: commit)
    blocks = BlockCommands(
      boards: directory, budget: budget, persistence: persistence, commit: commit)
  }

  /// Executes a command, now or when what it needs is there.
  func execute(_ command: inout PendingCommand, on connection: ClientConnection) {
    if let conditions = execute(&command, after: nil, on: connection) {
      scheduler.suspend(.command(command), of: connection, until: conditions)
    }
  }

  /// Executes a command, or as much of it as this turn allows.
  ///
  /// - Parameter waited: What it has waited for; nil if it comes just now.
  /// - Returns: What it waits for; nil if it is answered, or goes on otherwise.
  private func execute(
    _ command: inout PendingCommand, after waited: [Condition]?, on connection: ClientConnection
  ) -> [Condition]? {
    switch scheduler.admit(command.request, after: waited, on: connection, by: self) {
    case .refuse:
      replies.refuseUnavailable(command, on: connection)
      return nil
    case .wait(let conditions): return conditions
    case .run(let cost):
      guard cost.isLong else {
        run(&command, costing: cost, on: connection)
        return nil
      }
      return budget.spendLong {
        guard queries.prepare(command.request, on: connection) else { return [.longSteps] }
        run(&command, costing: costs.cost(of: command.request, on: connection), on: connection)
        return nil
      }
    }
  }

  /// Lets a command go on that waited.
  func goOn(with suspended: SuspendedCommand) -> [Condition]? {
    switch suspended.work {
    case .command(var command):
      return execute(&command, after: suspended.conditions, on: suspended.connection)
    case .search(let search): return searches.goOn(with: search) ? nil : suspended.conditions
    case .job(let job):
      job.conclude()
      if let conditions = (job.work as? LongChange)?.awaited { return conditions }
      scheduler.jobs.conclude(job)
      return nil
    }
  }

  private func run(
    _ command: inout PendingCommand, costing cost: CommandCost, on connection: ClientConnection
  ) {
    command.cost = cost
    budget.pay(for: cost)
    run(command, on: connection) { command throws(Refusal) in
      try authorization.requireAccess(to: command.request, on: connection)
      try conditions.requireReadable(command.request, on: connection)
      if persistence.isDiskFull && command.request.change.isStored
        && !PlantedBug.fullDiskIgnored.isPlanted
      {
        throw .diskFull
      }
      switch command.request {
      case .connection(let request):
        return try clients.perform(request, tag: command.tag, on: connection)
      case .board(let request): return try perform(request, tag: command.tag, on: connection)
      case .drag(let request): return try sessions.perform(request, on: connection)
      case .edit(let request): return try edits.perform(request, for: command, on: connection)
      case .undo(let request): return try undos.perform(request, for: command, on: connection)
      case .selection(let request): return try selections.perform(request, on: connection)
      case .policy(let request): return try policies.perform(request, on: connection)
      case .block(let request): return try blocks.perform(request, for: command, on: connection)
      }
    }
  }

  /// Executes a command and answers it.
  ///
  /// - Parameter body: Does what the command asks. It returns nil if the reply has been written already or comes
  ///   later.
  private func run(
    _ command: PendingCommand, on connection: ClientConnection,
    _ body: (PendingCommand) throws(Refusal) -> Answer?
  ) {
    persistence.beginCommand()
    do throws(Refusal) {
      if try replies.repeatReply(to: command, on: connection) { return }
      if let answer = try body(command) {
        replies.write(answer, to: command, on: connection)
      }
    } catch {
      let live = command.request.subject.named.flatMap { directory[$0] }
      replies.refuse(error, to: command, on: live, connection)
    }
  }

  /// - Returns: Nil if the reply has been written already or comes later.
  private func perform(
    _ request: BoardRequest, tag: String?, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    switch request {
    case .boards:
      return Answer(.boards(queries.boards(visibleTo: connection.client)))
    case .create(let create):
      let revision = try boards.serve(create.board)
      return Answer(.create(CreateReply(create.board, revision: revision)))
    case .removeBoard(let remove):
      try boards.remove(remove, by: connection)
      return Answer(.removeBoard(RemoveBoardReply(remove.board)))
    case .renameBoard(let rename):
      try boards.rename(rename, by: connection)
      return Answer(.renameBoard(.init(rename.board, to: rename.to)))
    case .open(let open):
      try boards.open(open, tag: tag, on: connection)
      return nil
    case .close(let close):
      return try boards.close(close.board, on: connection)
    case .show(let show):
      return try queries.show(show, on: connection)
    case .who(let who):
      let rows = try queries.present(on: who.board, for: connection.client)
      return Answer(.who(Listing(bounded: rows)))
    case .find(let find):
      return try searches.find(find, tag: tag, on: connection)
    case .rows(let rows): return try items.rows(rows, on: connection)
    case .where(let request): return try items.paths(of: request, on: connection)
    case .stats(let stats):
      return Answer(.stats(Listing(bounded: statistics.rows(of: stats.metric))))
    case .fields(let fields):
      return try policies.perform(fields, on: connection)
    }
  }

  // MARK: What the scheduler asks

  func mayExecute(_ request: Request, on connection: ClientConnection) -> Bool {
    authorization.mayExecute(request, on: connection)
  }

  func needs(of request: Request, on connection: ClientConnection) -> CommandNeeds {
    conditions.needs(of: request, on: connection)
  }

  func deliveryCondition(
    of request: Request, after waited: [Condition]?, on connection: ClientConnection
  ) -> Condition? {
    conditions.deliveryCondition(of: request, after: waited, on: connection)
  }

  func cost(of request: Request, on connection: ClientConnection) -> CommandCost {
    costs.cost(of: request, on: connection)
  }
}
