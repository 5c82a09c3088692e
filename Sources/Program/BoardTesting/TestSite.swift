import BoardModel
import BoardServer
import Libuv
import Net
import Synchronization
import Transcripts

/// The server of a test and what its clients share.
final class TestSite: Sendable {
  let loop: TestLoop
  let log = ConversationLog()
  /// How long an expectation waits.
  let deadline: Duration
  /// The boards that it has at the beginning; the first one is meant if none is named.
  let names: [BoardName]
  private let host: Mutex<Host>
  let ends = Ends()

  /// What belongs to the loop, whose thread alone uses it.
  final class Ends: @unchecked Sendable {
    var links: [ClientLink] = []
    fileprivate var relays: [Relay] = []
    fileprivate var delay: Duration = .zero

    fileprivate func close() {
      for link in links { link.close() }
      for relay in relays {
        relay.onEvent = nil
        relay.close()
      }
      (links, relays) = ([], [])
    }
  }

  /// The server, or the one that was killed.
  private struct Host {
    var server: HostedServer
    var isKilled = false
    /// How often it has been started.
    var startCount = 1
  }

  init(
    _ boards: [BoardFile], deadline: Duration,
    _ configure: (inout BoardServer.Configuration) throws -> Void
  ) throws {
    self.deadline = deadline
    names = boards.map(\.name)
    let folder = try TemporaryFolder("board-testing", inMemory: true)
    let server = try HostedServer(boards: boards, in: folder, configure: configure)
    host = Mutex(Host(server: server))
    loop = try TestLoop()
  }

  deinit {
    try? loop.run { [ends] in ends.close() }
  }

  /// The server, while it runs.
  ///
  /// - Throws: `TestFailure` if it was killed.
  func server(at place: SourcePlace) throws -> HostedServer {
    let (server, isKilled) = host.withLock { ($0.server, $0.isKilled) }
    guard !isKilled else {
      throw try failure("the server was killed, and has not been restarted", at: place)
    }
    return server
  }

  /// The server, or the one that was killed.
  var lastServer: HostedServer { host.withLock { $0.server } }
  /// How often it has been started.
  var startCount: Int { host.withLock { $0.startCount } }

  /// Makes a relay to the server.
  func relay(toWebPort isWeb: Bool = false, at place: SourcePlace) throws
    -> @Sendable () throws -> Relay
  {
    let server = try server(at: place)
    let port = isWeb ? server.webPort : server.port
    return { [turns = loop.turns, ends] in
      let relay = try Relay(on: turns.loop, to: port)
      relay.isWeb = isWeb
      relay.delay = ends.delay
      ends.relays.append(relay)
      return relay
    }
  }

  /// The name of a board, or of the first one.
  ///
  /// - Throws: `TestFailure` if it is no name.
  func name(_ text: String?, at place: SourcePlace) throws -> BoardName {
    guard let name = text.map({ BoardName($0) }) ?? names.first else {
      throw try failure("\(text ?? "nothing") is no name of a board", at: place)
    }
    return name
  }

  /// The content of a board of the server.
  func content(of board: BoardName, at place: SourcePlace) throws -> Content {
    guard let served = try server(at: place).control.board(board) else {
      throw try failure("the server has no board \(board)", at: place)
    }
    return served.board.content
  }

  /// The boards of the server as a transcript gives them.
  func given(at place: SourcePlace) throws -> [GivenBoard] {
    let control = try server(at: place).control
    return names.compactMap { name in
      control.board(name).map { GivenBoard(name, revision: $0.revision, $0.board.content) }
    }
  }

  /// A failure with the conversation so far.
  func failure(_ message: String, at place: SourcePlace) throws -> TestFailure {
    TestFailure(message, at: place, try loop.run { [log] in log.lines })
  }
}

// Faults.

extension TestSite {
  /// Causes a fault on the loop's thread, and logs it.
  func fault(_ what: String, _ body: @escaping @Sendable () -> Void) throws {
    try loop.run { [log] in
      log.add("(\(what))")
      body()
    }
  }

  func kill(at place: SourcePlace) throws {
    let server = try server(at: place)
    try fault("the server is killed") { [ends] in
      for relay in ends.relays { relay.target = nil }
    }
    server.crash()
    host.withLock { $0.isKilled = true }
  }

  func restart() throws {
    lastServer.crash()
    let server = try HostedServer(after: lastServer)
    host.withLock {
      ($0.server, $0.isKilled) = (server, false)
      $0.startCount += 1
    }
    let (port, webPort) = (server.port, server.webPort)
    try fault("the server starts again") { [ends] in
      for relay in ends.relays { relay.target = .loopback(relay.isWeb ? webPort : port) }
    }
  }

  /// Delays what passes in each direction.
  func delay(by time: Duration) throws {
    try fault("the network delays by \(time)") { [ends] in
      ends.delay = time
      for relay in ends.relays { relay.delay = time }
    }
  }
}
