import BoardAuthority
import BoardHub
import BoardJournal
import BoardModel
import BoardWire
import Libuv
import Net
import Simulation
import TestKit
import Transcripts

/// A connection to a server, for a stage.
package protocol StageConnection {
  /// Connects to the port of the server that it speaks to.
  init(to server: RunningServer) throws

  func send(_ bytes: [UInt8])
  func line() throws -> String?
  func bytes(_ count: Int) throws -> [UInt8]?
  func halfClose()
}

extension LoopbackClient: StageConnection {
  package convenience init(to server: RunningServer) throws { try self.init(port: server.port) }
}

extension WebSocketClient: StageConnection {
  package convenience init(to server: RunningServer) throws { try self.init(port: server.webPort) }
}

/// A client over the Unix socket of a server.
package struct UnixSocketClient: StageConnection {
  private let client: LoopbackClient

  package init(to server: RunningServer) throws {
    client = try LoopbackClient(unixSocket: server.unixSocket.string)
  }

  package func send(_ bytes: [UInt8]) { client.send(bytes) }
  package func line() throws -> String? { try client.line() }
  package func bytes(_ count: Int) throws -> [UInt8]? { try client.bytes(count) }
  package func halfClose() { client.halfClose() }
}

/// A stage with a real server on real sockets. Its clock runs, and the transcript can advance it.
package struct LoopbackStage<Connection: StageConnection>: Stage {
  private static var mark: String { "stage-is-done" }

  private var server: RunningServer?
  private var clients: [String: Connection] = [:]
  /// The clients in the middle of a block, where a `ping` would be a row.
  private var inBlock: Set<String> = []

  package init() {}

  package mutating func start(holding boards: [GivenBoard]) throws {
    clients = [:]
    inBlock = []
    server = try RunningServer(
      boards: boards.map { given in
        let board = try given.snapshot()
        return (board.name, board.content, board.revision)
      }, store: MemoryStore(), origins: [])
  }

  package mutating func crash() throws {
    server!.crash()
    inBlock = []
    server = try RunningServer(store: server!.store, origins: [])
  }

  package mutating func drain() throws { server!.drain(for: .seconds(60)) }

  package mutating func setFull(_ isFull: Bool) throws { server!.setFull(isFull) }
  package mutating func setSilent(_ isSilent: Bool) throws { server!.setUnavailable(isSilent) }

  package mutating func setAccess(_ rules: [String]) throws {
    server!.setAccess(try AccessRules(labelledWithTokens: rules))
  }

  package mutating func connect(_ client: String) throws -> String {
    let connection = try Connection(to: server!)
    clients[client] = connection
    return try connection.line() ?? ""
  }

  package mutating func send(_ bytes: [UInt8], from client: String) throws {
    clients[client]?.send(bytes)
    for line in bytes.split(separator: 0x0A) {
      let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      let verb = words.first { !$0.hasPrefix("#") }?.lowercased()
      if verb == "end" { inBlock.remove(client) }
      if verb == "batch" || verb == "replace" { inBlock.insert(client) }
    }
  }

  package mutating func nextLine(of client: String) throws -> Received<String> {
    guard let connection = clients[client] else { return .closed }
    guard let line = try connection.line() else { return .closed }
    return .value(line)
  }

  package mutating func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]> {
    guard let bytes = try clients[client]?.bytes(count) else { return .closed }
    return .value(bytes)
  }

  package mutating func halfClose(_ client: String) throws {
    clients[client]?.halfClose()
  }

  package mutating func cut(_ client: String) throws {
    let before = server!.connectionCount
    clients[client] = nil
    while server!.connectionCount == before {}
  }

  package mutating func advance(by time: Duration) throws {
    server!.advance(by: time)
  }

  /// Whether a line is the answer to that `ping`, in either form.
  private static func isMark(_ line: String) -> Bool {
    line == "pong \(mark)" || line == "{\"kind\":\"pong\",\"text\":\"\(mark)\"}"
  }

  /// All unread lines precede the answer to one more `ping`.
  package mutating func finish() throws -> [Leftover] {
    var leftovers: [Leftover] = []
    for (name, client) in clients.sorted(by: { $0.key < $1.key }) where !inBlock.contains(name) {
      client.send(Array("ping \(Self.mark)\n".utf8))
      while let line = try client.line(), !Self.isMark(line) {
        leftovers.append(Leftover(client: name, line: line))
      }
    }
    clients = [:]
    server = nil
    return leftovers
  }
}
