import BoardModel
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@testable import BoardServer

@Suite("The HTTP port")
struct WebListenerTests {
  private static let list: Content = [
    Section(
      id: "A", title: "Fruit", items: [Item(id: "a", text: "apple"), Item(id: "b", text: "pear")])
  ]

  private func serve(connectionLimit: Int = 100) throws -> TestServer {
    try TestServer(boards: [BoardFile("list", revision: 1, Self.list)]) {
      $0.epoch = Epoch("website")!
      $0.place = .memory
      $0.connectionLimit = connectionLimit
    }
  }

  /// The status line and the fields of the next answer; its body is skipped.
  private func head(_ client: LoopbackClient) throws -> [String] {
    var head: [String] = []
    while let line = try client.line(), line != "\r" { head.append(String(line.dropLast())) }
    let length = head.first { $0.hasPrefix("Content-Length: ") }?.dropFirst(16)
    if let length = length.flatMap({ Int($0) }), length > 0 { _ = try client.bytes(length) }
    return head
  }

  private func request(_ target: String, _ server: TestServer, _ fields: String...) -> [UInt8] {
    let lines = ["GET \(target) HTTP/1.1", "Host: localhost:\(server.webPort)"] + fields
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  @Test("serves files on a connection that is used again, and several requests at once")
  func files() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.webPort)
    for _ in 0..<3 {
      client.send(request("/page/main.js", server))
      try expectEqual(head(client).first, "HTTP/1.1 200 OK")
    }
    client.send(request("/healthz", server) + request("/nope", server))
    try expectEqual(head(client).first, "HTTP/1.1 200 OK")
    try expectEqual(head(client).first, "HTTP/1.1 404 Not Found")
    client.send(request("/", server, "Connection: close"))
    #expect(try head(client).contains("Connection: close"))
    try expectEqual(client.bytes(), [])
  }

  @Test("answers sixteen requests that come at once, and closes after the next")
  func pipelined() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.webPort)
    let one = request("/healthz", server)
    client.send(Array(repeatElement(one, count: Limits.pipelinedRequests + 2).joined()))
    for _ in 0..<Limits.pipelinedRequests {
      try expectEqual(head(client).first, "HTTP/1.1 200 OK")
    }
    try expectEqual(head(client).first, "HTTP/1.1 400 Bad Request")
    try expectEqual(client.bytes(), [])
  }

  @Test(
    "closes after a request that has a body, is malformed, or has too much of something",
    arguments: [
      ("POST / HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 6\r\n\r\nping\r\n", 405),
      ("GET / HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 6\r\n\r\nping\r\n", 413),
      (
        "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413
      ),
      ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: localhost:PORT\r\nX: a\r\n b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : localhost:PORT\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\nHost: localhost:PORT\r\n\r\n", 400),
      ("GET /\r\n\r\n", 400), ("hello ann\n", 400), ("\u{16}\u{3}\u{1}", 400),
      ("GET /\(String(repeating: "x", count: 1_024)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
      (
        "GET / HTTP/1.1\r\nHost: localhost:PORT\r\n"
          + String(repeating: "X: y\r\n", count: 64) + "\r\n", 431
      ),
      ("GET / HTTP/1.1\r\nX: \(String(repeating: "y", count: 17_000))\r\n\r\n", 431),
      ("GET / HTTP/1.1\r\nX: \(String(repeating: "y", count: 17_000))", 431),
    ])
  func violations(_ bytes: String, _ status: Int) throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.webPort)
    client.send(Array(bytes.replacing("PORT", with: "\(server.webPort)").utf8))
    let answer = try head(client)
    expectEqual(answer.first?.hasPrefix("HTTP/1.1 \(status) "), true, "\(answer)")
    #expect(answer.contains("Connection: close"))
    try expectEqual(client.bytes(), [])
  }

  @Test("gives a connection 10 s for a head, from its beginning or the last answer on")
  func slowHead() throws {
    let server = try serve()
    let slow = try LoopbackClient(port: server.webPort)
    let busy = try LoopbackClient(port: server.webPort)
    busy.send(request("/healthz", server))
    _ = try head(busy)
    for byte in "GET".utf8 {
      slow.send([byte])
      busy.send(request("/healthz", server))
      try expectEqual(head(busy).first, "HTTP/1.1 200 OK")
      try server.advance(by: .seconds(3))
    }
    try server.advance(by: .seconds(2))
    try expectEqual(slow.bytes(), [])
    busy.send(request("/healthz", server))
    try expectEqual(head(busy).first, "HTTP/1.1 200 OK")
    try server.advance(by: .seconds(11))
    try expectEqual(busy.bytes(), [])
  }

  @Test("accepts 512 connections of one address that are no WebSockets")
  func requesters() throws {
    let server = try serve(connectionLimit: 4_000)
    let idle = try (0..<Limits.httpConnectionsOfAddress).map { _ in
      try LoopbackClient(port: server.webPort)
    }
    idle[0].send(request("/healthz", server))
    try expectEqual(head(idle[0]).first, "HTTP/1.1 200 OK")
    // The one makes room for which the server has waited the longest.
    let late = try LoopbackClient(port: server.webPort)
    late.send(request("/healthz", server))
    try expectEqual(head(late).first, "HTTP/1.1 200 OK")
    try expectEqual(idle[1].bytes(), [])
    expectEqual(server.control.ask { $0.webPeerCount }, idle.count)
    // One that is a WebSocket does not count.
    for _ in 0..<5 {
      let socket = try WebSocketClient(port: server.webPort)
      expectEqual(try socket.line()?.hasPrefix("dropline 1 "), true)
    }
    for client in [idle[0], idle[3], late] {
      client.send(request("/healthz", server))
      try expectEqual(head(client).first, "HTTP/1.1 200 OK")
    }
  }

  @Test("judges the silence of each connection once, however many others were there before")
  func judgements() throws {
    let server = try serve()
    for _ in 0..<100 {
      try LoopbackClient(port: server.webPort).cut(withReset: true)
      while server.control.ask({ $0.webPeerCount }) != 0 {}
    }
    let socket = try WebSocketClient(port: server.webPort)
    expectEqual(try socket.line()?.hasPrefix("dropline 1 "), true)
    try server.advance(by: Limits.httpHead)
    expectEqual(server.control.ask { $0.web?.judgementCount }, 1)
  }

  @Test("answers 503 if it waits for none of those that it has")
  func busyRequesters() throws {
    let server = try serve(connectionLimit: 4)
    let deaf = try LoopbackClient(port: server.webPort, receiveBuffer: 4_096)
    deaf.send(Array(repeatElement(request("/page/link.js", server), count: 16).joined()))
    server.control.settle()
    let late = try LoopbackClient(port: server.webPort)
    try expectEqual(head(late).first, "HTTP/1.1 503 Service Unavailable")
    try expectEqual(late.bytes(), [])
    deaf.cut()
  }

  @Test("has one conversation as the line port has it, and closes with 1000")
  func conversation() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort)
    expectEqual(web.answer.first, "HTTP/1.1 101 Switching Protocols")
    #expect(web.answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    let line = try LoopbackClient(port: server.port)
    _ = try line.line()
    line.send("open list")
    _ = try line.lines { $0.hasPrefix("item b") }
    expectEqual(try web.line()?.hasPrefix("dropline 1 epoch=website client=guest-1 "), true)
    web.send("open list\nmove b 0.0")
    let lines = try web.lines { $0.hasPrefix("ok move") }
    expectEqual(
      lines,
      [
        "ok open list 1", "board list 1 1 3", "section A 2 Fruit", "item a apple", "item b pear",
        "batch list 1 2 1", "move 0.1 0.0 b", "ok move count=1 at=0.0 rev=2",
      ])
    try expectEqual(line.lines { $0.hasPrefix("move") }, ["batch list 1 2 1", "move 0.1 0.0 b"])
    web.send("quit")
    try expectEqual(web.lines(), ["ok quit", "bye quit"])
    expectEqual(web.closeCode, 1000)
    try server.wait(forConnections: 1)
  }

  @Test("answers everything before a client's close, and closes with the client's code")
  func clientCloses() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort)
    web.send([
      WebSocketClient.frame(0x81, Array("ping a".utf8)),
      WebSocketClient.frame(0x01, Array("pin".utf8)),
      WebSocketClient.frame(0x88, [0x0F, 0xA1]),
    ])
    let lines = try web.lines()
    let words = lines.dropFirst().map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    expectEqual(words, ["pong a", "error unfinished-line", "bye quit"])
    expectEqual(web.closeCode, 4001)
  }

  @Test("treats the end of a connection without a close as the line port does")
  func halfClose() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort)
    web.send("ping a")
    web.halfClose()
    try expectEqual(web.lines().dropFirst(), ["pong a", "bye quit"])
    expectEqual(web.closeCode, 1000)
  }

  @Test(
    "closes a client that breaks the framing, and forgets it",
    arguments: [
      (WebSocketClient.header(0x81, 1, isMasked: false) + [0x61], 1002),
      (WebSocketClient.frame(0x82, [1]), 1003), (WebSocketClient.frame(0x81, [0xFF]), 1007),
      (WebSocketClient.header(0x81, 65_537, isMasked: true), 1009),
    ] as [([UInt8], Int)])
  func framing(_ bytes: [UInt8], _ code: Int) throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort)
    _ = try web.line()
    web.send(raw: WebSocketClient.frame(0x81, Array("ping a".utf8)) + bytes + [1, 2, 3, 4])
    _ = try web.lines()
    expectEqual(web.closeCode, code)
    try server.wait(forConnections: 0)
  }

  @Test("closes with 1008 after what the protocol does not tolerate")
  func policy() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort)
    web.send(String(repeating: "nonsense\n", count: Limits.errorsInARow))
    try expectEqual(web.lines().last, "bye too-many-errors")
    expectEqual(web.closeCode, 1008)
    let foreign = try WebSocketClient(port: server.webPort)
    foreign.send("GET / HTTP/1.1")
    try expectEqual(foreign.lines().last, "bye not-dropline")
    expectEqual(foreign.closeCode, 1008)
  }

  @Test("says that it is full after the upgrade, with 1013")
  func full() throws {
    let server = try serve(connectionLimit: 1)
    let first = try LoopbackClient(port: server.port)
    _ = try first.line()
    first.send("open list")
    _ = try first.lines { $0.hasPrefix("item b") }
    let web = try WebSocketClient(port: server.webPort)
    expectEqual(web.answer.first, "HTTP/1.1 101 Switching Protocols")
    web.send("ping a")
    try expectEqual(web.lines(), ["bye full The server has as many connections as it takes."])
    expectEqual(web.closeCode, 1013)
    expectEqual(server.control.connectionCount, 1)
  }

  @Test("sends a ping after 30 s of silence, and closes after 60 s")
  func silence() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort)
    let alive = try WebSocketClient(port: server.webPort)
    for client in [web, alive] {
      _ = try client.line()
      client.send("open list")
      _ = try client.lines { $0.hasPrefix("item b") }
    }
    try server.advance(by: .seconds(31))
    try expectEqual(web.frame(), .init(first: 0x89, payload: []))
    try expectEqual(alive.frame(), .init(first: 0x89, payload: []))
    alive.send([WebSocketClient.frame(0x8A, [])])
    server.control.settle()
    try server.advance(by: .seconds(31))
    expectEqual(try web.lines().last?.hasPrefix("bye idle"), true)
    expectEqual(web.closeCode, 1008)
    alive.send("ping a")
    try expectEqual(alive.line(), "pong a")
  }

  @Test("answers a client's ping with its payload")
  func ping() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort)
    _ = try web.line()
    web.send([WebSocketClient.frame(0x89, Array("life".utf8))])
    try expectEqual(web.frame(), .init(first: 0x8A, payload: Array("life".utf8)))
  }

  @Test("closes with 1001 when the server stops, and answers for its health until the end")
  func shutdown() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort)
    _ = try web.line()
    // It reads nothing of its last lines, so the server waits for it.
    let deaf = try LoopbackClient(port: server.port, receiveBuffer: 4_096)
    _ = try deaf.line()
    let ping = Array("ping \(String(repeating: "x", count: 1_000))\n".utf8)
    _ = deaf.sendWithoutWaiting(Array(repeatElement(ping, count: 1_000).joined())[...])
    server.control.settle()
    let health = try LoopbackClient(port: server.webPort)
    health.send(request("/healthz", server))
    try expectEqual(head(health).first, "HTTP/1.1 200 OK")
    server.control.stop()
    try expectEqual(web.lines(), ["bye shutdown"])
    expectEqual(web.closeCode, 1001)
    health.send(request("/healthz", server))
    try expectEqual(head(health).first, "HTTP/1.1 503 Service Unavailable")
    let late = try WebSocketClient(port: server.webPort)
    expectEqual(late.answer.first, "HTTP/1.1 503 Service Unavailable")
    deaf.cut()
  }
}
