import BoardModel
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
  ) throws -> RunningServer {
    let certificate = isEncrypted ? try TestCertificate(in: Scratch()) : nil
    return try RunningServer(
      connectionLimit: connectionLimit, origins: [], greetingDelay: greetingDelay,
      certificate: certificate.map { ($0.certificate, $0.key) },
      configure: {
        ($0.linger, $0.lingerSilence, $0.farewell) = (Self.patience, Self.patience, Self.patience)
      })
  }

  private func lingering(_ server: RunningServer) -> Int? {
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
    let client = try EagerWriter(transport, of: server)
    try server.wait(forConnections: 2)
    if !cause.lines.isEmpty { client.send(Array(cause.lines.utf8)) }
    switch cause {
    case .idle: server.advance(by: Limits.firstLineIfCrowded)
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
    #expect(lingering(server) == 0)
  }

  @Test("is the end of what others see of the client, who may be silent for 5 s")
  func silence() throws {
    let server = try serve()
    let client = try LoopbackClient(port: server.port)
    client.send("quit")
    #expect(try client.lines().last == "bye quit")
    #expect(server.connectionCount == 0)
    #expect(lingering(server) == 1)
    let watcher = try LoopbackClient(port: server.port)
    watcher.send(lines: ["stats connections-closing", "ping"])
    #expect(try watcher.lines { $0 == "pong" }.contains("connections-closing 1"))
    server.advance(by: Self.patience)
    #expect(lingering(server) == 0)
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
    #expect(lingering(server) == 2)
    var members: [LoopbackClient] = []
    for left in [1, 0] {
      members.append(try LoopbackClient(port: server.port))
      members[1 - left].send("hello name-\(left)")
      _ = try members[1 - left].lines { $0.hasPrefix("ok hello") }
      #expect(lingering(server) == left)
      // One that is gone is reset sooner or later, others are read.
      if left == 1 { for leaver in leavers { leaver.sendTenMegabytes() } }
    }
    #expect(leavers.map(\.isBroken) == [true, false])
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
    #expect(try client.line() == "bye shutdown")
    #expect(try client.line() == nil)
    #expect(lingering(server) == 2)
    server.control.advance(by: Self.patience)
    #expect(server.fault() == nil)
  }
}

/// A client that writes all it is told to, and knows whether it could.
final class EagerWriter {
  enum Transport: String, CaseIterable {
    case tcp, unix, tls, webSocket
  }

  private let socket: LineSocket
  private let layer: (any StreamLayer)?
  private let isFramed: Bool
  private(set) var isBroken = false

  /// Lines that have no effect, in one piece.
  static let blanks = Array(
    String(repeating: String(repeating: " ", count: 1_023) + "\n", count: 63).utf8)

  init(port: UInt16) throws {
    (socket, layer, isFramed) = (try LineSocket(to: .loopback(port)), nil, false)
  }

  init(_ transport: Transport, of server: RunningServer) throws {
    switch transport {
    case .tcp, .tls: socket = try LineSocket(to: .loopback(server.port))
    case .webSocket: socket = try LineSocket(to: .loopback(server.webPort))
    case .unix: socket = try LineSocket(to: ServerAddress(.unix(server.unixSocket.string)))
    }
    layer = transport == .tls ? try ServerTrust.anybody.makeLayer(to: "localhost") : nil
    isFramed = transport == .webSocket
    if let layer { try socket.secure(with: layer, within: .seconds(60)) }
    if isFramed { upgrade(at: server.webPort) }
  }

  init(webSocketAt port: UInt16) throws {
    (socket, layer, isFramed) = (try LineSocket(to: .loopback(port)), nil, true)
    upgrade(at: port)
  }

  private func upgrade(at port: UInt16) {
    socket.send(
      """
      GET /ws HTTP/1.1\r\nHost: localhost:\(port)\r\nUpgrade: websocket\r
      Connection: Upgrade\r\nSec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r
      """)
  }

  func sendTenMegabytes() { for _ in 0..<160 { send(Self.blanks) } }

  /// Sends bytes of the line protocol, in one frame or record.
  func send(_ bytes: [UInt8]) {
    if isFramed {
      let header = WebSocketClient.header(0x81, bytes.count, isMasked: true)
      return sendRaw(header + [0, 0, 0, 0] + bytes)
    }
    guard let layer else { return sendRaw(bytes) }
    _ = bytes.withUnsafeBytes { layer.send($0) }
    layer.withOutput { sendRaw(Array($0)) }
  }

  private func sendRaw(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !isBroken {
      guard let count = socket.sendWithoutWaiting(rest) else {
        isBroken = true
        return
      }
      rest = rest.dropFirst(count)
      if count == 0 { wait(for: POLLOUT) }
    }
  }

  private func wait(for event: Int32) {
    var request = pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)
    if poll(&request, 1, 60_000) != 1 { isBroken = true }
  }

  /// Reads up to some text, of a connection that does not encrypt.
  func read(until text: String) throws {
    var all: [UInt8] = []
    while !String(decoding: all, as: UTF8.self).contains(text) {
      all += try socket.bytes(1, within: .seconds(60)) ?? []
    }
  }

  /// Reads everything up to the end, and whether it was one and no reset.
  func readToEnd() throws -> (text: String, isClean: Bool) {
    var (all, chunk) = (socket.arrivedBytes(), [UInt8](repeating: 0, count: 65_536))
    while true {
      wait(for: POLLIN)
      let count = recv(socket.descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return (String(decoding: all, as: UTF8.self), count == 0) }
      guard let layer else {
        all += chunk[..<count]
        continue
      }
      chunk[..<count].withUnsafeBytes { bytes in _ = layer.receive(bytes) { all += $0 } }
    }
  }
}
