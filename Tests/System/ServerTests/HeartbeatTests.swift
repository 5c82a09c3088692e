import BoardModel
import BoardTesting
import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("A heartbeat")
struct HeartbeatTests {
  private let server: TestServer
  private let client: LoopbackClient

  init() throws {
    server = try TestServer(boards: [
      BoardFile("list", revision: 1, [Section(id: "A", title: "Fruit")])
    ])
    client = try LoopbackClient(port: server.port)
    _ = try client.line()
  }

  @Test("is sent over the socket after each silence of the interval, and to no other client")
  func silence() throws {
    let other = try LoopbackClient(port: server.port)
    _ = try other.line()
    other.send("ping")
    try expectEqual(other.line(), "pong")
    client.send("hello heartbeat=60s")
    try expectEqual(client.line(), "ok hello guest-1")
    for _ in 0..<3 {
      try server.advance(by: .seconds(30))
      try expectEqual(client.arrived(), [])
      try server.advance(by: .seconds(30))
      try expectEqual(client.line(), "ping")
    }
    try expectEqual(other.arrived(), [])
  }

  @Test("waits for the end of a silence that a reply or an event broke")
  func broken() throws {
    client.send("hello heartbeat=60s\nopen list")
    _ = try client.lines { $0.hasPrefix("section ") }
    try server.advance(by: .seconds(40))
    client.send("ping")
    try expectEqual(client.line(), "pong")
    try server.advance(by: .seconds(40))
    try expectEqual(client.arrived(), [])
    let author = try LoopbackClient(port: server.port)
    author.send("insert 0.0 board=list apple")
    try expectEqual(client.lines { $0.hasPrefix("insert ") }.count, 2)
    try server.advance(by: .seconds(40))
    try expectEqual(client.arrived(), [])
    try server.advance(by: .seconds(20))
    try expectEqual(client.line(), "ping")
  }

  @Test("ends with heartbeat=0s, and is an object in the JSON form")
  func forms() throws {
    client.send("hello form=json heartbeat=60s")
    _ = try client.line()
    try server.advance(by: .seconds(60))
    try expectEqual(client.line(), #"{"kind":"ping"}"#)
    client.send("hello heartbeat=0s")
    _ = try client.line()
    try server.advance(by: .seconds(600))
    try expectEqual(client.arrived(), [])
  }

  @Test("of the kernel detects a dead peer within 45 s")
  func keepAlive() throws {
    let socket = try #require(
      (0..<4_096).first { localPort(of: $0) == server.port && isConnected($0) })
    expectEqual(option(SOL_SOCKET, SO_KEEPALIVE, of: socket), 1)
    let tcp = Int32(IPPROTO_TCP)
    let (idle, interval, probes) = (
      option(tcp, TCP_KEEPIDLE, of: socket), option(tcp, TCP_KEEPINTVL, of: socket),
      option(tcp, TCP_KEEPCNT, of: socket)
    )
    #expect(idle + interval * probes <= 45)
  }

  private func option(_ level: Int32, _ name: Int32, of descriptor: Int32) -> Int32 {
    var (value, size): (Int32, socklen_t) = (0, 4)
    return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : -1
  }

  private func localPort(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
  }

  private func isConnected(_ descriptor: Int32) -> Bool {
    var address = sockaddr()
    var size = socklen_t(MemoryLayout<sockaddr>.size)
    return getpeername(descriptor, &address, &size) == 0
  }
}
