import BoardCore
import TestSupport
import Testing

@testable import BoardHub
@testable import BoardServer

@Suite("A client that does not read")
struct SlowReaderTests {
  /// A watcher with everything it has read so far.
  private final class Watcher {
    let connection: LoopbackClient
    var reader = CheckedReader()
    /// A revision, and how many batches and snapshots went beyond it.
    var mark = Int.max
    private(set) var stepsBehindMark = 0

    /// - Parameter isStalled: Whether the kernel shall hold little for it.
    init(port: UInt16, isStalled: Bool) throws {
      connection = try LoopbackClient(port: port, receiveBuffer: isStalled ? 4_096 : nil)
      reader.ask(.init(tag: "open", board: "list"))
      connection.send("#open open list")
      try read { $0.hasPrefix("item i99 ") }
    }

    var board: Mirror.Board? { reader.mirror.boards["list"] }

    /// Reads up to the line that is the last one.
    func read(until isLast: (String) -> Bool) throws {
      for line in try connection.lines(until: isLast) { try take(line) }
    }

    func readArrived() throws {
      for line in try connection.arrived() { try take(line) }
    }

    private func take(_ line: String) throws {
      guard try reader.read(line) != nil, let board else { return }
      if board.revision > mark { stepsBehindMark += 1 }
    }

    /// Reads everything that was sent before now, and what is sent once that is read.
    func catchUp(on server: RunningServer) throws {
      for tag in ["first", "second"] {
        reader.ask(.init(tag: tag, board: "list"))
        connection.send("#\(tag) ping")
        try read { $0 == "pong #\(tag)" }
        server.advance(by: .seconds(1))
      }
    }
  }

  private func serve() throws -> RunningServer {
    let items = (0..<100).map { Item(id: ItemID("i\($0)")!, text: Text("item \($0)")) }
    return try RunningServer(boards: [
      ("list", [Section(id: "A", title: "Long", items: items)], 0)
    ])
  }

  @Test("costs a constant and is not cut off, while others get everything")
  func stalled() throws {
    let server = try serve()
    let author = try LoopbackClient(port: server.port)
    let watchers = try (0..<10).map { try Watcher(port: server.port, isStalled: $0 < 3) }
    var mostUnsent = 0
    for round in 0..<200 {
      author.send(lines: (0..<100).map { "edit list/\(0).\($0) \(round) is the round" })
      for _ in 0..<100 { _ = try author.lines { $0.hasPrefix("ok edit") } }
      for watcher in watchers[3...] { try watcher.readArrived() }
      mostUnsent = max(mostUnsent, server.unsentBytes.max() ?? 0)
    }
    // One batch or snapshot on its way: a hundred lines of at most sixty bytes.
    #expect(mostUnsent > 0)
    #expect(mostUnsent <= 8_192)
    #expect(server.connectionCount == 11)
    #expect(server.unsentBytes.count { $0 > 0 } == 3)
    for watcher in watchers[3...] {
      try watcher.catchUp(on: server)
      #expect(watcher.board?.revision == 20_000)
    }
    try wake(watchers[..<3], on: server)
    let boards = Set(watchers.compactMap(\.board))
    #expect(boards.count == 1)
  }

  /// What was on its way is followed by one batch or snapshot to now, and nothing else.
  private func wake(_ watchers: ArraySlice<Watcher>, on server: RunningServer) throws {
    let positions = server.control.ask { $0.hub.boards["list"]!.watchers.map(\.revision) } ?? []
    let behind = positions.filter { $0 < 20_000 }
    #expect(behind.count == 3)
    for watcher in watchers {
      watcher.mark = behind.max() ?? 0
      try watcher.catchUp(on: server)
      #expect(watcher.board?.revision == 20_000)
      #expect(watcher.stepsBehindMark == 1)
    }
  }

  @Test("but floods commands is read no further, and gets every answer in order when it reads")
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
        server.settle()
        if client.sendWithoutWaiting(bytes[sent...].prefix(1)) == 0 { break }
        sent += 1
      }
      sent += count
      mostUnsent = max(mostUnsent, server.unsentBytes.max() ?? 0)
    }
    #expect(sent < bytes.count)
    // It may be read for one more turn where a little less than the limit is unsent.
    #expect(mostUnsent <= 2 * Limits.unsentBytes + 4_096)
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

  /// Whether somebody else is served meanwhile.
  private func answersOther(_ server: RunningServer) throws -> Bool {
    let other = try LoopbackClient(port: server.port)
    other.send("edit list/i0 again")
    return try other.lines { $0.hasPrefix("ok edit") }.last?.hasPrefix("ok edit i0") == true
  }
}
