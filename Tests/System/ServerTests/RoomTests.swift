import BoardModel
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@Suite("A server whose connections are all taken")
struct RoomTests {
  private let server: TestServer

  init() throws {
    server = try TestServer(boards: [
      BoardFile("list", revision: 1, [Section(id: "A", title: "Fruit")])
    ]) { $0.connectionLimit = 2 }
  }

  /// A client that has said something, and its first line.
  private func client(_ line: String = "ping") throws -> (LoopbackClient, String?) {
    let client = try LoopbackClient(port: server.port)
    let first = try client.line()
    client.send(line)
    if first?.hasPrefix("dropline ") == true { _ = try client.line() }
    server.control.settle()
    return (client, first)
  }

  @Test("closes the guest that has been idle for the longest time, and greets the new client")
  func room() throws {
    let (first, _) = try client()
    try server.advance(by: .seconds(1))
    let (second, _) = try client()
    try server.advance(by: .seconds(1))
    let (third, greeting) = try client()
    expectEqual(greeting?.hasPrefix("dropline "), true)
    expectEqual(try first.line()?.hasPrefix("bye idle"), true)
    expectNil(try first.line())
    for kept in [second, third] {
      kept.send("ping")
      try expectEqual(kept.line(), "pong")
    }
    expectEqual(server.control.connectionCount, 2)
  }

  @Test("sends bye full if everybody watches a board, has a name, or has just said something")
  func full() throws {
    let (watcher, _) = try client("open list since=1")
    let (named, _) = try client("hello ann")
    try server.advance(by: .seconds(3_600))
    expectEqual(try client().1?.hasPrefix("bye full"), true)
    watcher.send("close list")
    try expectEqual(watcher.line(), "ok close list")
    expectEqual(try client().1?.hasPrefix("bye full"), true)
    try server.advance(by: .seconds(1))
    expectEqual(try client().1?.hasPrefix("dropline "), true)
    named.send("ping")
    try expectEqual(named.line(), "pong")
  }

  @Test(
    "ends a connection without a first line after 10 s, and lets it be as long as there is room")
  func newcomer() throws {
    let silent = try LoopbackClient(port: server.port)
    _ = try silent.line()
    try server.advance(by: .seconds(3_600))
    silent.send("ping still here")
    try expectEqual(silent.line(), "pong still here")
    let crowding = try LoopbackClient(port: server.port)
    _ = try crowding.line()
    try server.advance(by: .seconds(10))
    expectEqual(try crowding.line()?.hasPrefix("bye idle"), true)
    expectNil(try crowding.line())
    silent.send("ping")
    try expectEqual(silent.line(), "pong")
  }
}
