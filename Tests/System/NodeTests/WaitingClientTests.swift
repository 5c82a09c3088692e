import BoardModel
import BoardServer
import Net
import SystemTestKit
import TLS
import TestKit
import Testing

/// What clients of a node get while nobody serves their space, and when its owner ends. Instead of a database the
/// tests say where spaces are.
@Suite("A client of a node that does not serve its space")
struct WaitingClientTests {
  private static let main = SpaceName("main")!
  private static let work = SpaceName("work")!
  private let node: RunningNode
  private let other: RunningNode

  init() throws {
    node = try RunningNode(1, space: Self.main)
    other = try RunningNode(2, space: Self.main)
    try node.link(to: other)
  }

  private func client(_ lines: String...) throws -> LoopbackClient {
    let client = try LoopbackClient(port: node.port)
    client.send(lines: lines)
    return client
  }

  @Test("waits elsewhere if another node takes the space than the one that was asked first")
  func takenBack() throws {
    node.route(Self.main, to: other)
    let clients = try (0..<3).map { _ in try client("ping") }
    let web = try WebSocketClient(port: node.webPort)
    web.send("ping\n")
    // The other node waits for its database.
    try other.waitUntilWanted(Self.main)
    try node.wait(forNewcomers: 4)
    node.serve(Self.main)
    for client in clients { try expectEqual(client.lines { $0 == "pong" }.count, 2) }
    try expectEqual(web.lines { $0 == "pong" }.count, 2)
    try node.wait(forNewcomers: 0)
  }

  @Test("is passed on from a Unix socket, too")
  func unixSocket() throws {
    other.serve(Self.main)
    node.route(Self.main, to: other)
    let client = try LoopbackClient(unixSocket: node.unixSocket.string)
    client.send(lines: ["create list", "ping"])
    #expect(try client.lines { $0 == "pong" }.contains("ok create list rev=0"))
  }

  @Test("goes on with a third node if the space is there")
  func passedAgain() throws {
    let third = try RunningNode(3, space: Self.main)
    try node.link(to: third)
    node.route(Self.main, to: other)
    let clients = try (0..<3).map { _ in try client("create list", "ping") }
    try other.waitUntilWanted(Self.main)
    third.serve(Self.main)
    node.route(Self.main, to: third)
    for client in clients { _ = try client.lines { $0 == "pong" } }
    node.serve(Self.main)
    // Those that were greeted stay where they are.
    clients[0].send(lines: ["open list", "ping"])
    #expect(try clients[0].lines { $0 == "pong" }.contains("ok open list 0"))
  }

  @Test("waits again if the node that was asked ends, and so do all others")
  func askedNodeEnds() throws {
    node.route(Self.main, to: other)
    let clients = try (0..<5).map { _ in try client("ping") }
    try other.waitUntilWanted(Self.main)
    other.crash()
    try node.waitUntilLost(other)
    node.serve(Self.main)
    for client in clients { try expectEqual(client.lines { $0 == "pong" }.count, 2) }
  }

  @Test("is sent away after 10 s, whether it was greeted by another space or not")
  func givesUp() throws {
    let early = try client("ping")
    let early2 = try client("space work")
    try node.waitUntilWanted(Self.work)
    try node.wait(forNewcomers: 2)
    node.advance(by: .milliseconds(9_900))
    node.serve(Self.main)
    try expectEqual(early.lines { $0 == "pong" }.count, 2)
    let late = try client("ping")
    _ = try late.lines { $0 == "pong" }
    node.advance(by: .milliseconds(100))
    let bye = "bye unavailable The space cannot be served now: connect again later."
    try expectEqual(early2.lines(), [bye])
    let chosen = try LoopbackClient(port: node.port)
    _ = try chosen.line()
    chosen.send(lines: ["#1 space work", "create list"])
    let web = try WebSocketClient(port: node.webPort, path: "/s/work/ws")
    try node.wait(forNewcomers: 2)
    node.advance(by: .seconds(10))
    try expectEqual(chosen.lines(), [bye])
    try expectEqual(web.lines(), [bye])
    node.route(Self.work, to: other)
    let passedOn = try LoopbackClient(port: node.port)
    _ = try passedOn.line()
    passedOn.send("space work")
    try other.waitUntilWanted(Self.work)
    #expect(node.limitsWaits)
    // Whoever has been greeted waits for nobody.
    late.send(lines: ["boards", "ping"])
    #expect(try late.lines { $0 == "pong" }.contains("ok boards 0"))
  }

  @Test("goes on over its WebSocket in the space that it has chosen behind a greeting")
  func chosenLater() throws {
    node.serve(Self.main)
    let web = try WebSocketClient(port: node.webPort)
    expectEqual(try web.line()?.hasPrefix("dropline 1 "), true)
    web.send("space work")
    try node.waitUntilWanted(Self.work)
    node.serve(Self.work)
    expectEqual(try web.line()?.hasPrefix("ok space work "), true)
    web.send("ping")
    try expectEqual(web.line(), "pong")
    expectEqual(node.webPeerCount, 1)
  }

  @Test("is told at once that the space cannot be served, or that there is none of its name")
  func failed() throws {
    node.serve(Self.main)
    for isUnknown in [true, false] {
      let clients = [try client("space work", "ping"), try client("#7 space work", "ping")]
      let web = try WebSocketClient(port: node.webPort, path: "/s/work/ws")
      try node.wait(forNewcomers: 3)
      node.fail(Self.work, isUnknown: isUnknown)
      let word = isUnknown ? "unknown-space" : "unavailable"
      expectEqual(try web.lines().last?.hasPrefix("bye \(word) "), true)
      for client in clients {
        let lines = try client.lines { $0 == "pong" || $0.hasPrefix("bye ") }
        expectEqual(lines.contains { $0.contains(" unknown-space space=work") }, isUnknown)
        #expect(lines.contains { $0.hasPrefix("bye unavailable ") } != isUnknown)
      }
    }
  }

  @Test("comes back when the link to the owner is lost, and is told so in its own form")
  func linkLost() throws {
    other.serve(Self.main)
    node.route(Self.main, to: other)
    let lines = try client("ping")
    let json = try client("hello form=json", "ping")
    let web = try WebSocketClient(port: node.webPort)
    web.send("ping\n")
    _ = try lines.lines { $0 == "pong" }
    _ = try json.lines { $0.contains("pong") }
    _ = try web.lines { $0 == "pong" }
    node.loseLinks()
    let bye = "bye moved retry=1ms Another server takes over: connect again."
    try expectEqual(lines.lines(), [bye])
    try expectEqual(web.lines(), [bye])
    let object = try json.lines()
    expectEqual(object.count, 1)
    expectEqual(object.first?.hasPrefix(#"{"kind":"bye","reason":"moved","retry":"1ms""#), true)
  }

  @Test("reads the last line of another node, or of a lost link, though it writes on")
  func lastLine() throws {
    let edge = try RunningNode(3, space: Self.main) { $0.linger = .seconds(600) }
    try edge.link(to: other)
    other.serve(Self.main)
    edge.route(Self.main, to: other)
    for cause in ["quit\n", "ping\n"] {
      let clients = try [EagerWriter(port: edge.port), EagerWriter(webSocketAt: edge.webPort)]
      for client in clients { client.send(Array(cause.utf8)) }
      try edge.wait(forNewcomers: 0)
      if cause == "ping\n" {
        for client in clients { try client.read(until: "pong\n") }
        edge.loseLinks()
      }
      for client in clients {
        client.sendTenMegabytes()
        let end = try client.readToEnd()
        #expect(!client.isBroken && end.isClean)
        #expect(end.text.contains(cause == "quit\n" ? "bye quit" : "bye moved"))
      }
    }
  }

  @Test("of a link with many strangers is answered all the same: the first of them ends")
  func manyStrangers() throws {
    let strangers = try (0..<100).map { _ in try LoopbackClient(port: other.linkPort) }
    let last = try LineSocket.connect(
      to: ServerAddress(host: "127.0.0.1", port: other.linkPort, trust: .anybody),
      timeout: .seconds(60))
    try expectEqual(strangers[0].lines(), [])
    withExtendedLifetime((strangers, last)) {}
  }

  @Test("of a link is a stranger if it shows no secret for 3 s, however it sends")
  func strangers() throws {
    let silent = try LoopbackClient(port: other.linkPort)
    let slow = try LoopbackClient(port: other.linkPort)
    let secured = try LineSocket.connect(
      to: ServerAddress(host: "127.0.0.1", port: other.linkPort, trust: .anybody),
      timeout: .seconds(60))
    for _ in 0..<4 {
      slow.send([0x16])
      secured.send([0])
      other.advance(by: .seconds(1))
    }
    try expectEqual(silent.lines(), [])
    try expectEqual(slow.lines(), [])
    expectNil(try secured.line(within: .seconds(60)))
  }
}
