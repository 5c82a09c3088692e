import BoardTesting
import Glibc
import Net
import TLS
import Transcripts

/// A stage on a running server, which others may use at the same time.
///
/// The boards of a scenario are created under fresh names, and removed at the end.
struct RemoteStage: ConnectedStage {
  var clients: StageClients
  private var names: NameMapping
  /// The server's names of the scenario's boards.
  private let boards: [String]
  private let canRemove: Bool
  /// The connection that creates and removes boards.
  private var ownSocket: LineSocket?

  /// - Parameters:
  ///   - names: the server's names for those of the scenario.
  ///   - profiles: the profiles of the server; removing boards requires `edit`.
  init(
    _ clients: StageClients, names: NameMapping, for scenario: Scenario,
    profiles: Set<ServerProfile>
  ) {
    self.clients = clients
    self.names = names
    boards = scenario.boardNames.map { names.server($0) }.sorted()
    canRemove = profiles.contains(.edit)
  }

  /// Why the scenario cannot be played on a shared server, or nil if it can.
  static func obstacle(to scenario: Scenario) -> String? {
    for step in scenario.steps {
      switch step.action {
      case .crash: return "the server would have to crash"
      case .drain: return "the server would have to drain"
      case .disk: return "the disk of the server would have to be full"
      case .database: return "the database of the server would have to be silent"
      case .access: return "the server would have to have these access rules"
      default: continue
      }
    }
    if let need = scenario.needs.sorted(by: { $0.rawValue < $1.rawValue }).first {
      return "needs \(need.rawValue)"
    }
    for board in scenario.boards where board.commands == nil {
      return "board \(board.name) at revision \(board.revision) cannot be made by commands"
    }
    return nil
  }

  mutating func start(holding given: [GivenBoard]) throws {
    for board in given {
      for (command, reply) in board.commands ?? [] { try execute(command, expecting: reply) }
    }
  }

  /// Sends a command of the stage itself, and checks its reply.
  private mutating func execute(_ command: String, expecting reply: String) throws {
    let socket = try connectOwn()
    socket.send(names.sent(Array(command.utf8) + [0x0A]))
    let line = try answer(on: socket) ?? "(closed)"
    if LinePattern("refused limit limit=boards max=…").matches(line) {
      throw StageFailure.unplayable("the server takes no more boards")
    }
    let expected = String(decoding: names.sent(Array(reply.utf8)), as: UTF8.self)
    guard LinePattern(expected).matches(line) else {
      let verb = command.prefix { $0 != "\n" }
      throw StageFailure.noBoard(command: String(verb), expected: expected, got: line)
    }
  }

  /// The next line, skipping unknown events.
  private func answer(on socket: LineSocket) throws -> String? {
    while let line = try socket.line(within: clients.answerTime()) {
      if !LinePattern.isUnknownEvent(line) { return line }
    }
    return nil
  }

  private mutating func connectOwn() throws -> LineSocket {
    if let ownSocket, !ownSocket.isAtEnd { return ownSocket }
    let time = try clients.answerTime()
    let socket = try LineSocket.connect(to: clients.address, timeout: time)
    _ = try StageClients.greeting(from: socket, within: time)
    ownSocket = socket
    return socket
  }

  mutating func connect(_ client: String) throws -> String { try clients.connect(client) }

  mutating func crash() throws { throw StageFailure.unplayable("the server would have to crash") }

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

  mutating func finish() throws -> [Leftover] { clients.finish() }

  /// Removes the boards of the scenario, or empties them if the server cannot remove them.
  mutating func cleanUp() {
    clients = clients.withoutEnd()
    guard !boards.isEmpty, let socket = try? connectOwn() else { return }
    for board in boards {
      socket.send(
        canRemove ? "remove-board \(board) force=yes" : "replace \(board) force=yes\nend")
      _ = try? answer(on: socket)
    }
    ownSocket = nil
  }
}

extension GivenBoard {
  /// The commands that create the board, with their replies; nil if there are none.
  ///
  /// Each `replace` is a revision, and only the last one has the content.
  fileprivate var commands: [(String, String)]? {
    let mostRevisions = 100
    let create = ("create \(name)", "ok create \(name) rev=0")
    if revision == 0 { return lines.isEmpty ? [create] : nil }
    guard revision <= mostRevisions, revision > 1 || !lines.isEmpty else { return nil }
    let contents = (1..<revision).map { ["section before - \($0)"] } + [lines]
    return [create]
      + contents.enumerated().map { index, lines in
        let block = (["replace \(name)"] + lines + ["end"]).joined(separator: "\n")
        return (block, "ok replace \(name) rev=\(index + 1)")
      }
  }
}
