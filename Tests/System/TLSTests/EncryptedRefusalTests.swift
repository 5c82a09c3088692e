import BoardModel
import BoardTesting
import Net
import SystemTestKit
import TLS
import TestKit
import Testing

@testable import BoardServer

@Suite("A server with encryption that has no room")
struct EncryptedRefusalTests {
  private let certificate: TestCertificate

  init() throws { certificate = try TestCertificate(in: Scratch()) }

  private func serve(connectionLimit: Int, proxies: [String] = []) throws -> TestServer {
    try TestServer(boards: []) {
      $0.connectionLimit = connectionLimit
      $0.proxies = proxies.compactMap { AddressRange($0) }
      $0.certificate = certificate.files
    }
  }

  private func connect(_ port: UInt16) throws -> LineSocket {
    var address = ServerAddress(host: "localhost", port: port)
    address.trust = .authorities(inFile: certificate.certificate)
    return try LineSocket.connect(to: address, timeout: .seconds(60))
  }

  private func line(_ socket: LineSocket) throws -> String? {
    try socket.line(within: .seconds(60))
  }

  /// A client that keeps its place for any time.
  private func member(of server: TestServer) throws -> LineSocket {
    let socket = try connect(server.port)
    socket.send("hello ann")
    while let line = try line(socket), !line.hasPrefix("ok hello") {}
    return socket
  }

  /// A client that has sent all of its first handshake message but the last byte.
  private func stranger(_ port: UInt16) throws -> (client: LoopbackClient, last: UInt8) {
    let layer = try ServerTrust.anybody.makeLayer(to: "localhost")
    var hello: [UInt8] = []
    layer.withOutput { hello += $0 }
    let client = try LoopbackClient(port: port)
    client.send(Array(hello.dropLast()))
    return (client, hello.last!)
  }

  private func refused(_ server: TestServer) -> Int? {
    server.control.ask { $0.refused.count }
  }

  @Test("tells a client so behind its handshake, and one that does not encrypt without one")
  func full() throws {
    let server = try serve(connectionLimit: 1)
    let member = try member(of: server)
    let late = try connect(server.port)
    expectEqual(try line(late)?.hasPrefix("bye full"), true)
    expectNil(try line(late))
    let plain = try LoopbackClient(port: server.port)
    plain.send("open list")
    expectEqual(try plain.lines().first?.hasPrefix("bye not-dropline This port speaks TLS"), true)
    member.send("ping")
    try expectEqual(line(member), "pong")
  }

  @Test("lets 8 of those finish the handshake, for 10 s, and the first makes room for the next")
  func bounded() throws {
    let server = try serve(connectionLimit: 1)
    let most = Limits.refusedHandshakes
    var member: LineSocket? = try member(of: server)
    var strangers: [(client: LoopbackClient, last: UInt8)] = []
    for count in 1...most + 3 {
      strangers.append(try stranger(server.port))
      while refused(server) != min(count, most) {}
    }
    for (client, _) in strangers.prefix(3) { expectNil(try client.bytes(1)) }
    strangers[3].client.send([strangers[3].last])
    try expectEqual(strangers[3].client.bytes(1), [22])
    expectEqual(try line(try connect(server.port))?.hasPrefix("bye full"), true)
    while try strangers[3].client.bytes(1) != nil {}
    member?.send("quit")
    while let line = try line(member!), line != "bye quit" {}
    member = nil
    let next = try self.member(of: server)
    expectEqual(refused(server), most - 1)
    try server.advance(by: Limits.handshake)
    expectEqual(refused(server), 0)
    for (client, _) in strangers.dropFirst(4) { try expectEqual(client.bytes(), []) }
    next.send("ping")
    try expectEqual(line(next), "pong")
  }

  @Test("tells a client of a proxy so behind the header and the handshake")
  func proxied() throws {
    let server = try serve(connectionLimit: 1, proxies: ["127.0.0.1"])
    let header = Array("PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n".utf8)
    func connect() throws -> LineSocket {
      let socket = try LineSocket(to: .loopback(server.port))
      socket.send(header)
      let layer = try ServerTrust.anybody.makeLayer(to: "localhost")
      try socket.secure(with: layer, within: .seconds(60))
      return socket
    }
    let member = try connect()
    member.send("hello ann")
    while let line = try line(member), !line.hasPrefix("ok hello") {}
    expectEqual(try line(try connect())?.hasPrefix("bye full"), true)
  }

  @Test("closes those that are told so and have not finished the handshake when it stops")
  func stop() throws {
    let server = try serve(connectionLimit: 1)
    let member = try member(of: server)
    let (client, _) = try stranger(server.port)
    while refused(server) != 1 {}
    server.control.stop()
    try expectEqual(line(member), "bye shutdown")
    try expectEqual(client.bytes(), [])
    expectNil(server.host.fault())
  }

  @Test("answers a browser 503 behind its handshake")
  func browser() throws {
    let server = try serve(connectionLimit: 0)
    let socket = try connect(server.webPort)
    socket.send("GET / HTTP/1.1\r\nHost: localhost:\(server.webPort)\r\n\r")
    expectEqual(try line(socket)?.hasPrefix("HTTP/1.1 503 "), true)
  }

  @Test("takes a browser behind 512 incomplete handshakes of its address: the first makes room")
  func incompleteHandshakes() throws {
    let server = try serve(connectionLimit: 4_000)
    let strangers = try (0..<Limits.httpConnectionsOfAddress).map { _ in
      try stranger(server.webPort)
    }
    while server.control.ask({ $0.webPeerCount }) != strangers.count {}
    let browser = try connect(server.webPort)
    browser.send("GET /healthz HTTP/1.1\r\nHost: localhost:\(server.webPort)\r\n\r")
    expectEqual(try line(browser)?.hasPrefix("HTTP/1.1 200 "), true)
    try expectEqual(strangers[0].client.bytes(), [])
    expectEqual(server.control.ask { $0.webPeerCount }, strangers.count)
    strangers[1].client.send([strangers[1].last])
    try expectEqual(strangers[1].client.bytes(1), [22])
  }
}
