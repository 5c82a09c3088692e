import BoardAuthority
import BoardModel
import BoardTesting
import Libuv
import Net
import Simulation
import SystemTestKit
import TLS
import TestKit
import Testing
import TokenHashing

@testable import BoardServer

@Suite("A connection through a proxy")
struct ProxyTests {
  private static let token = "a-token-of-ann-that-is-long"

  /// The first line of a connection from a client.
  private static func header(_ client: String = "192.0.2.7") -> String {
    "PROXY TCP4 \(client) 198.51.100.1 56324 7667\r\n"
  }

  private static let ownHeader: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, 0x20, 0x00, 0, 0,
  ]

  private func serve(
    proxies: [String] = ["127.0.0.1"], connectionLimit: Int = 100,
    greetingDelay: Duration = .zero, certificate: TestCertificate? = nil
  ) throws -> TestServer {
    try TestServer(boards: [BoardFile("list", revision: 1, [])]) {
      $0.connectionLimit = connectionLimit
      $0.proxies = proxies.compactMap { AddressRange($0) }
      $0.connections.greetingDelay = greetingDelay
      $0.certificate = certificate?.files
    }
  }

  /// The addresses of the greeted clients.
  private func addresses(_ server: TestServer) -> [String] {
    server.control.ask { $0.soleSpace.recipients.peers.compactMap { $0.peerAddress?.host } }
      ?? []
  }

  @Test("has the address of the client, and its lines may come with the header")
  func conversation() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    client.send(Array((Self.header() + "ping a\n").utf8))
    expectEqual(try client.line()?.hasPrefix("dropline 1 "), true)
    try expectEqual(client.line(), "pong a")
    expectEqual(addresses(server), ["192.0.2.7"])
    client.send("ping b")
    try expectEqual(client.line(), "pong b")
  }

  @Test("may send its header byte by byte")
  func bytes() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    for byte in Self.header("192.0.2.9").utf8 {
      client.send([byte])
      server.control.settle()
    }
    client.send("ping")
    try expectEqual(client.lines { $0 == "pong" }.count, 2)
    expectEqual(addresses(server), ["192.0.2.9"])
  }

  @Test("of the proxy itself keeps its own address")
  func local() throws {
    let server = try serve()
    for header in [Self.ownHeader, Array("PROXY UNKNOWN\r\n".utf8)] {
      let client = try LoopbackClient(port: server.port)
      client.send(header)
      expectEqual(try client.line()?.hasPrefix("dropline 1 "), true)
      expectEqual(addresses(server).last, "127.0.0.1")
    }
  }

  @Test("ends without an answer if the header is malformed, missing, cut or late")
  func refused() throws {
    let server = try serve()
    for text in ["PROXY TCP4 192.0.2.7\r\n", "ping\n", "GET / HTTP/1.1\r\n\r\n", "P", ""] {
      let client = try LoopbackClient(port: server.port)
      client.send(Array(text.utf8))
      client.halfClose()
      try expectEqual(client.bytes(), [], "\(text)")
    }
    let silent = try LoopbackClient(port: server.port)
    silent.send(Array(Self.header().utf8.dropLast()))
    try server.wait(forProxyArrivals: 1)
    try server.advance(by: Limits.proxyHeader)
    try expectEqual(silent.bytes(), [])
    expectEqual(server.control.connectionCount, 0)
  }

  @Test(
    "is no connection of others: a header from them ends theirs, and without one all is as usual")
  func elsewhere() throws {
    let server = try serve(proxies: ["10.0.0.0/8", "::1"], greetingDelay: .seconds(3_600))
    for header in [Array(Self.header().utf8), Self.ownHeader] {
      let client = try LoopbackClient(port: server.port)
      for byte in header[..<5] {
        client.send([byte])
        server.control.settle()
      }
      client.send(Array(header[5...] + Array("ping\n".utf8)))
      try expectEqual(client.bytes(), [])
    }
    let plain = try LoopbackClient(port: server.port)
    plain.send("ping")
    try expectEqual(plain.lines { $0 == "pong" }.count, 2)
    let browser = try LoopbackClient(port: server.port)
    browser.send(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    #expect(String(decoding: try browser.bytes(), as: UTF8.self).hasPrefix("HTTP/1.1 400 "))
    let silent = try LoopbackClient(port: server.port)
    try server.wait(forProxyArrivals: 1)
    try server.advance(by: .seconds(3_600))
    expectEqual(try silent.line()?.hasPrefix("dropline 1 "), true)
  }

  @Test("is counted by the address of the client when it guesses tokens")
  func guesses() throws {
    let server = try serve()
    let digest = TokenDigest(of: Self.token)
    server.setAccess(try AccessFile(text: "user ann owner *\ntoken ann \(digest)\n").rules())
    func connect(from address: String) throws -> LoopbackClient {
      let client = try LoopbackClient(port: server.port)
      client.send(Array(Self.header(address).utf8))
      _ = try client.line()
      return client
    }
    let guesser = try connect(from: "192.0.2.7")
    for _ in 0..<Limits.wrongTokens { guesser.send("hello ann token=a-wrong-token-of-ann") }
    expectEqual(try guesser.lines().last?.hasPrefix("bye too-many-tokens"), true)
    let right = "hello ann token=\(Self.token)"
    let same = try connect(from: "192.0.2.7")
    same.send(right)
    expectEqual(try same.lines().last?.hasPrefix("bye too-many-tokens"), true)
    let other = try connect(from: "192.0.2.8")
    other.send(right)
    try expectEqual(other.line(), "ok hello ann")
  }

  @Test("that is reset before it is accepted, or sends nothing, is no reason for a warning")
  func healthChecks() throws {
    let server = try serve()
    let port = server.port
    for bytes in [Array(Self.header().utf8), []] {
      // The server cannot accept it meanwhile.
      let isSent = server.control.ask { _ in
        guard let check = try? LoopbackClient(port: port) else { return false }
        check.send(bytes)
        check.cut(withReset: true)
        return true
      }
      expectEqual(isSent, true)
    }
    let empty = try LoopbackClient(port: port)
    empty.halfClose()
    try expectEqual(empty.bytes(), [])
    try server.wait(forProxyArrivals: 0)
    expectEqual(server.control.ask { $0.lastProxyWarning == nil }, true)
    let wrong = try LoopbackClient(port: port)
    wrong.send("ping")
    try expectEqual(wrong.bytes(), [])
    expectEqual(server.control.ask { $0.lastProxyWarning == nil }, false)
  }

  @Test("is none of a peer that is no proxy: it has the limits of its address at once")
  func strangers() throws {
    let server = try serve(proxies: ["10.0.0.1"], greetingDelay: .seconds(1))
    let certificate = try TestCertificate(in: Scratch())
    let encrypted = try serve(
      proxies: ["10.0.0.1"], greetingDelay: .seconds(1), certificate: certificate)
    for port in [server.webPort, encrypted.port, encrypted.webPort] {
      let ended = try LoopbackClient(port: port)
      ended.halfClose()
      try expectEqual(ended.bytes(), [])
    }
    let silent = try LoopbackClient(port: server.webPort)
    try server.wait(forProxyArrivals: 1)
    try server.advance(by: .seconds(1))
    expectEqual(server.control.ask { $0.web?.requesterCount }, 1)
    silent.cut()
  }

  @Test("is encrypted behind its header")
  func encrypted() throws {
    let certificate = try TestCertificate(in: Scratch())
    let server = try serve(certificate: certificate)
    let socket = try LineSocket(to: .loopback(server.port), timeout: .seconds(60))
    socket.send(Array(Self.header().utf8))
    let trust = ServerTrust.authorities(inFile: certificate.certificate)
    try socket.secure(with: try trust.makeLayer(to: "localhost"), within: .seconds(60))
    socket.send("ping")
    expectEqual(try socket.line(within: .seconds(60))?.hasPrefix("dropline 1 "), true)
    try expectEqual(socket.line(within: .seconds(60)), "pong")
    expectEqual(addresses(server), ["192.0.2.7"])
  }

  @Test("of the web port has one, too, and is not told the metrics")
  func web() throws {
    let server = try serve()
    func status(_ header: [UInt8], _ path: String) throws -> String {
      let client = try LoopbackClient(port: server.webPort)
      let request =
        "GET \(path) HTTP/1.1\r\nHost: localhost:\(server.webPort)\r\nConnection: close\r\n\r\n"
      client.send(header + Array(request.utf8))
      return String((try client.line() ?? "nothing").prefix(12))
    }
    try expectEqual(status(Array(Self.header().utf8), "/healthz"), "HTTP/1.1 200")
    try expectEqual(status(Array(Self.header("127.0.0.1").utf8), "/metrics"), "HTTP/1.1 403")
    try expectEqual(status(Self.ownHeader, "/metrics"), "HTTP/1.1 200")
    try expectEqual(status([], "/healthz"), "nothing")
  }

  @Test("takes a place before its header is whole, and gives it back")
  func halfOpen() throws {
    let server = try serve(connectionLimit: 20)
    let halves = try (0..<20).map { _ in try LoopbackClient(port: server.port) }
    for client in halves { client.send(Array("PROXY ".utf8)) }
    try server.wait(forProxyArrivals: 20)
    expectEqual(try LoopbackClient(port: server.port).lines().first?.hasPrefix("bye full"), true)
    try server.advance(by: Limits.proxyHeader)
    try server.wait(forProxyArrivals: 0)
    let client = try LoopbackClient(port: server.port)
    client.send(Array(Self.header().utf8))
    expectEqual(try client.line()?.hasPrefix("dropline 1 "), true)
  }

  @Test("is closed with the server before its header is whole")
  func stopping() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    try server.wait(forProxyArrivals: 1)
    server.control.stop()
    try expectEqual(client.bytes(), [])
  }
}

extension TestServer {
  /// Returns once headers of exactly so many connections are awaited.
  fileprivate func wait(forProxyArrivals count: Int) throws {
    for _ in 0..<1_000_000 where control.ask({ $0.proxyArrivals.count }) == count { return }
    throw LoopbackError.silence
  }
}
