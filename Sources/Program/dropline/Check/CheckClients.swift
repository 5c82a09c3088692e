import Net
import TLS
import Transcripts

/// The clients of a scenario, one socket each.
struct CheckClients {
  private static let mark = "check-is-done"
  /// The limit on unexpected lines, because a faulty server may send endlessly.
  private static let mostLeftovers = 1_000

  var address: ServerAddress
  /// The timeout for an answer.
  let timeout: Duration
  private var sockets: [String: LineSocket] = [:]
  /// The clients inside a block, in which a `ping` would be a row.
  private var inBlock: Set<String> = []

  init(of address: ServerAddress, timeout: Duration) {
    self.address = address
    self.timeout = timeout
  }

  /// Connects a client and reads the greeting.
  ///
  /// - Returns: the line of the greeting.
  /// - Throws: `SocketFault.unreachable`, or `CheckFailure` if the first line is not a greeting.
  mutating func connect(_ client: String, by socket: LineSocket? = nil) throws -> String {
    let socket = try socket ?? LineSocket.connect(to: address, timeout: timeout)
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
      // Rows are short; a longer line neither begins nor ends a block.
      let command = SentCommand(String(decoding: line.prefix(100), as: UTF8.self))
      if command?.verb == "end" { inBlock.remove(client) }
      if command?.beginsBlock == true { inBlock.insert(client) }
    }
  }

  func nextLine(of client: String) throws -> Received<String> {
    try EndingSignal.stopIfCome()
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

  /// All unread lines precede the answer to one more `ping`.
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

/// Why a scenario could not be compared.
enum CheckFailure: Error, CustomStringConvertible {
  /// The scenario cannot be played here; this is not a fault of the server.
  case unplayable(String)
  /// The greeting violates rule 1.1.
  case noGreeting(String)
  /// The server refuses the initial boards of the scenario.
  case noBoard(command: String, expected: String, got: String)
  /// The started server does not come up.
  case noServer(String)
  /// A signal ended the check.
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

/// A stage with socket clients.
protocol SocketStage: Stage {
  var clients: CheckClients { get set }
}

extension SocketStage {
  func nextLine(of client: String) throws -> Received<String> { try clients.nextLine(of: client) }

  func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]> {
    try clients.nextBytes(count, of: client)
  }

  mutating func halfClose(_ client: String) { clients.halfClose(client) }

  /// No need to wait: after a cut another client reads its effects.
  mutating func cut(_ client: String) { clients.cut(client) }

  mutating func advance(by time: Duration) { pause(for: time) }
}

extension EndingSignal {
  /// - Throws: `CheckFailure.interrupted` if a signal has arrived.
  static func stopIfCome() throws(CheckFailure) {
    if hasCome { throw .interrupted }
  }
}
