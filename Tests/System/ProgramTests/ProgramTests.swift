import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("The program")
struct ProgramTests {
  private func serve(_ arguments: String..., after shell: String? = nil) throws -> (
    child: ChildProcess, port: UInt16
  ) {
    let child = try ChildProcess(
      ["serve", "--listen", "127.0.0.1:0", "--data", "none"] + arguments, after: shell)
    return (child, try child.port())
  }

  @Test("serves a demo board with --demo, and greets clients")
  func demo() throws {
    let (child, port) = try serve("--demo")
    let client = try LoopbackClient(port: port)
    expectEqual(try client.line()?.contains(" line=4096 text=1024 "), true)
    client.send("open groceries")
    try expectEqual(client.line(), "ok open groceries 3")
    try expectEqual(client.line(), "board groceries 3 2 5")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test(
    "sends bye to all clients when a signal ends it, and exits with 0",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(_ signal: Int32) throws {
    let (child, port) = try serve("--demo")
    let clients = try (0..<5).map { _ in try LoopbackClient(port: port) }
    for client in clients {
      client.send(lines: ["open groceries", "ping"])
      _ = try client.lines { $0 == "pong" }
    }
    clients[0].send("begin i1")
    _ = try clients[0].line()
    child.kill(signal)
    for client in clients {
      let last = try client.lines().filter { !$0.contains(" began ") && !$0.contains(" over ") }
      expectEqual(last, ["drag d1 ended shutdown", "bye shutdown"])
    }
    try expectEqual(child.end().status, 0)
  }

  @Test("goes on after SIGHUP if it was started with nohup")
  func hangUp() throws {
    let (child, port) = try serve(after: "trap '' HUP")
    let client = try LoopbackClient(port: port)
    child.kill(SIGHUP)
    child.kill(SIGUSR1)
    while try child.line()?.contains("state") == false {}
    client.send("ping")
    try expectEqual(client.lines { $0 == "pong" }.count, 2)
  }

  @Test("logs objects with --log-format json, and says where the page is")
  func jsonLog() throws {
    let child = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--data", "none", "--demo", "--log-format", "json",
    ])
    let page = try child.line() ?? ""
    #expect(page.contains(#""level":"notice","message":"the page is at http://127.0.0.1:"#))
    #expect(page.hasPrefix(#"{"time":"20"#) && page.hasSuffix(#"/b/groceries"}"#))
    let listening = try child.line() ?? ""
    #expect(listening.contains(#""message":"listening","address":"127.0.0.1:"#))
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("logs its state at SIGUSR1, and goes on")
  func state() throws {
    let (child, port) = try serve("--demo")
    let client = try LoopbackClient(port: port)
    client.send("ping")
    _ = try client.lines { $0 == "pong" }
    child.kill(SIGUSR1)
    let line = try #require(try child.line())
    for part in ["notice", "state", "connections=1", "boards=1"] {
      #expect(line.contains(part), "\(line)")
    }
    #expect(line.firstMatch(of: /memory-kib=[1-9][0-9]+/) != nil, "\(line)")
    client.send("ping")
    try expectEqual(client.line(), "pong")
  }

  @Test("says which address is taken, and how to choose another")
  func taken() throws {
    let (first, port) = try serve()
    defer { first.kill(SIGKILL) }
    let second = try ChildProcess(["serve", "--listen", "127.0.0.1:\(port)", "--data", "none"])
    let (output, status) = try second.end()
    expectEqual(status, 1)
    #expect(
      output.contains(
        "cannot listen at 127.0.0.1:\(port): address already in use; --listen HOST:PORT chooses"),
      "\(output)")
  }

  @Test("exits at a second signal, without waiting for a client that does not read")
  func secondSignal() throws {
    let (child, port) = try serve("--demo")
    let deaf = try LoopbackClient(port: port, receiveBuffer: 4_096)
    deaf.send(lines: Array(repeating: "help", count: 3_000))
    let client = try LoopbackClient(port: port)
    var isDeaf = false
    while !isDeaf {
      isDeaf = try client.answers(to: ["stats"]).contains("blocked-readers 1")
    }
    child.kill(SIGTERM)
    try expectEqual(client.lines(), ["bye shutdown"])
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
    expectEqual(try deaf.lines().contains("bye shutdown"), false)
  }

  @Test("survives clients that disconnect while it writes to them")
  func brokenPipes() throws {
    let (child, port) = try serve("--demo", "--window", "0ms")
    let author = try LoopbackClient(port: port)
    for round in 0..<50 {
      let client = try LoopbackClient(port: port)
      client.send(lines: ["open groceries"] + Array(repeating: "help", count: 50))
      client.cut(withReset: round.isMultiple(of: 2))
      author.send("edit i1 board=groceries \(round)")
    }
    author.send("ping")
    let answers = try author.lines { $0 == "pong" }
    expectEqual(answers.count { $0.hasPrefix("ok edit i1 at=0.0 ") }, 50)
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("closes every descriptor, even after resets in the middle of a session")
  func descriptors() throws {
    let (child, port) = try serve("--demo")
    let witness = try LoopbackClient(port: port)
    _ = try witness.line()
    let before = child.descriptorCount
    for round in 0..<200 {
      let client = try LoopbackClient(port: port)
      client.send(Array("open groceries\nbegin i1\npropose 1.0\nhelp\nperf".utf8.prefix(round)))
      if !round.isMultiple(of: 3) { _ = try client.line() }
      client.cut(withReset: round.isMultiple(of: 2))
    }
    try waitUntilAlone(witness)
    expectEqual(child.descriptorCount, before)
    witness.send("move i1 1.0 board=groceries")
    expectEqual(try witness.line()?.hasPrefix("ok move count=1 at=1.0 "), true)
  }

  /// Asks who is there until there is nobody else.
  private func waitUntilAlone(_ client: LoopbackClient) throws {
    while true {
      client.send("who")
      guard let head = try client.line() else { throw LoopbackError.ended }
      let count = Int(head.split(separator: " ")[2]) ?? 0
      for _ in 0..<count { _ = try client.line() }
      if count == 1 { return }
    }
  }

  @Test("refuses connections before it runs out of descriptors, and serves those it has")
  func descriptorCap() throws {
    let (child, port) = try serve("--demo", after: "ulimit -n 96")
    var clients = try (0..<32).map { _ in try LoopbackClient(port: port) }
    for client in clients {
      expectEqual(try client.line()?.hasPrefix("dropline 1 epoch="), true)
    }
    for _ in 0..<100 {
      let late = try LoopbackClient(port: port)
      try expectEqual(late.lines(), ["bye full The server has as many connections as it takes."])
    }
    for (index, client) in clients.enumerated() {
      client.send("edit i1 board=groceries \(index)")
      try expectEqual(client.line(), "ok edit i1 at=0.0 rev=\(index + 4)")
    }
    clients.removeLast()
    try replaceLast(of: clients[0], port: port)
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  /// Comes back until there is room, which there is once the server knows that somebody left.
  private func replaceLast(of client: LoopbackClient, port: UInt16) throws {
    while try LoopbackClient(port: port).line()?.hasPrefix("bye full") == true {}
    client.send("ping")
    try expectEqual(client.line(), "pong")
  }
}
