import BoardModel
import Foundation
import Glibc
import KillTrial
import Libuv
import PostgresJournal
import SystemTestKit
import TLS
import TestKit
import Testing

@testable import BoardServer

/// Real nodes of one space in a real database: clients at each of them, and the ends of the owner.
@Suite("Nodes of a space")
struct NodeTests {
  private let server: PostgresServer
  private let space: SpaceName

  init() throws {
    server = try PostgresServer.shared.get()
    space = try server.space()
  }

  /// A node with its ports.
  private final class Node {
    let child: ChildProcess
    let port: UInt16
    private(set) var link = ""

    /// - Parameter isOwner: Whether to wait until it owns the space, or else follows another node.
    init(_ words: [String], isOwner: Bool) throws {
      child = try ChildProcess(
        ["serve", "--listen", "127.0.0.1:0", "--link", "127.0.0.1:0"]
          + (words.contains("--http") ? [] : ["--http", "127.0.0.1:0"]) + words)
      var port: UInt16?
      let last = isOwner ? "the page is at" : "following"
      while let line = try child.line() {
        if let word = line.firstMatch(of: /link=(\S+)/) { link = String(word.1) }
        if let word = line.firstMatch(of: /listening address=127.0.0.1:(\d+)/) {
          port = port ?? UInt16(word.1)
        }
        if line.contains(last) { break }
      }
      self.port = try #require(port)
    }

    /// Waits for a line of its log.
    func awaitLine(_ words: String) throws {
      while let line = try child.line() { if line.contains(words) { return } }
      throw ChildError.ended(words)
    }

    func stop() throws -> Int32 {
      child.kill(SIGTERM)
      return try child.end().status
    }
  }

  private func node(isOwner: Bool = false, _ words: String...) throws -> Node {
    try Node(["--store", server.address(), "--space", space.string] + words, isOwner: isOwner)
  }

  private func expireLease() throws {
    try server.execute(
      "UPDATE dropline.space SET lease_until = clock_timestamp() WHERE name = '\(space)'")
  }

  private func say(_ lines: [String], to port: UInt16) throws -> [String] {
    let client = try LoopbackClient(port: port)
    client.send(lines: lines + ["ping"])
    return try client.lines { $0 == "pong" }
  }

  private static let board = [
    "hello ann", "create list", "insert-section 0 board=list A", "insert 0.0 board=list apple",
  ]

  @Test("serve clients of all of them the same board, with the clients' own addresses")
  func anywhere() throws {
    let owner = try node(isOwner: true)
    let (second, third) = (try node(), try node())
    _ = try say(Self.board, to: second.port)
    let watcher = try LoopbackClient(port: third.port)
    watcher.send(lines: ["open list"])
    _ = try watcher.lines { $0.hasPrefix("item i1") }
    _ = try say(["insert 0.1 board=list pear"], to: second.port)
    let batch = try watcher.lines { $0.hasPrefix("insert ") }
    #expect(batch.last == "insert 0.1 i2 pear")
    #expect(try say(["open list"], to: owner.port).contains("item i2 pear"))
    for node in [third, second, owner] { #expect(try node.stop() == 0) }
  }

  @Test("go on with another owner after kill -9, with all that was acknowledged, once")
  func killed() throws {
    let owner = try node(isOwner: true)
    let second = try node()
    _ = try say(Self.board, to: second.port)
    let writer = try LoopbackClient(port: second.port)
    writer.send(lines: ["hello bob token=a-token-of-bob-1234", "#1 insert end:s1 board=list pear"])
    _ = try writer.lines { $0.hasPrefix("#1 ok") }
    owner.child.kill(SIGKILL)
    _ = try owner.child.end()
    // Its connections end.
    _ = try? writer.lines { _ in false }
    try expireLease()
    try second.awaitLine("the page is at")
    let answers = try say(
      [
        "hello bob token=a-token-of-bob-1234", "#1 insert end:s1 board=list pear",
        "#2 insert end:s1 board=list plum", "open list",
      ], to: second.port)
    #expect(answers.contains { $0.hasPrefix("#1 ok") && $0.hasSuffix("replayed=yes") })
    #expect(
      answers.filter { $0.hasPrefix("item ") }
        == ["item i1 apple", "item i2 pear", "item i3 plum"])
    #expect(try second.stop() == 0)
  }

  @Test(
    "are stopped one after the other without a change of what clients see, and their drags go on")
  func rolling() throws {
    let first = try node(isOwner: true)
    let second = try node()
    _ = try say(Self.board, to: first.port)
    let client = try LoopbackClient(port: second.port)
    let hello = "hello cat token=a-token-of-cat-1234"
    client.send(lines: [hello, "open list", "begin i1"])
    _ = try client.lines { $0.hasPrefix("ok begin d1 ") }
    #expect(try first.stop() == 0)
    let last = try client.lines { $0.hasPrefix("bye ") }
    #expect(last.last?.hasPrefix("bye moved retry=") == true)
    #expect(!last.contains { $0.hasPrefix("drag d1 ended") })
    try second.awaitLine("the page is at")
    let resumed = try say(
      ["begin i1 board=list", hello, "resume d1", "propose end:s1 board=list", "perform"],
      to: second.port)
    #expect(resumed.contains { $0.hasPrefix("refused leased item=i1 by=cat drag=d1 ") })
    #expect(resumed.contains("ok resume d1 lifted items=i1"))
    #expect(resumed.contains { $0.hasPrefix("ok perform d1 unchanged ") })
    let third = try node()
    #expect(try say(["open list since=1"], to: third.port).contains("insert 0.0 i1 apple"))
    #expect(try second.stop() == 0)
    try third.awaitLine("the page is at")
    #expect(try say(["open list"], to: third.port).contains("item i1 apple"))
    #expect(try third.stop() == 0)
  }

  @Test("follow again after a pause in which another one has taken over, and lose nothing")
  func paused() throws {
    let first = try node(isOwner: true)
    let second = try node()
    _ = try say(Self.board, to: first.port)
    let client = try LoopbackClient(port: first.port)
    client.send(lines: ["open list"])
    _ = try client.lines { $0.hasPrefix("item i1") }
    first.child.kill(SIGSTOP)
    try expireLease()
    try second.awaitLine("the page is at")
    _ = try say(["insert end:s1 board=list pear"], to: second.port)
    client.send(lines: ["insert end:s1 board=list late"])
    first.child.kill(SIGCONT)
    let last = try client.lines { $0.hasPrefix("bye ") }
    #expect(last == ["bye moved Another server takes over: connect again."])
    try first.awaitLine("following")
    #expect(
      try say(["open list"], to: first.port).filter { $0.hasPrefix("item ") }
        == ["item i1 apple", "item i2 pear"])
    #expect(try first.stop() == 0)
    #expect(try second.stop() == 0)
  }

  @Test("pass browsers on")
  func web() throws {
    let owner = try node(isOwner: true)
    let port = try ReservedPort()
    let second = try node(isOwner: false, "--http", "127.0.0.1:\(port.number)")
    let client = try LoopbackClient(port: port.number)
    client.send(Array("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(port.number)\r\n\r\n".utf8))
    #expect(try client.line()?.hasPrefix("HTTP/1.1 200") == true)
    #expect(try second.stop() == 0)
    #expect(try owner.stop() == 0)
  }

  @Test("do not take clients from strangers at their links")
  func strangers() throws {
    let owner = try node(isOwner: true)
    let port = try #require(owner.link.split(separator: ":").last.flatMap { UInt16($0) })
    let address = try SocketAddress(host: "203.0.113.7", port: 7)
    let addresses = ProxiedAddresses(client: address, server: address)
    let stranger = ServerAddress(host: "127.0.0.1", port: port, trust: .anybody)
    for header in [
      NodeLink.header(for: addresses, of: .lines, secret: Array("guess".utf8)),
      ProxyHeader.bytes(addresses), Array("hello ann\n".utf8),
    ] {
      let bytes = header + Array("ping\n".utf8)
      let plain = try LoopbackClient(port: port)
      plain.send(bytes)
      let told = try plain.lines()
      #expect(told == [])
      let encrypted = try LineSocket.connect(to: stranger, timeout: .seconds(60))
      encrypted.send(bytes)
      #expect(try encrypted.line(within: .seconds(60)) == nil)
    }
    #expect(try owner.stop() == 0)
  }

  @Test(
    "hold clients until the owner is reached, and has the certificate that the database says",
    arguments: [
      ("certificate", "SHA256:0000", "has another certificate than it should have"),
      ("link", "127.0.0.1:1", "nobody answers at 127.0.0.1:1"),
    ])
  func unreached(column: String, value: String, warning: String) throws {
    let owner = try node(isOwner: true)
    _ = try say(Self.board, to: owner.port)
    let right = try server.execute(
      """
      UPDATE dropline.space s SET \(column) = '\(value)' FROM dropline.space old
      WHERE s.name = '\(space)' AND old.id = s.id RETURNING old.\(column)
      """)
    let second = try node()
    let client = try LoopbackClient(port: second.port)
    client.send(lines: ["open list"])
    try second.awaitLine(warning)
    try server.execute(
      """
      UPDATE dropline.space SET \(column) = '\(right.prefix { $0 != "\n" })'
      WHERE name = '\(space)'
      """)
    // It has waited.
    _ = try client.lines { $0 == "item i1 apple" }
    #expect(try second.stop() == 0)
    #expect(try owner.stop() == 0)
  }

  @Test("execute nothing while they are cut off from the database, and another one takes over")
  func cut() throws {
    let proxy = try PostgresProxy(before: server.socket)
    let first = try Node(
      ["--store", server.address(port: proxy.port), "--space", space.string], isOwner: true)
    let second = try node()
    _ = try say(Self.board, to: first.port)
    let client = try LoopbackClient(port: first.port)
    client.send(lines: ["open list"])
    _ = try client.lines { $0 == "item i1 apple" }
    proxy.close()
    try first.awaitLine("the lease cannot be renewed")
    client.send(lines: ["hello bob token=a-token-of-bob-1234", "#1 insert end:s1 board=list pear"])
    try expireLease()
    try second.awaitLine("the page is at")
    let answers = try say(
      ["hello bob token=a-token-of-bob-1234", "#1 insert end:s1 board=list pear", "open list"],
      to: second.port)
    #expect(answers.contains { $0.hasPrefix("#1 ok insert") && !$0.contains("replayed") })
    #expect(answers.filter { $0.hasPrefix("item ") } == ["item i1 apple", "item i2 pear"])
    #expect(try client.arrived().filter { $0.hasPrefix("#1") || $0.hasPrefix("batch") } == [])
    first.child.kill(SIGKILL)
    _ = try first.child.end()
    #expect(try second.stop() == 0)
  }

  @Test("pass encrypted clients on, whose bytes they cannot read")
  func encrypted() throws {
    let certificate = try TestCertificate(in: Scratch())
    let words = ["--tls", certificate.certificate, certificate.key]
    let setup = ["--store", server.address(), "--space", space.string] + words
    let owner = try Node(setup, isOwner: true)
    let second = try Node(setup, isOwner: false)
    let trust = ServerTrust.authorities(inFile: certificate.certificate)
    for node in [owner, second] {
      let client = try LineSocket.connect(
        to: ServerAddress(host: "localhost", port: node.port, trust: trust), timeout: .seconds(60))
      client.send("ping")
      #expect(try client.line(within: .seconds(60))?.hasPrefix("dropline") == true)
      #expect(try client.line(within: .seconds(60)) == "pong")
      let plain = try LoopbackClient(port: node.port)
      plain.send(lines: ["ping"])
      #expect(try plain.line()?.hasPrefix("bye not-dropline This port speaks TLS") == true)
    }
    #expect(try second.stop() == 0)
    #expect(try owner.stop() == 0)
  }

  @Test("stop if the database has lost what it had, until that is accepted")
  func restored() throws {
    let owner = try node(isOwner: true)
    let second = try node()
    _ = try say(Self.board, to: second.port)
    let greeting = try #require(try say(["open list"], to: owner.port).first)
    let epoch = try #require(greeting.firstMatch(of: /epoch=\S+/)).0
    try server.execute("UPDATE dropline.space SET groups = groups - 2 WHERE name = '\(space)'")
    for node in [owner, second] {
      let end = try node.child.end()
      #expect(end.status == 74 && end.output.contains("was restored to an earlier time"))
    }
    let words = ["--store", server.address(), "\(space)"]
    let refused = try ChildProcess(
      ["serve", "--listen", "127.0.0.1:0", "--store", server.address(), "--space", "\(space)"]
    ).end()
    #expect(refused.status == 74 && refused.output.contains("dropline space accept-loss \(space)"))
    let accepted = try ChildProcess(["space", "accept-loss"] + words).end()
    #expect(accepted.status == 0 && accepted.output.contains("space \(space) has a new epoch"))
    let third = try node(isOwner: true)
    let answers = try say(["open list since=2 \(epoch)"], to: third.port)
    #expect(answers.contains { $0.hasPrefix("ok open list") && $0.contains("rewound=yes") })
    #expect(answers.contains("item i1 apple"))
    let again = try ChildProcess(["space", "accept-loss"] + words).end()
    #expect(again.status == 73 || again.status == 74)
    #expect(try third.stop() == 0)
  }

  @Test("have a link of their own")
  func sameLink() throws {
    let owner = try node(isOwner: true)
    let port = try ReservedPort()
    try server.execute(
      """
      INSERT INTO dropline.node VALUES
        ('127.0.0.1:\(port.number)', 'process 1 on two', '\(space)', '',
        clock_timestamp() + interval '1 hour')
      """)
    let link = "127.0.0.1:\(port.number)"
    let other = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--link", link, "--store", server.address(), "--space",
      space.string,
    ]).end()
    #expect(other.status == 74 && other.output.contains("process 1 on two is the node \(link)"))
    #expect(try owner.stop() == 0)
  }

  @Test("can be tried with a database of their own, by one command")
  func tried() throws {
    let cluster = try ChildProcess(["cluster", "--try", "2"])
    var ports: [UInt16] = []
    while let line = try cluster.line() {
      if let word = line.firstMatch(of: /nc 127.0.0.1 (\d+)/) {
        ports += [UInt16(word.1)].compactMap(\.self)
      }
      if line.contains("following") { break }
    }
    try #require(ports.count == 2)
    _ = try say(Self.board, to: ports[0])
    #expect(try say(["open list"], to: ports[1]).contains("item i1 apple"))
    cluster.kill(SIGTERM)
    let end = try cluster.end()
    #expect(end.status == 0, "\(end.output)")
  }

  @Test("are listed with what is wrong, and the status says whether anything is")
  func listed() throws {
    let own = try PostgresServer()
    try PostgresDatabase(own.url()).create(space)
    let words = ["--store", own.address(), "--space", space.string]
    let owner = try Node(words, isOwner: true)
    let second = try Node(words, isOwner: false)
    let list = { try ChildProcess(["cluster", "--store", own.address()]).end() }
    let before = try list()
    #expect(before.status == 0 && before.output.contains("\(owner.link)  of \(space)  owner"))
    #expect(before.output.contains("\(second.link)  of \(space)  follows"))
    second.child.kill(SIGKILL)
    _ = try second.child.end()
    try own.execute(
      "UPDATE dropline.node SET lease_until = clock_timestamp() WHERE link = '\(second.link)'")
    let after = try list()
    #expect(
      after.status == 1 && after.output.hasPrefix("node  \(second.link)  of \(space)  PROBLEM"))
    #expect(try owner.stop() == 0)
  }
}
