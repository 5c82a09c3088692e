import BoardModel
import Foundation
import KillTrial
import LocalNodes
import PostgresJournal
import SystemTestKit
import TestKit
import Testing

/// The ends of the node that owns a space, and what its clients learn of them.
@Suite("The end of a node (slow: nodes and a database)")
struct NodeEndTests {
  private let cluster: TestCluster
  private static let bob = "hello bob token=a-token-of-bob-1234"
  private static let pear = "#1 insert end:s1 board=list pear"

  init() throws { cluster = try TestCluster() }

  private func items(_ node: TestNode) throws -> [String] {
    try node.say(["open list"]).filter { $0.hasPrefix("item ") }
  }

  @Test("by kill -9 loses nothing that was acknowledged, and does nothing twice")
  func killed() throws {
    let nodes = try cluster.nodes(3)
    _ = try nodes[1].say(TestCluster.board)
    let writer = try LoopbackClient(port: nodes[1].port)
    writer.send(lines: [Self.bob, Self.pear])
    _ = try writer.lines { $0.hasPrefix("#1 ok") }
    nodes[0].child.kill(SIGKILL)
    _ = try nodes[0].child.end()
    // Its node sends it away.
    let last = try writer.lines()
    expectEqual(last, ["bye moved retry=1ms Another server takes over: connect again."])
    try cluster.server.expireLease(of: TestCluster.space)
    let plum = "#2 insert end:s1 board=list plum"
    let answers = try nodes[2].say([Self.bob, Self.pear, plum, "open list since=3"])
    #expect(answers.contains { $0.hasPrefix("#1 ok") && $0.hasSuffix("replayed=yes") })
    #expect(answers.contains("batch list 3 4 1"))
    try expectEqual(items(nodes[1]), ["item i1 apple", "item i2 pear", "item i3 plum"])
    for node in nodes[1...] { try expectEqual(node.stop(), 0) }
  }

  @Test(
    "by SIGTERM sends clients to other nodes, where drags with a token go on, one after the other")
  func rolling() throws {
    let nodes = try cluster.nodes(2)
    _ = try nodes[0].say(TestCluster.board)
    let client = try LoopbackClient(port: nodes[1].port)
    let hello = "hello cat token=a-token-of-cat-1234"
    client.send(lines: [hello, "open list", "begin i1"])
    _ = try client.lines { $0.hasPrefix("ok begin d1 ") }
    try expectEqual(nodes[0].stop(), 0)
    let last = try client.lines { $0.hasPrefix("bye ") }
    expectEqual(last.last?.hasPrefix("bye moved retry="), true)
    #expect(!last.contains { $0.hasPrefix("drag d1 ended") })
    let resumed = try nodes[1].say([
      "begin i1 board=list", hello, "resume d1", "propose end:s1 board=list", "perform",
    ])
    #expect(resumed.contains { $0.hasPrefix("refused leased item=i1 by=cat drag=d1 ") })
    #expect(resumed.contains("ok resume d1 lifted items=i1"))
    #expect(resumed.contains { $0.hasPrefix("ok perform d1 unchanged ") })
    let third = try cluster.node()
    #expect(try third.say(["open list since=1"]).contains("insert 0.0 i1 apple"))
    try expectEqual(nodes[1].stop(), 0)
    try expectEqual(items(third), ["item i1 apple"])
    try expectEqual(third.stop(), 0)
  }

  @Test("leaves those who count with their revision, from which another node brings them on")
  func counted() throws {
    let nodes = try cluster.nodes(2)
    let greeting = try #require(try nodes[0].say(TestCluster.board).first)
    let epoch = try #require(greeting.firstMatch(of: /epoch=\S+/)).0
    let reader = try LoopbackClient(port: nodes[1].port)
    reader.send(lines: ["open list content=counts"])
    _ = try reader.lines { $0 == "section s1 1 A" }
    try expectEqual(nodes[0].stop(), 0)
    expectEqual(try reader.lines { $0.hasPrefix("bye ") }.last?.hasPrefix("bye moved retry="), true)
    _ = try nodes[1].say(["insert 0.0 board=list pear"])
    let again = try nodes[1].say([
      "open list since=2 \(epoch) content=counts", "rows 0.0@2 1", "rows 0.1 60",
    ])
    expectEqual(
      again.dropFirst().dropLast(),
      [
        "ok open list 3", "batch list 2 3 1", "insert 0.0 i2 pear", "ok rows list 1 at=0.1 rev=3",
        "item i1 apple", "ok rows list 1 at=0.1 rev=3", "item i1 apple",
      ])
    try expectEqual(nodes[1].stop(), 0)
  }

  @Test("by a pause that is longer than its lease ends nothing for good: it begins anew")
  func paused() throws {
    let nodes = try cluster.nodes(2)
    _ = try nodes[0].say(TestCluster.board)
    let client = try LoopbackClient(port: nodes[0].port)
    client.send(lines: ["open list"])
    _ = try client.lines { $0 == "item i1 apple" }
    nodes[0].child.kill(SIGSTOP)
    try cluster.server.expireLease(of: TestCluster.space)
    _ = try nodes[1].say(["insert end:s1 board=list pear"])
    client.send(lines: ["insert end:s1 board=list late"])
    nodes[0].child.kill(SIGCONT)
    let last = try client.lines { $0.hasPrefix("bye ") }
    expectEqual(last.last, "bye moved Another server takes over: connect again.")
    #expect(!last.contains { $0.hasPrefix("ok ") })
    try expectEqual(items(nodes[0]), ["item i1 apple", "item i2 pear"])
    for node in nodes { try expectEqual(node.stop(), 0) }
  }

  @Test("by a cut from the database executes nothing, and another one takes over")
  func cut() throws {
    let proxy = try PostgresProxy(before: cluster.server.socket)
    let first = try cluster.node(through: proxy)
    try cluster.pin(TestCluster.space, to: first)
    _ = try first.say(TestCluster.board)
    let second = try cluster.node()
    let client = try LoopbackClient(port: first.port)
    client.send(lines: ["open list"])
    _ = try client.lines { $0 == "item i1 apple" }
    proxy.close()
    try first.awaitLine("the lease cannot be renewed")
    client.send(lines: [Self.bob, Self.pear])
    let answers = try second.say([Self.bob, Self.pear])
    #expect(answers.contains { $0.hasPrefix("#1 ok insert") && !$0.contains("replayed") })
    try expectEqual(items(second), ["item i1 apple", "item i2 pear"])
    #expect(try !client.arrived().contains { $0.hasPrefix("#1 ok") || $0.hasPrefix("batch") })
    first.child.kill(SIGKILL)
    _ = try first.child.end()
    try expectEqual(second.stop(), 0)
  }

  @Test(
    "is not that it cannot be reached: clients wait for it at others",
    arguments: [
      ("certificate", "SHA256:0000", "has another certificate than it should have"),
      ("link", "127.0.0.1:1", "nobody answers at 127.0.0.1:1"),
    ])
  func unreached(column: String, value: String, warning: String) throws {
    let owner = try cluster.node()
    _ = try owner.say(TestCluster.board)
    let right = try cluster.server.execute("SELECT \(column) FROM dropline.node")
    try cluster.server.execute("UPDATE dropline.node SET \(column) = '\(value)'")
    let child = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--http", "none", "--link", "127.0.0.1:0", "--store",
      cluster.server.address(), "--space", "main",
    ])
    var port: UInt16?
    while let line = try child.line(), !line.contains(warning) {
      if let word = line.firstMatch(of: /listening address=127.0.0.1:(\d+)/) {
        port = UInt16(word.1)
      }
    }
    let client = try LoopbackClient(port: try #require(port))
    client.send(lines: ["open list"])
    try cluster.server.execute(
      "UPDATE dropline.node SET \(column) = '\(right.prefix { $0 != "\n" })' WHERE \(column) = '\(value)'"
    )
    // Whoever registers a new certificate is a new process, so the node must be seen anew.
    try expectEqual(owner.stop(), 0)
    _ = try client.lines { $0 == "item i1 apple" }
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test(
    "is not that its database has lost what it had: the space is not served until that is accepted")
  func restored() throws {
    let nodes = try cluster.nodes(2)
    _ = try nodes[1].say(TestCluster.board)
    let greeting = try #require(try nodes[0].say(["open list"]).first)
    let epoch = try #require(greeting.firstMatch(of: /epoch=\S+/)).0
    let writer = try LoopbackClient(port: nodes[1].port)
    writer.send(lines: ["ping"])
    _ = try writer.lines { $0 == "pong" }
    try cluster.server.execute("UPDATE dropline.space SET groups = groups - 2")
    writer.send(lines: ["insert end:s1 board=list pear"])
    try nodes[0].awaitLine("was restored to an earlier time")
    #expect(try !writer.lines().contains { $0.hasPrefix("ok insert") })
    let problems = try cluster.run("cluster")
    #expect(problems.status == 1 && problems.output.hasPrefix("space  main  PROBLEM"))
    let accepted = try cluster.run("space", "accept-loss", "main")
    #expect(accepted.status == 0 && accepted.output.contains("space main has a new epoch"))
    let answers = try nodes[1].say(["open list since=2 \(epoch)"])
    #expect(answers.contains { $0.hasPrefix("ok open list") && $0.contains("rewound=yes") })
    #expect(answers.contains("item i1 apple"))
    for node in nodes { try expectEqual(node.stop(), 0) }
  }
}
