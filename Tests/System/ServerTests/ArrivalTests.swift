import BoardModel
import BoardTesting
import Libuv
import SystemTestKit
import TestKit
import Testing

@testable import BoardServer

@Suite("The line port, before it greets")
struct ArrivalTests {
  /// A server that greets nobody who is silent, until a test advances its clock.
  private func serve(
    connectionLimit: Int = 100, hasWeb: Bool = true, delay: Duration = .seconds(3_600)
  ) throws -> TestServer {
    try TestServer(boards: []) {
      $0.connectionLimit = connectionLimit
      if !hasWeb { $0.web = nil }
      $0.connections.greetingDelay = delay
    }
  }

  private func answer(to request: String, of server: TestServer) throws -> String {
    let client = try LoopbackClient(port: server.port)
    client.send(Array(request.utf8))
    return String(decoding: try client.bytes(), as: UTF8.self)
  }

  @Test("answers a browser with a page that names the port, and the web page if there is one")
  func browser() throws {
    let server = try serve()
    let page = try answer(to: "GET /b/list HTTP/1.1\r\nHost: localhost\r\n\r\n", of: server)
    #expect(page.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(page.contains("Connection: close\r\n") && page.contains("default-src 'none'"))
    #expect(page.contains("<code>nc 127.0.0.1 \(server.port)</code>"))
    #expect(page.contains("<a href=\"http://127.0.0.1:\(server.webPort)/\">"))
    #expect(!page.contains("list") && !page.contains("dropline 1"))
    let bare = try serve(hasWeb: false)
    #expect(try answer(to: "GET / HTTP/1.0\r\n\r\n", of: bare).contains("--http 127.0.0.1:7668"))
  }

  @Test("answers HEAD with the head alone")
  func head() throws {
    let head = try answer(to: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", of: try serve())
    #expect(head.hasPrefix("HTTP/1.1 400 ") && head.hasSuffix("\r\n\r\n"))
  }

  @Test(
    "greets everyone else, whose lines mean what they mean behind a greeting",
    arguments: [
      ("ping a\n", "pong a"), ("\nping a\n", "pong a"), ("GET key\r\n", "bye not-dropline"),
      ("POST / HTTP/1.1\r\n", "bye not-dropline"), ("get / http/1.1\r\n", "bye not-dropline"),
      ("GET http://a/ HTTP/1.1\r\n", "bye not-dropline"), ("G", "error unfinished-line"),
      ("GET / HTTP/1.1", "error unfinished-line"), ("", "bye quit"),
    ])
  func others(_ input: String, _ reply: String) throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    client.send(Array(input.utf8))
    client.halfClose()
    let lines = try client.lines()
    expectEqual(lines.first?.hasPrefix("dropline 1 "), true)
    #expect(lines.contains { $0.hasPrefix(reply) }, "\(lines)")
  }

  @Test("greets who is silent when the time is over, and a browser that is later as before")
  func silence() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    try server.wait(forArrivals: 1)
    expectEqual(server.control.connectionCount, 0)
    try server.advance(by: .seconds(3_600))
    expectEqual(try client.line()?.hasPrefix("dropline 1 "), true)
    client.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
    try expectEqual(client.lines().last, "bye not-dropline")
  }

  @Test("counts who is not greeted yet, and lets them go")
  func limit() throws {
    let server = try serve(connectionLimit: 2)
    let first = try LoopbackClient(port: server.port)
    let second = try LoopbackClient(port: server.port)
    try server.wait(forArrivals: 2)
    expectEqual(try LoopbackClient(port: server.port).lines().first?.hasPrefix("bye full"), true)
    first.cut()
    try server.wait(forArrivals: 1)
    second.send("ping")
    try expectEqual(second.lines { $0 == "pong" }.count, 2)
    try server.wait(forArrivals: 0)
  }

  @Test("says bye to those, too, when the server stops")
  func stopping() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    try server.wait(forArrivals: 1)
    server.control.stop()
    try expectEqual(client.lines().last, "bye shutdown")
  }
}

extension TestServer {
  /// Returns once exactly so many connections are not greeted yet.
  fileprivate func wait(forArrivals count: Int) throws {
    for _ in 0..<1_000_000 where control.ask({ $0.arrivals.count }) == count { return }
    throw LoopbackError.silence
  }
}
