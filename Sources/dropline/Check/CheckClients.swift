import Libuv
import Transcripts

/// The clients of a scenario, each behind a socket of its own.
struct CheckClients {
  private static let mark = "check-is-done"
  /// A server that says more than this than it should may go on for ever.
  private static let mostLeftovers = 1_000

  var address: ServerAddress
  /// How long a server may take for an answer.
  let timeout: Duration
  private var sockets: [String: LineSocket] = [:]
  /// The clients in the middle of a block, where a `ping` would be a row.
  private var inBlock: Set<String> = []

  init(of address: ServerAddress, timeout: Duration) {
    self.address = address
    self.timeout = timeout
  }

  /// Connects a client and reads the greeting.
  ///
  /// - Returns: the line of the greeting.
  /// - Throws: `SocketFault.unreachable`, or `CheckFailure` if the greeting is none.
  mutating func connect(_ client: String, by socket: LineSocket? = nil) throws -> String {
    let socket = try socket ?? LineSocket(to: address, timeout: timeout)
    let (line, _) = try Self.greeting(from: socket, within: timeout)
    sockets[client] = socket
    inBlock.remove(client)
    return line
  }

  static func greeting(
    from socket: LineSocket, within timeout: Duration
  ) throws(CheckFailure) -> (line: String, greeting: ServerGreeting) {
    let line = try? socket.line(within: timeout)
    guard let line, let greeting = ServerGreeting(line) else {
      throw .noGreeting(line ?? "(nothing)")
    }
    return (line, greeting)
  }

  /// Sends bytes as they are.
  mutating func send(_ bytes: [UInt8], from client: String) {
    sockets[client]?.send(bytes)
    for line in bytes.split(separator: 0x0A) {
      // Rows are short; what is longer begins no block and ends none.
      let command = SentCommand(String(decoding: line.prefix(100), as: UTF8.self))
      if command?.verb == "end" { inBlock.remove(client) }
      if command?.beginsBlock == true { inBlock.insert(client) }
    }
  }

  func nextLine(of client: String) throws -> Received<String> {
    try CheckInterruption.stopIfCome()
    guard let socket = sockets[client] else { return .closed }
    do throws(SocketFault) {
      return try socket.line(within: timeout).map { .value($0) } ?? .closed
    } catch {
      if case .silent = error { return .nothing }
      throw error
    }
  }

  func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]> {
    guard let socket = sockets[client] else { return .closed }
    do throws(SocketFault) {
      return try socket.bytes(count, within: timeout).map { .value($0) } ?? .closed
    } catch {
      return .nothing
    }
  }

  func halfClose(_ client: String) { sockets[client]?.finishWriting() }

  mutating func cut(_ client: String) { sockets[client] = nil }

  /// Closes all connections.
  mutating func close() { sockets = [:] }

  /// Unread lines come before the answer to one more `ping`.
  mutating func finish() -> [Leftover] {
    defer { close() }
    return sockets.keys.sorted().filter { !inBlock.contains($0) }.flatMap(leftovers)
  }

  private func leftovers(of client: String) -> [Leftover] {
    guard let socket = sockets[client] else { return [] }
    socket.send("ping \(Self.mark)")
    var leftovers: [Leftover] = []
    while leftovers.count < Self.mostLeftovers {
      do throws(SocketFault) {
        guard let line = try socket.line(within: timeout) else { return leftovers }
        if line.contains(Self.mark) { return leftovers }
        leftovers.append(Leftover(client: client, line: line))
      } catch {
        return leftovers + [Leftover(client: client, line: "(\(error))")]
      }
    }
    return leftovers
  }
}

/// Why a scenario has no answer of the server to compare.
enum CheckFailure: Error, CustomStringConvertible {
  /// It cannot be played here, for this reason; nothing is wrong with the server.
  case unplayable(String)
  /// A connection does not begin as rule 1.1 says.
  case noGreeting(String)
  /// The server does not take the boards that the scenario begins with.
  case noBoard(command: String, expected: String, got: String)
  /// A server of our own does not start.
  case noServer(String)
  /// A signal has ended the check.
  case interrupted

  var description: String {
    switch self {
    case .unplayable(let reason): reason
    case .noGreeting(let line): "no greeting of Dropline 1, but: \(line)"
    case .noBoard(let command, let expected, let got):
      "after `\(command)` the server should say `\(expected)`, and says: \(got)"
    case .noServer(let reason): reason
    case .interrupted: "interrupted"
    }
  }
}

/// A stage whose clients are sockets. What is between them and the transcript is its own business.
protocol SocketStage: Stage {
  var clients: CheckClients { get set }
}

extension SocketStage {
  func nextLine(of client: String) throws -> Received<String> { try clients.nextLine(of: client) }

  func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]> {
    try clients.nextBytes(count, of: client)
  }

  mutating func halfClose(_ client: String) { clients.halfClose(client) }

  /// There is nothing to wait for: after a cut another client reads what follows from it.
  mutating func cut(_ client: String) { clients.cut(client) }

  mutating func advance(by time: Duration) { pause(for: time) }
}
