import BoardServer
import BoardWire
import CheckedClients
import Net
import Transcripts

/// A stage with a server on a thread of this process.
///
/// Its clock runs, and the transcript advances it.
package struct ServerStage: ConnectedStage {
  /// Starts a server with boards, or again after a crash with what the one before has kept.
  package typealias Starting = (_ boards: [BoardFile], _ before: HostedServer?) throws ->
    HostedServer
  /// How a client connects to the server.
  package typealias Connecting = (HostedServer) throws -> any LineConnection

  package var clients: StageClients
  private let starting: Starting
  private let connecting: Connecting
  private var server: HostedServer?

  /// - Parameters:
  ///   - clients: The timeouts of clients; their address is not used.
  ///   - starting: Starts a server; by default one that keeps its boards in a folder of its own.
  ///   - connecting: Connects a client; by default over TCP.
  package init(
    _ clients: StageClients = StageClients(of: .loopback(0), timeout: .seconds(60)),
    starting: @escaping Starting = {
      if let before = $1 { return try HostedServer(after: before) }
      return try HostedServer(boards: $0, in: TemporaryFolder("board-testing", inMemory: true))
    }, connecting: @escaping Connecting = { try LineSocket(to: .loopback($0.port)) }
  ) {
    self.clients = clients
    self.starting = starting
    self.connecting = connecting
  }

  /// Why a scenario cannot be played with a folder, or nil if it can: only in a database the next server finds the
  /// drags of one that drains.
  package static func obstacle(to scenario: Scenario) -> String? {
    let actions = Set(scenario.steps.map(\.action))
    return actions.isSuperset(of: [.drain, .crash])
      ? "the next server would have to go on with the drags" : nil
  }

  package mutating func start(holding boards: [GivenBoard]) throws {
    clients.close()
    server = nil
    server = try starting(boards.map { try BoardFile($0) }, nil)
  }

  package mutating func connect(_ client: String) throws -> String {
    guard let server else { throw StageFailure.noServer("the server has not started") }
    return try clients.connect(client, by: connecting(server))
  }

  /// Returns when the server has noticed, too.
  package mutating func cut(_ client: String) throws {
    let before = server?.control.connectionCount
    clients.cut(client)
    while server?.control.connectionCount == before { _ = try clients.answerTime() }
  }

  package mutating func advance(by time: Duration) throws { server?.advance(by: time) }

  package mutating func crash() throws {
    server?.crash()
    server = try starting([], server)
  }

  package mutating func drain() throws { server?.control.drain(for: .seconds(60)) }

  package mutating func setFull(_ isFull: Bool) throws { server?.control.setFull(isFull) }

  package mutating func setSilent(_ isSilent: Bool) throws {
    server?.control.setUnavailable(isSilent)
  }

  package mutating func setAccess(_ rules: [String]) throws {
    if let server { server.control.setAccess(try server.accessRules(rules)) }
  }

  package mutating func finish() throws -> [Leftover] {
    defer { server = nil }
    return clients.finish()
  }
}

extension BoardFile {
  /// The board of a transcript.
  ///
  /// - Throws: `MalformedLine`, or `StageFailure` if its lines are no board.
  package init(_ given: GivenBoard) throws {
    let message = try ServerMessage(given.snapshotLines)
    guard case .snapshot(let name, let revision, let content, _)? = message else {
      throw StageFailure.unplayable("the lines of board \(given.name) are no board")
    }
    self.init(name, revision: revision, content)
  }
}
