import BoardModel
import BoardServer
import BoardTesting
import Net
import Simulation
import SystemTestKit
import TestKit
import Testing

/// Random sessions of one client, over TCP and over a WebSocket.
@Suite("A session over a WebSocket")
struct DifferentialTests {
  private static let list: Content = [
    Section(
      id: "A", title: "Fruit", items: (0..<8).map { Item(id: ItemID("i\($0)")!, text: "item") }),
    Section(id: "B", title: "Dairy"),
  ]

  private func serve() throws -> TestServer {
    try TestServer(boards: [BoardFile("list", revision: 1, Self.list)]) {
      $0.epoch = Epoch("website")!
      $0.place = .memory
    }
  }

  @Test("gets the bytes that it gets over TCP, however it is cut", arguments: randomSeeds(10))
  func sameBytes(_ seed: Int) throws {
    var session = RandomSession(seed: seed)
    let lines = session.lines(60)
    let plain = try serve()
    let client = try LoopbackClient(port: plain.port)
    client.send(Array(lines.joined().utf8))
    client.halfClose()
    let expected = try client.bytes()

    let framed = try serve()
    let web = try WebSocketClient(port: framed.webPort)
    for segment in session.segments(of: lines) { web.send(raw: segment) }
    let pair = [try web.bytes(), expected].map(Self.lines)
    expectEqual(pair[0], pair[1], "seed \(seed)")
    #expect(pair[1].count > 60)
    #expect(web.closeCode != nil)
  }

  /// The lines, without those that are sent at the end of a turn: turns depend on time.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    let kinds = ["selected", "policy"].flatMap { ["\($0) ", "{\"kind\":\"\($0)\""] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { line in !kinds.contains { line.hasPrefix($0) } }
  }

  @Test("that does not read costs constant memory, and gets one batch when it reads again")
  func slowReader() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort, receiveBuffer: 16_384)
    web.send("open list")
    _ = try web.lines { $0.hasPrefix("section B") }
    let author = try LoopbackClient(port: server.port)
    let text = String(repeating: "x", count: 1_000)
    for round in 0..<2_000 {
      author.send("edit i\(round % 8) board=list \(round) \(text)")
      _ = try author.lines { $0.hasPrefix("ok edit") }
      #expect(server.unsentBytes.allSatisfy { $0 <= 65_536 })
    }
    let blocked = server.unsentBytes.contains { $0 > 0 }
    #expect(blocked)
    let lines = try web.lines {
      $0.hasPrefix("board list 2001 ") || $0.hasPrefix("batch list ") && $0.contains(" 2001 ")
    }
    #expect(lines.count { $0.hasPrefix("batch list ") } < 1_000)
    web.send("ping now")
    #expect(try web.lines { $0 == "pong now" }.allSatisfy { !$0.hasPrefix("batch") })
  }

  @Test("gets whole lines in each frame, also if it catches up by a large snapshot")
  func wholeLines() throws {
    let server = try serve()
    let web = try WebSocketClient(port: server.webPort, receiveBuffer: 16_384)
    web.send("hello form=json")
    web.send(#"{"kind":"open","board":"list"}"#)
    _ = try web.lines { $0.hasPrefix(#"{"kind":"board""#) }
    let author = try LoopbackClient(port: server.port)
    let text = String(repeating: "x", count: 1_000)
    author.send(lines: (0..<64).map { "insert end:B board=list \($0) \(text)" } + ["ping inserted"])
    _ = try author.lines { $0 == "pong inserted" }
    for round in 0..<2_000 {
      author.send("edit i\(round % 8) board=list \(round) \(text)")
      _ = try author.lines { $0.hasPrefix("ok edit") }
    }
    let lines = try web.lines { $0.hasPrefix(#"{"kind":"board","board":"list""#) }
    expectEqual(lines.last?.hasSuffix("}]}"), true)
    #expect(web.hasWholeLines)
  }

  @Test("ends with the same bytes when the server stops")
  func shutdown() throws {
    var ends: [[UInt8]] = []
    for isOnWeb in [false, true] {
      let server = try serve()
      let client: any LineConnection =
        isOnWeb
        ? try WebSocketClient(port: server.webPort) : try LineSocket(to: .loopback(server.port))
      client.send(Array("open list\nbegin i1\nping now\n".utf8))
      while let line = try client.line(within: .seconds(60)), line != "pong now" {}
      server.control.stop()
      var end: [UInt8] = []
      while let line = try client.line(within: .seconds(60)) { end += Array(line.utf8) + [0x0A] }
      ends.append(end)
    }
    expectEqual(ends[0], ends[1])
    expectEqual(String(decoding: ends[0], as: UTF8.self), "drag d1 ended shutdown\nbye shutdown\n")
  }
}

/// Commands in both forms, blocks and bad lines; and cuts of them into frames and segments.
private struct RandomSession {
  private var random: SeededRandom
  private var texts = 0

  init(seed: Int) { random = SeededRandom(seed: seed) }

  mutating func lines(_ count: Int) -> [String] {
    (["hello ann token=down-the-rabbit-hole", "open list"] + (0..<count).flatMap { _ in command() }
      + ["show list"]).map { $0 + "\n" }
  }

  private mutating func command() -> [String] {
    texts += 1
    let item = "i\(random.below(10))"
    let path = "\(random.below(3)).\(random.below(6))"
    switch random.below(22) {
    case 0: return ["insert \(path) Tea \(texts), \\u{201c}ripe\\u{201d} – 梨🍐"]
    case 1: return [#"{"kind":"insert","place":"end:B","text":"Té \#(texts)","tag":"t\#(texts)"}"#]
    case 2, 3: return ["move \(item) \(path)"]
    case 4: return ["delete \(item)"]
    case 5: return ["begin \(item)", "propose \(path)", "perform"]
    case 6: return ["begin \(item)", #"{"kind":"propose","place":"start:A"}"#, "cancel"]
    case 7: return ["batch list", "insert \(path) - In a block", "delete \(path) -", "", "end"]
    case 8: return ["hello form=\(random.percent(50) ? "json" : "text")"]
    case 9: return ["frobnicate", "move", #"{"kind":"#, "#\(texts) ping \(texts)"]
    case 10: return ["undo", "redo"]
    case 11: return ["select \(item)", "who", "drags"]
    case 12: return ["policy A limit=\(1 + random.below(9))", "policy A"]
    case 13: return ["insert-section \(random.below(3)) Later", "find item"]
    case 14: return [String(repeating: "x", count: 4_095 + random.below(3))]
    case 15: return ["ping \u{1}", "ping \u{7F}", "   "]
    case 16: return ["open list since=1 epoch=website", "close list", "open list"]
    case 17: return [#"{"kind":"move","items":["\#(item)"],"place":"\#(path)"}"#]
    case 18: return ["edit \(item) \(String(repeating: "y", count: random.below(1_024)))"]
    case 19: return ["boards", "help move", "show list"]
    case 20: return ["ping a\r", "\r"]
    default: return ["#\(texts) edit \(item) again", "#\(texts) edit \(item) again"]
    }
  }

  /// The lines in messages of whole lines, those in fragments with control frames between them, and
  /// all of it in segments. A close frame ends it.
  mutating func segments(of lines: [String]) -> [[UInt8]] {
    var bytes: [UInt8] = []
    var rest = lines[...]
    while !rest.isEmpty {
      let count = 1 + random.below(5)
      let message = rest.prefix(count).joined()
      rest = rest.dropFirst(count)
      // The end of the message ends the last line as well.
      bytes += frames(of: Array(random.percent(50) ? message.utf8.dropLast() : message.utf8[...]))
    }
    bytes += WebSocketClient.frame(0x88, [])
    return pieces(of: bytes, atMost: 5_000)
  }

  private mutating func frames(of message: [UInt8]) -> [UInt8] {
    let parts = random.percent(50) ? [message] : pieces(of: message, atMost: 200)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      let end: UInt8 = index == parts.count - 1 ? 0x80 : 0
      let mask = (0..<4).map { _ in UInt8(random.below(256)) }
      bytes += WebSocketClient.frame(end | (index == 0 ? 1 : 0), part, mask: mask)
      if random.percent(5) { bytes += WebSocketClient.frame(0x89, Array("ping".utf8)) }
      if random.percent(5) { bytes += WebSocketClient.frame(0x8A, []) }
    }
    return bytes
  }

  private mutating func pieces(of bytes: [UInt8], atMost size: Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    repeat {
      let count = 1 + random.below(size)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    } while !rest.isEmpty
    return pieces
  }
}
