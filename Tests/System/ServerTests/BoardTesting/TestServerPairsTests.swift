import BoardTesting
import Net
import SystemTestKit
import TestKit
import Testing

/// What clients of a test see of everything else that a server does.
@Suite("The clients of a test server")
struct TestServerPairsTests {
  private let server: TestServer

  init() throws { server = try TestServer("A: a b | B:", deadline: .seconds(60)) }

  /// Somebody who changes boards, and a watcher of some kind.
  private func pair(_ kind: ClientKind) async throws -> (ann: TestClient, bob: TestClient) {
    let pair = (ann: try server.client("ann"), bob: try server.client("bob", kind))
    try await pair.bob.open()
    return pair
  }

  @Test("follow a board that is renamed", arguments: ClientKind.allCases)
  func renamed(_ kind: ClientKind) async throws {
    let (ann, bob) = try await pair(kind)
    #expect(try await ann.ask("rename-board list plan").hasPrefix("ok rename-board "))
    try await bob.expectEvent("renamed list plan")
    try await ann.ask("move i1 end:s2 board=plan")
    try await bob.expectBatch("move 0.0 1.0")
    try await bob.expectBoard("A: b | B: a", of: "plan")
    try await server.converged()
  }

  @Test("are told that a board was removed, and have none then", arguments: ClientKind.allCases)
  func removed(_ kind: ClientKind) async throws {
    let (ann, bob) = try await pair(kind)
    #expect(try await ann.ask("remove-board list force=yes").hasPrefix("ok remove-board list"))
    try await bob.expectEvent("removed list")
    #expect(throws: TestFailure.self) { try server.board() }
    try await server.converged()
  }

  @Test("undo what others see undone", arguments: ClientKind.allCases)
  func undone(_ kind: ClientKind) async throws {
    let (ann, bob) = try await pair(kind)
    try await ann.ask("delete i1,i2 board=list")
    try await bob.expectBatch("delete 0.1 i2", "delete 0.0 i1")
    try await ann.ask("undo list")
    try await bob.expectBoard("A: a b | B:")
    try await server.converged()
  }

  @Test("see the drag of somebody end whose connection breaks", arguments: ClientKind.allCases)
  func broken(_ kind: ClientKind) async throws {
    let (ann, bob) = try await pair(kind)
    try await ann.ask("begin i1 board=list")
    try await bob.expectEvent("drag d1 began list ann items=i1")
    try ann.cut()
    try await bob.expectEvent("drag d1 ended cancelled")
    try await server.converged()
  }

  @Test("are told nothing of what a full disk refuses", arguments: ClientKind.allCases)
  func refused(_ kind: ClientKind) async throws {
    let (ann, bob) = try await pair(kind)
    try server.disk.full()
    let reply = try await ann.reply(to: "delete i1 board=list")
    #expect(reply.hasPrefix("refused disk-full"))
    try await bob.expectNothing()
    try server.disk.free()
    try await ann.ask("delete i1 board=list")
    try await bob.expectBatch("delete 0.0 i1")
    try await server.converged()
  }

  @Test("catch up after a stall")
  func lagging() async throws {
    let (ann, bob) = try await pair(.lines)
    try bob.stall()
    for _ in 0..<3 {
      try await ann.ask("move i1 end:s2 board=list")
      try await ann.ask("move i1 0.0 board=list")
    }
    try await ann.ask("move i2 end:s2 board=list")
    try bob.resume()
    try await bob.expectBoard("A: a | B: b")
    try await server.converged()
  }

  @Test("have their own windows, which the time of the test ends")
  func windows() async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob")
    try await bob.ask("open list every=60s")
    try await ann.ask("move i1 end:s2 board=list")
    try await ann.ask("move i2 end:s2 board=list")
    try await ann.ask("insert end:s1 board=list c")
    try await bob.expectNothing()
    try server.advance(by: .seconds(60))
    try await bob.expectBatch("move 0.0 1.0", "move 0.1 1.1", "insert 0.0")
    try await server.converged()
  }

  @Test(
    "are dismissed if they may no longer see a board", arguments: [ClientKind.lines, .webSocket])
  func roles(_ kind: ClientKind) async throws {
    let (_, bob) = try await pair(kind)
    try server.setAccess("guest viewer other")
    try await bob.expectEvent("bye access-denied")
    try await bob.expectClosed()
  }
}

@Suite("What a test asks wrongly")
struct WrongTestTests {
  @Test("of a server is said with its line: a port or a directory that is taken, no board")
  func taken() throws {
    let server = try TestServer("A:")
    let port = server.port
    let failure = #expect(throws: TestFailure.self) {
      _ = try TestServer("A:") { $0.addresses = [.internet(.loopback(port))] }
    }
    expectEqual(failure?.message.contains("127.0.0.1:\(port)"), true, "\(failure?.message ?? "")")
    let folder = try Scratch()
    let first = try TestServer("A:") { $0.place = .directory(folder.at("data")) }
    let second = #expect(throws: TestFailure.self) {
      _ = try TestServer("A:") { $0.place = .directory(folder.at("data")) }
    }
    expectEqual(second?.message.contains("is in use"), true, "\(second?.message ?? "")")
    withExtendedLifetime(first) {}
  }

  @Test("of a client that is let go while it waits ends at the deadline")
  func released() async throws {
    let server = try TestServer("A:", deadline: .milliseconds(50))
    let failure = await #expect(throws: TestFailure.self) {
      try await server.client("ann").expectEvent("never")
    }
    expectEqual(
      failure?.message, "ann expected the event `never`, and nothing came in 0.05 seconds")
  }

  @Test(
    "of the server within a condition is answered, also if nothing else has the server any more")
  func conditions() async throws {
    for _ in 0..<20 {
      let server = try TestServer("A: a")
      try await server.expect("a board and no other") {
        #expect(throws: TestFailure.self) { try server.board("none") }
        return try server.board() == "A: a"
      }
    }
  }

  @Test("of what is not there says what there is")
  func missing() async throws {
    let server = try TestServer("A: a | B:")
    let ann = try server.client("ann")
    let item = await #expect(throws: TestFailure.self) { try await ann.drag("c", to: "B") }
    expectEqual(item?.message, "there is no c or no B on list: A: a | B:")
    let board = await #expect(throws: TestFailure.self) { try await ann.open("none") }
    #expect(
      board?.message.hasPrefix("ann cannot open none: refused unknown-board") == true,
      "\(board?.message ?? "")")
    let text = await #expect(throws: (any Error).self) { try await ann.expectBoard("no colon") }
    #expect("\(text.map { "\($0)" } ?? "")".contains("column"))
  }

  @Test("of the time, the disk or a port of a server that was killed says that it was")
  func killed() throws {
    let server = try TestServer("A:")
    try server.kill()
    for ask: () throws -> Void in [
      { try server.advance(by: .seconds(1)) }, { try server.disk.full() },
      { _ = try server.proxy() }, { _ = try server.client("ann") }, { try server.kill() },
    ] {
      let failure = #expect(throws: TestFailure.self) { try ask() }
      expectEqual(failure?.message, "the server was killed, and has not been restarted")
    }
    try server.restart()
    try expectEqual(server.board(), "A:")
  }

  @Test("and never stopped leaves neither threads nor descriptors behind")
  func leaks() async throws {
    func count(_ folder: String) -> Int { names(inFolder: "/proc/self/\(folder)")?.count ?? 0 }
    let server = try TestServer("A: a")
    withExtendedLifetime(server) {}
    let before = count("fd")
    for _ in 0..<50 {
      let server = try TestServer("A: a")
      let ann = try server.client("ann", .replica)
      try await ann.open()
      _ = try server.proxy()
    }
    // Other tests run meanwhile, with some of their own.
    #expect(count("fd") < before + 50 * 5)
  }
}
