import BoardTesting
import Net
import Transcripts

/// A stage that starts a private server for each scenario.
struct FreshStage: ConnectedStage {
  var clients: StageClients
  private let command: String
  private var server: CheckServer?
  /// The connection that probed the server, reused for the first client of the scenario.
  private var first: LineSocket?

  /// - Parameter command: The command that starts a server; see `CheckServer`.
  init(starting command: String, _ clients: StageClients) {
    self.command = command
    self.clients = clients
  }

  static func obstacle(to scenario: Scenario, starting command: String) -> String? {
    for step in scenario.steps {
      switch step.action {
      case .crash where !command.contains("{data}"):
        return "the server would have to keep its boards in {data}"
      case .drain: return "the server would have to drain"
      case .disk: return "the disk of the server would have to be full"
      case .database: return "the database of the server would have to be silent"
      case .access: return "the server would have to have these access rules"
      default: continue
      }
    }
    guard scenario.boards.isEmpty || command.contains("{boards}") else {
      return "the server would have to take the boards in {boards}"
    }
    return nil
  }

  mutating func start(holding boards: [GivenBoard]) throws {
    server = try CheckServer(command, holding: boards)
    try launch()
  }

  private mutating func launch() throws {
    (clients.address, first) = try server!.launch(within: clients.answerTime())
  }

  mutating func connect(_ client: String) throws -> String {
    defer { first = nil }
    return try clients.connect(client, by: first)
  }

  mutating func crash() throws {
    server!.kill()
    server!.removeBoards()
    try launch()
  }

  mutating func setAccess(_ rules: [String]) throws {
    throw StageFailure.unplayable("the server would have to have these access rules")
  }

  mutating func drain() throws { throw StageFailure.unplayable("the server would have to drain") }

  mutating func setFull(_ isFull: Bool) throws {
    throw StageFailure.unplayable("the disk of the server would have to be full")
  }

  mutating func setSilent(_ isSilent: Bool) throws {
    throw StageFailure.unplayable("the database of the server would have to be silent")
  }

  mutating func finish() throws -> [Leftover] {
    let leftovers = clients.finish()
    first = nil
    server = nil
    return leftovers
  }
}
