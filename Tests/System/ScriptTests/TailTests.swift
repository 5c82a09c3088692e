import BoardJournal
import BoardModel
import BoardTesting
import Foundation
import Glibc
import Simulation
import SystemTestKit
import TestKit
import Testing

/// `dropline tail`, as scripts use it.
@Suite("The tail command")
struct TailTests {
  private static let content: Content = [
    Section(id: "A", title: "Fruit", items: [Item(id: "a", text: "apple")]),
    Section(id: "B", title: "Dairy"),
  ]
  private static let snapshot = [
    "board list 1 2 3", "section A 1 Fruit", "item a apple", "section B 0 Dairy",
  ]

  private func newServer() throws -> TestServer {
    try TestServer(boards: [BoardFile("list", revision: 1, Self.content)])
  }

  private func tail(_ port: UInt16, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess(["tail", "list", "--server", "127.0.0.1:\(port)"] + arguments)
  }

  private func lines(_ count: Int, of child: ChildProcess) throws -> [String] {
    try (0..<count).map { _ in try #require(try child.line()) }
  }

  @Test("begins with the board if asked to, and prints batches as they are on the wire")
  func batches() throws {
    let server = try newServer()
    let child = try tail(server.port, "--snapshot")
    try expectEqual(lines(4, of: child), Self.snapshot)
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["begin a board=list", "propose 1.0", "perform"])
    try expectEqual(lines(2, of: child), ["batch list 1 2 1", "move 0.0 1.0 a"])
    client.send(lines: ["batch list", "delete-section 0 A", "insert 0.1 - milk", "end"])
    try expectEqual(
      lines(3, of: child), ["batch list 2 3 2", "delete-section 0 A", "insert 0.1 i1 milk"])
    child.kill(SIGINT)
    let (rest, status) = try child.end()
    expectEqual(rest, "")
    expectEqual(status, 0)
  }

  @Test("continues from a revision, and ends after the requested number of batches")
  func from() throws {
    let server = try newServer()
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["delete a board=list", "insert 1.0 board=list milk", "ping"])
    _ = try client.lines { $0 == "pong" }
    let (output, status) = try tail(server.port, "--from", "1", "--count", "1").end()
    expectEqual(output, "batch list 1 3 2\ndelete 0.0 a\ninsert 1.0 i1 milk")
    expectEqual(status, 0)
    let late = try tail(server.port, "--from", "9", "--count", "1").end()
    #expect(late.output.hasPrefix("board list 3 2 3\n"))
  }

  @Test("follows the board of DROPLINE_BOARD if none is named")
  func environment() throws {
    let server = try newServer()
    let words = ["tail", "--snapshot", "--count", "1", "--server", "127.0.0.1:\(server.port)"]
    let (output, status) = try ChildProcess(words, after: "export DROPLINE_BOARD=list").end()
    expectEqual(output, Self.snapshot.joined(separator: "\n"))
    expectEqual(status, 0)
    try expectEqual(ChildProcess(words, after: "unset DROPLINE_BOARD").end().status, 64)
  }

  @Test("prints drags and selections if asked to")
  func events() throws {
    let server = try newServer()
    let child = try tail(server.port, "--snapshot", "--events")
    try expectEqual(lines(4, of: child), Self.snapshot)
    let client = try LoopbackClient(port: server.port)
    client.send("begin a board=list")
    expectEqual(try child.line()?.hasPrefix("drag d1 began list guest-2 items=a "), true)
    client.send("cancel")
    try expectEqual(child.line(), "drag d1 ended cancelled")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("prints one object per line with --json, and continues after a disconnect")
  func json() throws {
    let server = try newServer()
    let relay = try LyingServer.start(before: server.port) { line in
      if line.hasPrefix("batch list 2 3 ") { throw LyingServer.HangUp() }
      return line
    }
    defer { relay.close() }
    let child = try ChildProcess(
      ["tail", "list", "--json", "--snapshot", "--server", "127.0.0.1:\(relay.port)"],
      after: "exec 2>/dev/null")
    let snapshot = try #require(try child.line())
    #expect(
      snapshot.hasPrefix(
        "{\"kind\":\"board\",\"board\":\"list\",\"rev\":1,\"sections\":2,\"rows\":[{"))
    let client = try LoopbackClient(port: server.port)
    client.send("insert 1.0 board=list \u{202E}milk")
    try expectEqual(
      child.line(),
      "{\"kind\":\"batch\",\"board\":\"list\",\"from\":1,\"to\":2,\"rows\":"
        + "[{\"kind\":\"insert\",\"path\":\"1.0\",\"item\":\"i1\",\"text\":\"\\u202emilk\"}]}")
    // The relay disconnects a client that receives only revision 3.
    client.send(lines: ["batch list", "delete 0.0 a", "end", "delete i1 board=list", "ping"])
    _ = try client.lines { $0 == "pong" }
    #expect(
      try child.line()?.hasPrefix("{\"kind\":\"batch\",\"board\":\"list\",\"from\":2,\"to\":4,")
        == true)
    child.kill(SIGINT)
    try expectEqual(child.end().status, 0)
  }

  @Test("loses nothing and repeats nothing over a crash of the server")
  func crash() throws {
    let first = try newServer()
    let place = Place(first.port)
    let relay = try LyingServer.start(at: { place.port })
    defer { relay.close() }
    let child = try ChildProcess(
      ["tail", "list", "--server", "127.0.0.1:\(relay.port)", "--snapshot"],
      after: "exec 2>/dev/null")
    try expectEqual(lines(4, of: child), Self.snapshot)
    var client = try LoopbackClient(port: first.port)
    client.send("insert 1.0 board=list milk")
    try expectEqual(lines(2, of: child), ["batch list 1 2 1", "insert 1.0 i1 milk"])
    client.send(lines: ["delete a board=list", "ping"])
    try expectEqual(lines(2, of: child), ["batch list 2 3 1", "delete 0.0 a"])
    try first.kill()
    try first.restart()
    client = try LoopbackClient(port: first.port)
    client.send(lines: ["edit i1 board=list oat milk", "ping"])
    _ = try client.lines { $0 == "pong" }
    place.port = first.port
    try expectEqual(lines(2, of: child), ["batch list 3 4 1", "reload 1.0 i1 oat milk"])
    child.kill(SIGHUP)
    try expectEqual(child.end().status, 0)
  }

  @Test("prints a whole board instead of a batch if the server has a new epoch")
  func epoch() throws {
    let first = try newServer()
    let place = Place(first.port)
    let relay = try LyingServer.start(at: { place.port })
    defer { relay.close() }
    let child = try ChildProcess(
      ["tail", "list", "--server", "127.0.0.1:\(relay.port)", "--snapshot"],
      after: "exec 2>/dev/null")
    try expectEqual(lines(4, of: child), Self.snapshot)
    var client = try LoopbackClient(port: first.port)
    client.send(lines: ["insert 1.0 board=list milk", "ping"])
    try expectEqual(lines(2, of: child), ["batch list 1 2 1", "insert 1.0 i1 milk"])
    let other = try #require(Epoch("another"))
    let second = try TestServer(boards: [BoardFile("list", revision: 1, Self.content)]) {
      $0.place = .store(MemoryStore(epoch: other))
    }
    client = try LoopbackClient(port: second.port)
    client.send(lines: (1...3).map { "edit a board=list apple \($0)" } + ["ping"])
    _ = try client.lines { $0 == "pong" }
    place.port = second.port
    try first.kill()
    try expectEqual(
      lines(4, of: child),
      [
        "board list 4 2 3", "section A 1 Fruit", "item a apple 3", "section B 0 Dairy",
      ])
    child.kill(SIGINT)
    try expectEqual(child.end().status, 0)
  }

  @Test("follows a board under its new name, and exits with 1 when it is removed")
  func renamed() throws {
    let server = try newServer()
    let child = try tail(server.port, "--snapshot", "--events")
    try expectEqual(lines(4, of: child), Self.snapshot)
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["rename-board list fruit", "delete a board=fruit"])
    try expectEqual(
      lines(3, of: child), ["renamed list fruit", "batch fruit 1 2 1", "delete 0.0 a"])
    client.send("remove-board fruit force=yes")
    try expectEqual(lines(1, of: child), ["removed fruit"])
    let (rest, status) = try child.end()
    expectEqual(rest, "dropline: the board fruit was removed")
    expectEqual(status, 1)
  }

  @Test("ends when its output is closed, even if it has printed nothing")
  func noReader() throws {
    let server = try newServer()
    let child = try tail(server.port, "--snapshot")
    try expectEqual(child.line(), "board list 1 2 3")
    expectEqual(child.hangUp(), 0)
  }

  @Test("reports why it cannot begin")
  func statuses() throws {
    let server = try newServer()
    let port = "127.0.0.1:\(server.port)"
    let unknown = try ChildProcess(["tail", "nowhere", "--server", port]).end()
    #expect(unknown.output.hasPrefix("dropline: refused unknown-board board=nowhere "))
    expectEqual(unknown.status, 1)
    let gone = try Doorkeeper { close($0) }
    gone.close()
    try expectEqual(tail(gone.port).end().status, 69)
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["hello ann token=a-token-long-enough", "ping"])
    _ = try client.lines { $0 == "pong" }
    try expectEqual(
      tail(server.port, "--name", "ann", "--token", "another-long-secret").end().status, 1)
  }

  @Test(
    "does not accept invalid lines as a board",
    arguments: [
      "board list 1 2 99999999999", "board list x 2 3", "board list 1 2", "batch list 1 2",
      "batch list 1 2 -1",
    ])
  func garbage(_ line: String) throws {
    let server = try newServer()
    let liar = try LyingServer.start(before: server.port) { $0.hasPrefix("board ") ? line : $0 }
    defer { liar.close() }
    let (output, status) = try tail(liar.port).end()
    expectEqual(output, "dropline: the server does not speak the protocol: \(line)")
    expectEqual(status, 76)
  }

  /// The present revision of the server.
  private final class Place: @unchecked Sendable {
    private let lock = NSLock()
    private var value: UInt16

    init(_ port: UInt16) { value = port }

    var port: UInt16 {
      get { lock.withLock { value } }
      set { lock.withLock { value = newValue } }
    }
  }
}
