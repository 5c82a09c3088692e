import Glibc
import Net
import TLS
import Transcripts

/// A connection of a client of a stage.
package protocol LineConnection: AnyObject {
  func send(_ bytes: [UInt8])
  /// The next line without its line feed, or nil at the end.
  func line(within timeout: Duration) throws(SocketFault) -> String?
  /// Exactly so many bytes, or nil if the connection ends before.
  func bytes(_ count: Int, within timeout: Duration) throws(SocketFault) -> [UInt8]?
  func finishWriting()
}

extension LineSocket: LineConnection {}

/// The clients of a scenario, one connection each.
package struct StageClients {
  private static let mark = "check-is-done"
  /// The limit on unexpected lines, because a faulty server may send endlessly.
  private static let mostLeftovers = 1_000

  package var address: ServerAddress
  /// The timeout for an answer, and the time at which the scenario must have ended; nil if it may take forever.
  private let timeout: Duration
  private let deadline: Duration?
  /// Called before each wait; it throws to end the scenario.
  private let checkpoint: () throws -> Void
  private var connections: [String: any LineConnection] = [:]
  /// The clients inside a block, in which a `ping` would be a row.
  private var inBlock: Set<String> = []

  package init(
    of address: ServerAddress, timeout: Duration, deadline: Duration? = nil,
    checkpoint: @escaping () throws -> Void = {}
  ) {
    self.address = address
    self.timeout = timeout
    self.deadline = deadline
    self.checkpoint = checkpoint
  }

  /// No clients of the same server, which neither a deadline nor a signal ends.
  package func withoutEnd() -> StageClients { StageClients(of: address, timeout: timeout) }

  /// The time that the server has for its next answer.
  ///
  /// - Throws: `StageFailure.overdue`, or what ends the scenario.
  package func answerTime() throws -> Duration {
    try checkpoint()
    guard let deadline else { return timeout }
    let left = deadline - MonotonicClock.now
    guard left > .zero else { throw StageFailure.overdue }
    return min(timeout, left)
  }

  /// Connects a client and reads the greeting.
  ///
  /// - Returns: the line of the greeting.
  /// - Throws: `SocketFault.unreachable`, or `StageFailure` if the first line is not a greeting.
  package mutating func connect(
    _ client: String, by connection: (any LineConnection)? = nil
  ) throws -> String {
    let time = try answerTime()
    let connection = try connection ?? LineSocket.connect(to: address, timeout: time)
    let (line, _) = try Self.greeting(from: connection, within: time)
    connections[client] = connection
    inBlock.remove(client)
    return line
  }

  package static func greeting(
    from connection: any LineConnection, within timeout: Duration
  ) throws(StageFailure) -> (line: String, greeting: ServerGreeting) {
    let line = try? connection.line(within: timeout)
    guard let line, let greeting = ServerGreeting(line) else {
      throw .noGreeting(line ?? "(nothing)")
    }
    return (line, greeting)
  }

  /// Sends bytes as they are.
  package mutating func send(_ bytes: [UInt8], from client: String) {
    connections[client]?.send(bytes)
    for line in bytes.split(separator: 0x0A) {
      // Rows are short; a longer line neither begins nor ends a block.
      let command = SentCommand(String(decoding: line.prefix(100), as: UTF8.self))
      if command?.verb == "end" { inBlock.remove(client) }
      if command?.beginsBlock == true { inBlock.insert(client) }
    }
  }

  package func nextLine(of client: String) throws -> Received<String> {
    let time = try answerTime()
    guard let connection = connections[client] else { return .closed }
    do throws(SocketFault) {
      return try connection.line(within: time).map { .value($0) } ?? .closed
    } catch {
      if case .silent = error { return .nothing }
      throw error
    }
  }

  package func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]> {
    let time = try answerTime()
    guard let connection = connections[client] else { return .closed }
    do throws(SocketFault) {
      return try connection.bytes(count, within: time).map { .value($0) } ?? .closed
    } catch {
      return .nothing
    }
  }

  package func halfClose(_ client: String) { connections[client]?.finishWriting() }

  package mutating func cut(_ client: String) { connections[client] = nil }

  /// Lets time pass.
  ///
  /// - Throws: `StageFailure.overdue` if it takes longer than the scenario may, or what ends the scenario.
  package func pause(for time: Duration) throws {
    let end = MonotonicClock.now + time
    if let deadline, end > deadline { throw StageFailure.overdue }
    while case let left = end - MonotonicClock.now, left > .zero {
      try checkpoint()
      let part = min(left, .milliseconds(50))
      var request = timespec(tv_sec: 0, tv_nsec: Int(part / .nanoseconds(1)))
      nanosleep(&request, nil)
    }
    try checkpoint()
  }

  /// Closes all connections.
  package mutating func close() { connections = [:] }

  /// All unread lines precede the answer to one more `ping`.
  package mutating func finish() -> [Leftover] {
    defer { close() }
    return connections.keys.sorted().filter { !inBlock.contains($0) }.flatMap(leftovers)
  }

  private func leftovers(of client: String) -> [Leftover] {
    guard let connection = connections[client] else { return [] }
    connection.send(Array("ping \(Self.mark)\n".utf8))
    var leftovers: [Leftover] = []
    while leftovers.count < Self.mostLeftovers {
      do {
        guard let line = try connection.line(within: answerTime()) else { return leftovers }
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
package enum StageFailure: Error, CustomStringConvertible {
  /// The scenario cannot be played here; this is not a fault of the server.
  case unplayable(String)
  /// The greeting violates rule 1.1.
  case noGreeting(String)
  /// The server refuses the initial boards of the scenario.
  case noBoard(command: String, expected: String, got: String)
  /// The server does not come up.
  case noServer(String)
  /// The scenario takes longer than it may.
  case overdue
  /// A signal ended the playing.
  case interrupted

  package var description: String {
    switch self {
    case .unplayable(let reason): reason
    case .noGreeting(let line): "no greeting of Dropline 1, but: \(line)"
    case .noBoard(let command, let expected, let got):
      "after `\(command)` the server should say `\(expected)`, and says: \(got)"
    case .noServer(let reason): reason
    case .overdue: "it takes longer than the deadline allows"
    case .interrupted: "interrupted"
    }
  }
}

/// A stage whose clients have connections.
package protocol ConnectedStage: Stage {
  var clients: StageClients { get set }
}

extension ConnectedStage {
  package mutating func send(_ bytes: [UInt8], from client: String) {
    clients.send(bytes, from: client)
  }

  package func nextLine(of client: String) throws -> Received<String> {
    try clients.nextLine(of: client)
  }

  package func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]> {
    try clients.nextBytes(count, of: client)
  }

  package mutating func halfClose(_ client: String) { clients.halfClose(client) }

  /// No need to wait: after a cut another client reads its effects.
  package mutating func cut(_ client: String) throws { clients.cut(client) }

  package mutating func advance(by time: Duration) throws { try clients.pause(for: time) }
}
