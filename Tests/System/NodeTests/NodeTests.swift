import BoardModel
import Foundation
import KillTrial
import LocalNodes
import Net
import PostgresJournal
import SystemTestKit
import TLS
import TestKit
import Testing

/// Real nodes in a real database: clients at each of them.
@Suite("Nodes of a cluster (slow: nodes and a database)")
struct NodeTests {
  private let cluster: TestCluster

  init() throws { cluster = try TestCluster() }

  @Test("serve clients of all of them the same board")
  func anywhere() throws {
    let nodes = try cluster.nodes(3)
    _ = try nodes[1].say(TestCluster.board)
    let watcher = try LoopbackClient(port: nodes[2].port)
    watcher.send(lines: ["open list"])
    _ = try watcher.lines { $0 == "item i1 apple" }
    _ = try nodes[1].say(["insert 0.1 board=list pear"])
    try expectEqual(watcher.lines { $0.hasPrefix("insert ") }.last, "insert 0.1 i2 pear")
    #expect(try nodes[0].say(["open list"]).contains("item i2 pear"))
    for node in nodes.reversed() { try expectEqual(node.stop(), 0) }
  }

  @Test("list the items in sight to clients who count, and send them the batches that all get")
  func counted() throws {
    let nodes = try cluster.nodes(2)
    let items = (0..<500).map { "item - t\($0)" }
    _ = try nodes[0].say(["create list", "replace list", "section - - A"] + items + ["end"])
    let reader = try LoopbackClient(port: nodes[1].port)
    let web = try WebSocketClient(port: nodes[1].webPort)
    reader.send(lines: ["open list content=counts", "rows 0.400 2"])
    web.send("open list content=counts\nping\n")
    expectEqual(
      try reader.lines { $0 == "item i402 t401" }.dropFirst(),
      [
        "ok open list 1", "board list 1 1 1 content=counts", "section s1 500 A",
        "ok rows list 2 at=0.400 rev=1", "item i401 t400", "item i402 t401",
      ])
    #expect(try web.lines { $0 == "pong" }.contains("section s1 500 A"))
    _ = try nodes[0].say(["move i1 0.450 board=list"])
    let batch = ["batch list 1 2 1", "move 0.0 0.450 i1"]
    try expectEqual(reader.lines { $0.hasPrefix("move ") }, batch)
    try expectEqual(web.lines { $0.hasPrefix("move ") }, batch)
    reader.send(lines: ["rows 0.401@1 1", "where i1,i402"])
    try expectEqual(
      reader.lines { $0.hasPrefix("i402 ") },
      [
        "ok rows list 1 at=0.400 rev=2", "item i402 t401", "ok where list 2", "i1 0.450 rev=2",
        "i402 0.400 rev=2",
      ])
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("let clients drag, and speak JSON, as if the owner was theirs")
  func dragging() throws {
    let nodes = try cluster.nodes(2)
    _ = try nodes[1].say(TestCluster.board + ["insert-section 1 board=list B"])
    let client = try LoopbackClient(port: nodes[1].port)
    client.send(lines: ["hello form=json", "open list", "begin i1"])
    let begun = try client.lines { $0.contains(#""verb":"begin""#) }
    #expect(begun.contains { $0.hasPrefix("{") && $0.contains(#""kind":"board""#) })
    let other = try nodes[0].say(["open list", "begin i1"])
    #expect(other.contains { $0.hasPrefix("refused leased item=i1") })
    client.send(lines: ["propose end:s2", "perform"])
    let done = try client.lines { $0.contains(#""verb":"perform""#) }
    #expect(done.contains { $0.contains(#""kind":"move","from":"0.0","to":"1.0","item":"i1""#) })
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("pass long snapshots on whole, to lines and WebSockets, and others do not wait for them")
  func long() throws {
    let nodes = try cluster.nodes(2)
    let texts = (0..<3_000).map { "item - \($0)-\(String(repeating: "x", count: 500))" }
    let content = ["replace big", "section - - A"] + texts + ["end"]
    let written = try nodes[1].say(["create big"] + content)
    #expect(written.contains { $0.hasPrefix("ok replace") }, "\(written)")
    let beside = try LoopbackClient(port: nodes[1].port)
    beside.send(lines: ["ping"])
    _ = try beside.lines { $0 == "pong" }
    let lines = try LoopbackClient(port: nodes[1].port)
    let web = try WebSocketClient(port: nodes[1].webPort)
    lines.send(lines: ["open big", "ping"])
    web.send("open big\nping\n")
    beside.send(lines: ["ping"])
    try expectEqual(beside.lines { $0 == "pong" }, ["pong"])
    let items = try lines.lines { $0 == "pong" }.filter { $0.hasPrefix("item ") }
    let webItems = try web.lines { $0 == "pong" }.filter { $0.hasPrefix("item ") }
    #expect(items.count == 3_000 && items == webItems)
    #expect(items.enumerated().allSatisfy { $1.contains(" \($0)-xxx") })
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("send a client that did not read the present state when it reads, and others at once")
  func slow() throws {
    let nodes = try cluster.nodes(2)
    _ = try nodes[0].say(TestCluster.board)
    let slow = try LoopbackClient(port: nodes[1].port, receiveBuffer: 4_096)
    slow.send(lines: ["open list"])
    let quick = try LoopbackClient(port: nodes[1].port)
    quick.send(lines: ["open list"])
    _ = try quick.lines { $0 == "item i1 apple" }
    let text = String(repeating: "x", count: 1_000)
    for _ in 0..<40 {
      _ = try nodes[0].say((0..<50).map { "edit i1 board=list \($0)\(text)" })
    }
    _ = try nodes[0].say(["insert end:s1 board=list last"])
    _ = try quick.lines { $0.hasSuffix(" last") }
    let seen = try slow.lines { $0.hasSuffix(" last") }
    #expect(seen.filter { $0.hasPrefix("batch ") }.count < 2_000)
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("answer browsers themselves")
  func web() throws {
    let nodes = try cluster.nodes(2)
    for node in nodes {
      let client = try LoopbackClient(port: node.webPort)
      client.send(Array("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:\(node.webPort)\r\n\r\n".utf8))
      expectEqual(try client.line()?.hasPrefix("HTTP/1.1 200"), true)
    }
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("encrypt the connections of clients at each of them")
  func encrypted() throws {
    let certificate = try TestCertificate(in: Scratch())
    let nodes = try cluster.nodes(2, "--tls", certificate.certificate, certificate.key)
    let trust = ServerTrust.authorities(inFile: certificate.certificate)
    for node in nodes {
      let client = try LineSocket.connect(
        to: ServerAddress(host: "localhost", port: node.port, trust: trust), timeout: .seconds(60))
      client.send("ping")
      expectEqual(try client.line(within: .seconds(60))?.hasPrefix("dropline"), true)
      try expectEqual(client.line(within: .seconds(60)), "pong")
      let plain = try LoopbackClient(port: node.port)
      plain.send(lines: ["ping"])
      expectEqual(try plain.line()?.hasPrefix("bye not-dropline This port speaks TLS"), true)
    }
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("do not take clients from strangers at their links")
  func strangers() throws {
    let nodes = try cluster.nodes(1)
    let port = try #require(nodes[0].link.split(separator: ":").last.flatMap { UInt16($0) })
    let stranger = ServerAddress(host: "127.0.0.1", port: port, trust: .anybody)
    // A frame `hello` with a guess, one that is too long, and a line.
    let hello: [UInt8] = [0, 0, 0, 11, 0x10, 0, 5] + Array("guess".utf8) + [0, 1, 0]
    for bytes in [hello, [0xFF, 0xFF, 0xFF, 0xFF, 0x10], Array("hello ann\nping\n".utf8)] {
      let plain = try LoopbackClient(port: port)
      plain.send(bytes)
      try expectEqual(plain.lines(), [])
      let encrypted = try LineSocket.connect(to: stranger, timeout: .seconds(60))
      encrypted.send(bytes)
      expectNil(try encrypted.line(within: .seconds(60)))
    }
    #expect(try nodes[0].say(["ping"]).contains("pong"))
    try expectEqual(nodes[0].stop(), 0)
  }

  @Test("may have wrong clocks")
  func clocks() throws {
    let calls = try ReplacedCalls(in: Scratch())
    let year = 365 * 86_400
    let nodes = try [-3 * year, 0, 3 * year].map { offset in
      try cluster.node(after: calls.prelude("CLOCK_OFFSET=\(offset)"))
    }
    for owner in nodes.dropLast() {
      try cluster.pin(TestCluster.space, to: owner)
      let board = owner === nodes[0] ? TestCluster.board : ["insert 0.1 board=list pear"]
      _ = try nodes[2].say(board)
      for node in nodes where node !== nodes[0] || owner === nodes[0] {
        #expect(try node.say(["open list"]).contains("item i1 apple"))
      }
      owner.child.kill(SIGKILL)
      _ = try owner.child.end()
      try cluster.server.expireLease(of: TestCluster.space)
    }
    try expectEqual(nodes[2].say(["open list"]).filter { $0.hasPrefix("item ") }.count, 2)
    try expectEqual(nodes[2].stop(), 0)
  }

  @Test("come back at once after they were killed, as soon as the lease of the dead one is over")
  func restarted() throws {
    let nodes = try cluster.nodes(1)
    _ = try nodes[0].say(TestCluster.board)
    nodes[0].child.kill(SIGKILL)
    _ = try nodes[0].child.end()
    let again = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--http", "none", "--link", nodes[0].link, "--store",
      cluster.server.address(), "--space", "main",
    ])
    while let line = try again.line(), !line.contains("waiting for at most ") {}
    try cluster.server.execute("UPDATE dropline.node SET lease = 0")
    while let line = try again.line(), !line.contains(" registered ") {}
    again.kill(SIGTERM)
    try expectEqual(again.end().status, 0)
  }

  @Test("have a link of their own")
  func sameLink() throws {
    let nodes = try cluster.nodes(1)
    let port = try ReservedPort()
    let link = "127.0.0.1:\(port.number)"
    try cluster.server.execute(
      "UPDATE dropline.node SET link = '\(link)', process = 'process 1 on two' WHERE state = 'serving'"
    )
    let other = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--http", "none", "--link", link, "--store",
      cluster.server.address(), "--space", "main",
    ]).end()
    #expect(other.status == 74 && other.output.contains("process 1 on two is the node \(link)"))
    try expectEqual(nodes[0].stop(), 0)
  }

  @Test("can be tried with a database of their own, by one command")
  func tried() throws {
    let cluster = try ChildProcess(["cluster", "--try", "2"])
    var ports: [UInt16] = []
    var count = 0
    while let line = try cluster.line() {
      if let word = line.firstMatch(of: /nc 127.0.0.1 (\d+)/) {
        ports += [UInt16(word.1)].compactMap(\.self)
      }
      count += line.contains(" registered ") ? 1 : 0
      if count == 2 { break }
    }
    try #require(ports.count == 2)
    for (port, lines) in zip(ports, [TestCluster.board, ["open list"]]) {
      let client = try LoopbackClient(port: port)
      client.send(lines: lines + ["ping"])
      let answers = try client.lines { $0 == "pong" }
      #expect(lines.count > 1 || answers.contains("item i1 apple"))
    }
    cluster.kill(SIGTERM)
    let end = try cluster.end()
    expectEqual(end.status, 0, "\(end.output)")
  }
}
