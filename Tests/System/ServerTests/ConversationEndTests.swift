import BoardModel
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@Suite("The end of a client connection")
struct ConversationEndTests {
  private static let list: Content = [
    Section(
      id: "A", title: "Fruit",
      items: [Item(id: "a", text: "apple"), Item(id: "b", text: "banana")])
  ]

  private func serve() throws -> TestServer {
    try TestServer(boards: [BoardFile("list", revision: 1, Self.list)])
  }

  /// The revision of the board as a new client sees it.
  private func revision(on server: TestServer) throws -> String? {
    let witness = try LoopbackClient(port: server.port)
    witness.send("open list")
    return try witness.lines { $0.hasPrefix("ok open") }.last
  }

  @Test("comes after all replies if the client ends its input")
  func halfClose() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    client.send(lines: (1...500).map { "ping \($0)" } + ["edit a board=list plum"])
    client.halfClose()
    let expected = (1...500).map { "pong \($0)" } + ["ok edit a at=0.0 rev=2", "bye quit"]
    try expectEqual(Array(client.lines().dropFirst()), expected)
  }

  @Test("discards an unfinished line if the client ends its input")
  func halfLine() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    client.send(Array("edit a board=list plum\nedit b board=list fi".utf8))
    client.halfClose()
    let lines = try client.lines()
    expectEqual(lines.count, 4)
    expectEqual(lines[1], "ok edit a at=0.0 rev=2")
    #expect(lines[2].hasPrefix("error unfinished-line"))
    expectEqual(lines[3], "bye quit")
    try expectEqual(revision(on: server), "ok open list 2")
  }

  @Test("discards an unfinished line and block if the client dies")
  func death() throws {
    let server = try serve()
    for isReset in [false, true] {
      for last in ["edit a board=list plu", "batch list\ndelete 0.0 a\n", "replace list\n"] {
        let client = try LoopbackClient(port: server.port)
        client.send(Array("ping\n\(last)".utf8))
        _ = try client.lines { $0 == "pong" }
        client.cut(withReset: isReset)
      }
    }
    try server.wait(forConnections: 0)
    try expectEqual(revision(on: server), "ok open list 1")
  }

  @Test("releases all leases, even after resets in the middle of a session")
  func resets() throws {
    let server = try serve()
    let watcher = try LoopbackClient(port: server.port)
    watcher.send("open list")
    _ = try watcher.lines { $0.hasPrefix("item b") }
    for round in 0..<100 {
      let client = try LoopbackClient(port: server.port)
      client.send(lines: ["open list", "begin a,b", "propose 0.0", "edit a \(round)", "ping done"])
      _ = try client.lines { $0 == "pong done" }
      client.cut(withReset: true)
      try server.wait(forConnections: 1)
    }
    watcher.send("move a,b 0.0")
    let lines = try watcher.lines { $0.hasPrefix("ok move") || $0.hasPrefix("refused") }
    expectEqual(lines.last, "ok move count=2 at=0.0 rev=101")
    expectEqual(lines.count { $0.contains(" began ") }, 100)
    expectEqual(lines.count { $0.hasSuffix(" ended cancelled") }, 100)
  }
}
