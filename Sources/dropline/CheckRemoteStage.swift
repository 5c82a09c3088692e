import Glibc
import Transcripts

/// A server that runs already, and that others may use meanwhile.
///
/// The boards of a scenario are made there under new names; what the server counts is translated.
struct RemoteStage: SocketStage {
  var clients: CheckClients
  private let ending: String
  private var names = NameBook()
  private var boards: Set<String> = []
  /// The last line that each client sent.
  private var commands: [String: String] = [:]
  /// A connection beside those of the transcript.
  private var clerk: LineSocket?

  /// - Parameter ending: What distinguishes the names of this scenario from all others.
  init(at address: ServerAddress, patience: Duration, ending: String, for scenario: Scenario) {
    clients = CheckClients(of: address, patience: patience)
    self.ending = ending
    for name in scenario.boardNames.union(scenario.clientNames) {
      names.rename(name, ending: ending)
    }
    boards = scenario.boardNames
  }

  /// Why the scenario cannot be played on somebody else's server, or nil if it can.
  static func obstacle(to scenario: Scenario) -> String? {
    for step in scenario.steps {
      switch step.action {
      case .crash: return "the server would have to crash"
      case .disk: return "the disk of the server would have to be full"
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
      for line in board.lines { keepNames(of: line) }
      for (command, reply) in board.commands ?? [] { try order(command, reply) }
    }
  }

  /// Names of the given items that look as if the server had made them are what they are.
  ///
  /// One that is the name of a board as well keeps its ending: without it the board would be that of
  /// somebody else, and be emptied in the end.
  private mutating func keepNames(of line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    if words.count > 1, names.server(words[1]) == words[1] { names.keep(words[1]) }
  }

  /// Sends a command of ours, and holds the server to its answer.
  private mutating func order(_ command: String, _ reply: String) throws {
    let clerk = try clerk ?? newClerk()
    self.clerk = clerk
    clerk.send(names.sent(Array(command.utf8) + [0x0A]))
    let line = try clerk.line(within: clients.patience) ?? "(closed)"
    if line.hasPrefix("refused limit boards") {
      throw CheckFailure.unplayable("the server takes no more boards")
    }
    guard names.read(line, as: reply) == reply else {
      let verb = command.prefix { $0 != "\n" }
      throw CheckFailure.noBoard(command: String(verb), expected: reply, got: names.read(line))
    }
  }

  private func newClerk() throws -> LineSocket {
    let clerk = try LineSocket(to: clients.address, patience: clients.patience)
    try CheckClients.readGreeting(from: clerk, within: clients.patience)
    return clerk
  }

  mutating func connect(_ client: String) throws { try clients.connect(client) }

  mutating func send(_ bytes: [UInt8], from client: String) {
    commands[client] = String(decoding: bytes, as: UTF8.self)
    clients.send(names.sent(bytes), from: client)
  }

  mutating func recognized(
    _ line: String, of client: String, as pattern: LinePattern
  ) -> String {
    let line = names.read(line, as: pattern.description)
    guard !pattern.matches(line) else { return line }
    let slack = CheckSlack(expected: pattern.description, command: commands[client] ?? "")
    return slack.allows(line) ? pattern.description : line
  }

  mutating func crash() throws { throw CheckFailure.unplayable("the server would have to crash") }

  mutating func setFull(_ isFull: Bool) throws {
    throw CheckFailure.unplayable("the disk of the server would have to be full")
  }

  mutating func finish() throws -> [Leftover] {
    clients.finish().map { Leftover(client: $0.client, line: names.read($0.line)) }
  }

  /// Leaves the boards empty. The protocol has no way to remove them.
  mutating func cleanUp() {
    guard clerk?.isAtEnd == false else { return }
    for board in boards.sorted() {
      clerk?.send(names.sent(Array("replace \(board) force=yes\nend\n".utf8)))
      _ = try? clerk?.line(within: clients.patience)
    }
    clerk = nil
  }
}

extension GivenBoard {
  /// Commands that make the board out of nothing, with their replies; nil where there are none.
  ///
  /// Each `replace` is a revision, and only the last one has the content.
  fileprivate var commands: [(String, String)]? {
    let mostRevisions = 100
    if revision == 0 { return lines.isEmpty ? [("create \(name)", "ok create \(name) 0")] : nil }
    guard revision <= mostRevisions, revision > 1 || !lines.isEmpty else { return nil }
    let contents = (1..<revision).map { ["section before - \($0)"] } + [lines]
    return [("create \(name)", "ok create \(name) 0")]
      + contents.enumerated().map { index, lines in
        let block = (["replace \(name)"] + lines + ["end"]).joined(separator: "\n")
        return (block, "ok replace \(name) \(index + 1)")
      }
  }
}
