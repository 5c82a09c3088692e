import BoardServer
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@Suite("A crowd that leaves at once")
struct CrowdLeavesTests {
  @Test("has given up its places when others come, however few connections are closed in a turn")
  func places() throws {
    let count = 200
    let server = try TestServer(boards: []) { $0.connectionLimit = count }
    nonisolated(unsafe) let crowd = try (0..<count).map { _ in try LoopbackClient(port: server.port)
    }
    for client in crowd { expectEqual(try client.line()?.hasPrefix("dropline "), true) }
    nonisolated(unsafe) var newcomers: [LoopbackClient] = []
    let port = server.port
    // What these do, the server sees in one turn.
    _ = server.control.ask { _ in
      for client in crowd { client.cut(withReset: true) }
      newcomers = (0..<count).compactMap { _ in try? LoopbackClient(port: port) }
    }
    expectEqual(newcomers.count, count)
    for client in newcomers { expectEqual(try client.line()?.hasPrefix("dropline "), true) }
    expectEqual(server.control.connectionCount, count)
  }
}
