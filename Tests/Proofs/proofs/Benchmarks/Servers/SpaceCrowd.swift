import Glibc
import KillTrial
import LocalNodes
import Net

/// Clients of spaces of a node, each of which has at most one command in flight.
final class SpaceCrowd {
  private final class Client {
    let socket: LineSocket
    let space: String
    /// What tells it from the others of its space.
    let number: Int
    /// The commands that were answered.
    var answered = 0
    var sentAt = ContinuousClock.now

    init(_ socket: LineSocket, of space: String, _ number: Int) {
      (self.socket, self.space, self.number) = (socket, space, number)
    }

    func send(_ line: String) {
      sentAt = .now
      socket.send(line)
    }
  }

  private let node: TrialNode
  private let clients: [Client]
  /// The milliseconds of each command.
  private(set) var delays: [Double] = []
  /// How long it has written.
  private var time: Duration = .zero

  /// - Parameter spaces: The space of each client.
  init(at node: TrialNode, _ spaces: [String]) throws {
    self.node = node
    let port = node.server.port ?? 0
    var counts: [String: Int] = [:]
    clients = try spaces.map { space in
      counts[space, default: 0] += 1
      return Client(try LineSocket(to: .loopback(port)), of: space, counts[space] ?? 0)
    }
  }

  /// The commands in a second.
  var rate: Double { Double(delays.count) / (time / .seconds(1)) }

  /// Lets each client choose its space.
  ///
  /// - Returns: How long it took until all were served.
  func enter() throws -> Duration {
    let start = ContinuousClock.now
    try ask { "space \($0.space)" }
    return ContinuousClock.now - start
  }

  /// Gives each space a board, and each client a name and an item.
  func prepareWriters(isEntered: Bool = false) throws {
    if !isEntered { _ = try enter() }
    try ask { "hello w\($0.number) token=a-long-secret-of-its-own" }
    for line in ["create list", "insert-section 0 board=list Letters"] {
      try ask { $0.number == 1 ? line : "ping" }
    }
    try ask { "insert 0.0 board=list the item of \($0.number)" }
  }

  /// Each client says a line, and all are answered.
  private func ask(_ line: (Client) -> String) throws {
    for client in clients { client.send(line(client)) }
    var missing = clients.count
    try read { _ in
      missing -= 1
    } while: {
      missing > 0
    }
  }

  /// Each client changes the text of an item as fast as it is answered, for a time.
  func write(for time: Duration) throws {
    let start = ContinuousClock.now
    for client in clients { change(client) }
    var inFlight = clients.count
    try read { client in
      let now = ContinuousClock.now
      delays.append((now - client.sentAt) / .milliseconds(1))
      if now - start < time { change(client) } else { inFlight -= 1 }
    } while: {
      inFlight > 0
    }
    self.time += ContinuousClock.now - start
  }

  private func change(_ client: Client) {
    let count = client.answered
    client.send("#\(count) edit 0.\(client.number - 1) board=list text \(count)")
  }

  /// Reads replies as they come.
  private func read(
    _ answered: (Client) throws -> Void, while goesOn: () -> Bool
  ) throws {
    var requests = clients.map {
      pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0)
    }
    while goesOn() {
      node.server.listen()
      guard poll(&requests, UInt(requests.count), 60_000) > 0 else {
        throw LocalServerError.silence(node.server.log)
      }
      for (request, client) in zip(requests, clients) where request.revents != 0 {
        for line in client.socket.arrivedLines() where try isReply(line) {
          client.answered += 1
          try answered(client)
        }
        if client.socket.isAtEnd { throw LocalServerError.ended(node.server.log) }
      }
    }
  }

  private func isReply(_ line: String) throws -> Bool {
    let words = line.split(separator: " ", maxSplits: 2)
    let word = words.first?.hasPrefix("#") == true ? words[1] : words.first
    switch word {
    case "ok", "pong": return true
    case "refused", "error", "bye": throw LocalServerError.ended("\(line)\n\(node.server.log)")
    default: return false
    }
  }
}
