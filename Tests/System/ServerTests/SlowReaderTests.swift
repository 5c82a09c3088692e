import BoardModel
import BoardTesting
import CheckedClients
import Simulation
import SystemTestKit
import TestKit
import Testing

@testable import BoardHub
@testable import BoardServer

@Suite("A client that does not read")
struct SlowReaderTests {
  /// A subscriber with everything it has read so far.
  private final class Watcher {
    let connection: LoopbackClient
    var reader = CheckedReader()
    /// A revision, what was read up to it, and how many batches and snapshots went beyond it.
    var mark = Int.max
    private(set) var bytesUpToMark = 0
    private(set) var stepsBehindMark = 0

    /// - Parameter isStalled: Whether it is not going to read: of itself the kernel would hold ever
    ///   more for it on its own side.
    init(port: UInt16, isStalled: Bool) throws {
      connection = try LoopbackClient(port: port, receiveBuffer: isStalled ? 32_768 : nil)
      reader.ask(.init(tag: "open", board: "list"))
      connection.send("#open open list")
      try read { $0.hasPrefix("item i99 ") }
    }

    var board: Mirror.Board? { reader.mirror.boards["list"] }

    /// Reads up to the line that is the last one.
    func read(until isLast: (String) -> Bool) throws {
      for line in try connection.lines(until: isLast) { try consume(line) }
    }

    func readArrived() throws {
      for line in try connection.arrived() { try consume(line) }
    }

    private func consume(_ line: String) throws {
      if stepsBehindMark == 0 { bytesUpToMark += line.utf8.count + 1 }
      guard try reader.read(line) != nil, let board else { return }
      if board.revision > mark { stepsBehindMark += 1 }
    }

    /// Reads everything that was sent before now, and what is sent once that is read.
    func catchUp(on server: TestServer) throws {
      for tag in ["first", "second"] {
        reader.ask(.init(tag: tag, board: "list"))
        connection.send("#\(tag) ping")
        try read { $0 == "#\(tag) pong" }
        try server.advance(by: .seconds(1))
      }
    }
  }

  private func serve() throws -> TestServer {
    let items = (0..<100).map { Item(id: ItemID("i\($0)")!, text: Text("item \($0)")) }
    return try TestServer(boards: [
      BoardFile("list", revision: 0, [Section(id: "A", title: "Long", items: items)])
    ])
  }

  @Test(
    "costs constant memory and remains connected, while others get every line (slow: 50 readers)")
  func stalled() throws {
    let server = try serve()
    let author = try LoopbackClient(port: server.port)
    let watchers = try (0..<50).map { try Watcher(port: server.port, isStalled: $0 < 5) }
    // How much is sent in how many batches depends on the machine, and so does when the kernel is full.
    // It makes room for a while by packing what it holds.
    var (round, fullRounds) = (0, 0)
    while round < 60 || fullRounds < 20 && round < 1_000 {
      round += 1
      drop(100, in: round, by: author)
      for _ in 0..<100 { _ = try author.lines { $0.hasPrefix("ok perform") } }
      for watcher in watchers[5...] { try watcher.readArrived() }
      // One batch or snapshot on its way: two hundred lines of at most forty bytes.
      let queues = server.queues
      #expect(queues.allSatisfy { $0.writes <= 1 && $0.bytes <= 8_192 })
      fullRounds = queues.count { $0.bytes > 0 } == 5 ? fullRounds + 1 : 0
    }
    expectEqual(server.control.connectionCount, 51)
    expectEqual(server.queues.count { $0.bytes > 0 }, 5)
    for watcher in watchers[5...] {
      try watcher.catchUp(on: server)
      expectEqual(watcher.board?.revision, server.revision)
    }
    try wake(watchers[..<5], on: server)
    let boards = Set(watchers.compactMap(\.board))
    expectEqual(boards.count, 1)
  }

  /// Drags items from anywhere to somewhere, each in three commands. By half of the board each round turns it, so that also
  /// the batch of a whole round has many rows.
  private func drop(_ count: Int, in round: Int, by author: LoopbackClient) {
    author.send(
      lines: (0..<count).flatMap { number in
        ["begin i\(number) board=list", "propose 0.\((number * 37 + round * 50) % 99)", "perform"]
      })
  }

  /// After the lines in flight there is one composed batch or snapshot to the present revision, and
  /// nothing else. The kernel buffered no more than its limit.
  private func wake(_ watchers: ArraySlice<Watcher>, on server: TestServer) throws {
    let positions =
      server.control.ask { $0.hub.boards["list"]!.subscribers.map(\.revision) } ?? []
    let behind = positions.filter { $0 < server.revision }
    expectEqual(behind.count, 5)
    for watcher in watchers {
      watcher.mark = behind.max() ?? 0
      try watcher.catchUp(on: server)
      expectEqual(watcher.board?.revision, server.revision)
      expectEqual(watcher.stepsBehindMark, 1)
      #expect(watcher.bytesUpToMark <= 160 * 1_024)
    }
  }

  @Test("but sends many commands is read no further, and gets every reply in order when it reads")
  func flood() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port, receiveBuffer: 4_096)
    _ = try client.line()
    let padding = String(repeating: "x", count: 80)
    let bytes = Array((0..<200_000).map { "ping \($0) \(padding)\n" }.joined().utf8)
    var sent = 0
    var mostUnsent = 0
    while true {
      let count = client.sendWithoutWaiting(bytes[sent...])
      if count == 0 {
        server.control.settle()
        if client.sendWithoutWaiting(bytes[sent...].prefix(1)) == 0 { break }
        sent += 1
      }
      sent += count
      mostUnsent = max(mostUnsent, server.unsentBytes.max() ?? 0)
    }
    #expect(sent < bytes.count)
    // The reply that reaches the limit is sent whole.
    #expect(mostUnsent <= Limits.unsentBytes + 100)
    #expect(try answersOther(server))
    let commands = bytes[..<sent].count { $0 == 0x0A }
    client.halfClose()
    for number in 0..<commands {
      guard try client.line() == "pong \(number) \(padding)" else {
        Issue.record("answer \(number) of \(commands)")
        return
      }
    }
  }

  /// Whether another client is served meanwhile.
  private func answersOther(_ server: TestServer) throws -> Bool {
    let other = try LoopbackClient(port: server.port)
    other.send("edit i0 board=list again")
    return try other.lines { $0.hasPrefix("ok edit") }.last?.hasPrefix("ok edit i0") == true
  }
}
