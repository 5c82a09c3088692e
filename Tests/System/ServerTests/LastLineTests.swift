import BoardModel
import BoardTesting
import Glibc
import Net
import SystemTestKit
import TLS
import TestKit
import Testing

@testable import BoardServer

@Suite("The last line of a connection whose client goes on to write", .serialized)
struct LastLineTests {
  /// What a client does so that the server ends its connection, and the reason of the `bye`.
  enum Cause: String, CaseIterable {
    case quit
    case errors = "too-many-errors"
    case tokens = "too-many-tokens"
    case idle
    case stop = "shutdown"

    var lines: String {
      switch self {
      case .quit: "quit\n"
      case .errors: String(repeating: "x\n", count: Limits.errorsInARow)
      case .tokens:
        String(repeating: "hello ann token=wrong-wrong-wrong\n", count: Limits.wrongTokens)
      case .idle: ""
      case .stop: "ping\n"
      }
    }
  }

  private static let patience: Duration = .seconds(600)

  private func serve(
    connectionLimit: Int = 100, isEncrypted: Bool = false, greetingDelay: Duration = .zero
  ) throws -> TestServer {
    let certificate = isEncrypted ? try TestCertificate(in: Scratch()) : nil
    return try TestServer(boards: []) {
      $0.connections.linger = Self.patience
      $0.connections.lingerSilence = Self.patience
      $0.farewell = Self.patience
      $0.connectionLimit = connectionLimit
      $0.connections.greetingDelay = greetingDelay
      $0.certificate = certificate?.files
    }
  }

  private func lingering(_ server: TestServer) -> Int? {
    server.control.ask { $0.lingering.count }
  }

  @Test(
    "is read over every transport, though ten megabytes come behind its cause",
    arguments: EagerWriter.Transport.allCases, Cause.allCases)
  func transports(_ transport: EagerWriter.Transport, _ cause: Cause) throws {
    // All places are taken by the owner and the client.
    let server = try serve(
      connectionLimit: cause == .idle ? 2 : 100, isEncrypted: transport == .tls)
    let owner = try EagerWriter(.unix, of: server)
    owner.send(Array("hello ann token=right-right-right\n".utf8))
    try owner.read(until: "ok hello ann")
    let client = try EagerWriter(transport, of: server)
    try server.wait(forConnections: 2)
    if !cause.lines.isEmpty { client.send(Array(cause.lines.utf8)) }
    switch cause {
    case .idle: try server.advance(by: Limits.firstLineIfCrowded)
    case .stop: server.control.stop()
    case .quit, .errors, .tokens: break
    }
    client.sendTenMegabytes()
    #expect(!client.isBroken)
    let end = try client.readToEnd()
    #expect(end.isClean)
    #expect(end.text.contains("bye \(cause.rawValue)"), "\(end.text.suffix(200))")
  }

  @Test("is read over HTTP, by a browser at the port of lines, and by who does not encrypt")
  func answers() throws {
    let server = try serve(greetingDelay: Self.patience)
    let encrypted = try serve(isEncrypted: true)
    for (port, answer) in [
      (server.webPort, "</html>"), (server.port, "</html>"),
      (encrypted.webPort, "This port speaks HTTPS.\r\n"), (encrypted.port, "connect tls://"),
    ] {
      let client = try EagerWriter(port: port)
      let request = "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n"
      client.send(Array(request.utf8))
      client.sendTenMegabytes()
      #expect(!client.isBroken)
      let end = try client.readToEnd()
      #expect(end.isClean && end.text.contains(answer), "\(end.text.suffix(200))")
    }
  }

  @Test("is followed by 16 MiB that are read, and by nothing more")
  func bytes() throws {
    let server = try serve()
    let client = try EagerWriter(port: server.port)
    client.send(Array("quit\n".utf8))
    var sent = 0
    while !client.isBroken, sent < 1 << 30 {
      client.send(EagerWriter.blanks)
      sent += EagerWriter.blanks.count
    }
    #expect(client.isBroken)
    #expect(sent > Limits.lingerBytes)
    expectEqual(lingering(server), 0)
  }

  @Test("is the end of what others see of the client, who may be silent for 5 s")
  func silence() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    client.send("quit")
    try expectEqual(client.lines().last, "bye quit")
    expectEqual(server.control.connectionCount, 0)
    expectEqual(lingering(server), 1)
    let watcher = try LoopbackClient(port: server.port)
    watcher.send(lines: ["stats connections-closing", "ping"])
    #expect(try watcher.lines { $0 == "pong" }.contains("connections-closing 1"))
    try server.advance(by: Self.patience)
    expectEqual(lingering(server), 0)
  }

  @Test("is awaited no longer than the client is connected")
  func end() throws {
    let server = try serve()
    for isReset in [false, true] {
      let client = try LoopbackClient(port: server.port)
      client.send("quit")
      _ = try client.lines()
      client.cut(withReset: isReset)
      while lingering(server) != 0 {}
    }
  }

  @Test("is awaited no longer if the place is needed, and first where it was sent first")
  func room() throws {
    let server = try serve(connectionLimit: 2)
    let leavers = try (0..<2).map { _ in
      let client = try EagerWriter(port: server.port)
      client.send(Array("quit\n".utf8))
      #expect(try client.readToEnd().isClean)
      return client
    }
    expectEqual(lingering(server), 2)
    var members: [LoopbackClient] = []
    for left in [1, 0] {
      members.append(try LoopbackClient(port: server.port))
      members[1 - left].send("hello name-\(left)")
      _ = try members[1 - left].lines { $0.hasPrefix("ok hello") }
      expectEqual(lingering(server), left)
      // One that is gone is reset sooner or later, others are read.
      if left == 1 { for leaver in leavers { leaver.sendTenMegabytes() } }
    }
    expectEqual(leavers.map(\.isBroken), [true, false])
    let last = try EagerWriter(port: server.port)
    last.sendTenMegabytes()
    let end = try last.readToEnd()
    #expect(!last.isBroken && end.isClean && end.text.hasPrefix("bye full"))
  }

  @Test("is awaited for a short silence if the server stops")
  func stop() throws {
    let server = try serve()
    let early = try LoopbackClient(port: server.port)
    early.send("quit")
    _ = try early.lines()
    let client = try LoopbackClient(port: server.port)
    _ = try client.line()
    server.control.stop()
    try expectEqual(client.line(), "bye shutdown")
    expectNil(try client.line())
    expectEqual(lingering(server), 2)
    server.control.advance(by: Self.patience)
    expectNil(server.host.fault())
  }
}
