import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire
import Simulation
import Testing

@testable import BoardDelivery
@testable import BoardHub

/// A scheduler with connections that send commands at random, and with boards, jobs, a database and readers that are ready
/// at random.
struct SchedulerWorld {
  /// A connection, and the commands that it has sent, by number.
  final class Client {
    let connection: ClientConnection
    var sent = 0
    /// Those that are in its input.
    var unread: [PendingCommand] = []
    var executed: [Int] = []

    init(_ connection: ClientConnection) { self.connection = connection }
  }

  /// Executes commands by writing down that it did.
  final class Executor: CommandExecutor, InputExecutor {
    var scheduler: Scheduler!
    var clients: [ObjectIdentifier: Client] = [:]
    var random: SeededRandom
    /// The commands that were executed before their conditions held.
    var early: [String] = []

    init(seed: Int) { random = SeededRandom(seed: seed) }

    func mayExecute(_ request: Request, on connection: ClientConnection) -> Bool { true }

    func needs(of request: Request, on connection: ClientConnection) -> CommandNeeds {
      let board = request.subject.named.list
      return CommandNeeds(content: board, changed: request.waitsForChanges ? board : [])
    }

    func deliveryCondition(
      of request: Request, after waited: [Condition]?, on connection: ClientConnection
    ) -> Condition? {
      nil
    }

    func cost(of request: Request, on connection: ClientConnection) -> CommandCost {
      if case .undo = request { .work(steps: 2 * TurnBudget.longCommand) } else { .short }
    }

    func goOn(with command: SuspendedCommand) -> [Condition]? {
      switch command.work {
      case .command(let pending):
        return execute(pending, after: command.conditions, on: command.connection)
      case .job(let job):
        scheduler.jobs.conclude(job)
        guard !command.connection.isClosing else { return nil }
        if let job = job.work as? StubJob { record(job.number, command.connection) }
        return nil
      case .search: return nil
      }
    }

    func goOn(
      _ connection: ClientConnection, upTo commands: Int, while mayGoOn: () -> Bool
    ) -> Bool {
      guard let client = clients[ObjectIdentifier(connection)] else { return true }
      for _ in 0..<commands {
        guard !connection.isBlocked, !connection.isWaiting, !client.unread.isEmpty else { break }
        let command = client.unread.removeFirst()
        guard let conditions = execute(command, after: nil, on: connection) else { continue }
        scheduler.suspend(.command(command), of: connection, until: conditions)
      }
      return client.unread.isEmpty
    }

    func endIfDone(_ connection: ClientConnection) {}

    /// Executes a command; some are done in slices, and some by another thread.
    private func execute(
      _ command: PendingCommand, after waited: [Condition]?, on connection: ClientConnection
    ) -> [Condition]? {
      switch scheduler.admit(command.request, after: waited, on: connection, by: self) {
      case .wait(let conditions): return conditions
      case .refuse: record(Int(command.tag!)!, connection)
      case .run(let cost):
        check(command.request)
        scheduler.budget.spend(TurnBudget.command)
        if cost.isLong, random.percent(30) { return [.longSteps] }
        guard case .edit = command.request, random.percent(30),
          let board = command.request.subject.named
        else {
          record(Int(command.tag!)!, connection)
          return nil
        }
        let job = Job(StubJob(on: board, for: Int(command.tag!)!))
        scheduler.suspend(.job(job), of: connection, until: [.worker(job)])
      }
      return nil
    }

    private func record(_ number: Int, _ connection: ClientConnection) {
      if connection.isClosing { early.append("\(number) of a connection that is closing") }
      clients[ObjectIdentifier(connection)]?.executed.append(number)
    }

    private func check(_ request: Request) {
      guard let board = request.subject.named else { return }
      if isLoaded(board) == false { early.append("\(request) without its board") }
      if request.waitsForChanges, scheduler.jobs.isChanging(board) {
        early.append("\(request) of a board that changes")
      }
    }

    var isLoaded: (BoardName) -> Bool = { _ in true }
  }

  /// A change of a board that changes nothing.
  private final class StubJob: JobWork {
    private let name: BoardName
    /// The command that waits for it.
    let number: Int

    init(on board: BoardName, for number: Int) { (name, self.number) = (board, number) }

    var board: BoardName? { name }

    func run() {}
    func conclude() {}
  }

  let executor: Executor
  let scheduler: Scheduler
  private(set) var clients: [Client] = []
  private let roster = Roster()
  private let boards = BoardDirectory(epoch: .test)
  private let budget = TurnBudget()
  private var present: Job?
  private var random: SeededRandom

  private static let lines = [
    "ping", "open B", "show B", "edit i1 board=B x", "insert 0.0 board=B x", "undo B", "history B",
    "begin i1 board=B", "policy board=B", "boards", "help",
  ]

  init(seed: Int) throws {
    random = SeededRandom(seed: seed)
    executor = Executor(seed: seed &+ 1)
    scheduler = Scheduler(
      budget: budget, jobs: JobQueue(), roster: roster, boards: boards, drags: DragSessions())
    scheduler.begin(executingBy: executor, reading: executor)
    executor.scheduler = scheduler
    executor.isLoaded = { [boards] in boards.unloaded($0) == nil }
    budget.stepsPerTurn = 2_000
    for number in 0..<4 { boards.add(StoredBoard(name: BoardName("b\(number)")!, head: 0)) }
    for _ in 0..<6 {
      let client = Client(roster.connect(from: .unknown))
      client.connection.hasSpoken = true
      executor.clients[ObjectIdentifier(client.connection)] = client
      clients.append(client)
    }
  }

  /// One thing happens.
  mutating func step() {
    let client = random.one(of: clients)
    switch random.below(12) {
    case 0...4: send(by: client)
    case 5: client.connection.isBlocked.toggle()
    case 6: load()
    case 7: work()
    case 8: roster.unread.limit = random.percent(50) ? -1 : .max
    case 9: scheduler.isUnavailable = random.percent(20)
    case 10: if random.percent(5) { close(client) }
    default: turn()
    }
  }

  /// Lets everything be ready until nothing waits.
  mutating func settle() {
    scheduler.isUnavailable = false
    roster.unread.limit = .max
    for client in clients { client.connection.isBlocked = false }
    for _ in 0..<1_000 where !scheduler.isEmpty {
      load()
      work()
      turn()
    }
  }

  private mutating func send(by client: Client) {
    guard !client.connection.isClosing else { return }
    for _ in 0...random.below(4) {
      let board = "b\(random.below(4))"
      let line = random.one(of: Self.lines).split(separator: "B", omittingEmptySubsequences: false)
        .joined(separator: board)
      guard let request = Request(line: line) else { preconditionFailure("\(line) is a command") }
      if client.unread.isEmpty { scheduler.append(client.connection) }
      client.unread.append(
        PendingCommand(
          request, request.verb, tag: "\(client.sent)", of: client.connection.client))
      client.sent += 1
    }
  }

  private mutating func close(_ client: Client) {
    client.connection.isClosing = true
    client.unread = []
    _ = roster.disconnect(client.connection)
  }

  private func load() {
    guard let name = scheduler.nextLoad() else { return }
    boards.markDamaged(name)
    scheduler.didLoad(name)
  }

  private mutating func work() {
    if let present {
      scheduler.jobs.finished(present)
      self.present = nil
    } else {
      present = scheduler.jobs.begin().first
    }
  }

  private func turn() {
    guard !scheduler.isUnavailable else { return }
    _ = scheduler.goOn(while: { true })
    budget.beginTurn()
  }
}

extension Request {
  /// The command that a line is; nil if it is none.
  init?(line: String) {
    let read = Array(line.utf8).withUnsafeBytes { bytes -> Request? in
      guard let command = Command(bytes), case .success(let request) = command.request
      else { return nil }
      return request
    }
    guard let read else { return nil }
    self = read
  }
}
