import BoardTesting
import Foundation
import SystemTestKit
import TestKit
import Testing

/// `BoardTesting`, as those who test an app of theirs use it.
@Suite("A test server")
struct TestServerTests {
  private let server: TestServer

  init() throws { server = try TestServer("To buy: Bread Milk | Basket:", deadline: .seconds(60)) }

  @Test("shows a drag to others as a batch, whatever connects them", arguments: ClientKind.allCases)
  func drags(_ kind: ClientKind) async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob", kind)
    try await bob.open()
    try await ann.drag("Milk", to: "Basket")
    try await bob.expectEvent("drag d1 began list ann items=i2")
    try await bob.expectBatch("move 0.1 1.0")
    try await bob.expectBoard("To buy: Bread | Basket: Milk")
    try expectEqual(server.board(), "To buy: Bread | Basket: Milk")
    try await server.converged()
  }

  @Test("takes any command, of each kind of client", arguments: ClientKind.allCases)
  func commands(_ kind: ClientKind) async throws {
    let bob = try server.client("bob", kind)
    try await bob.open()
    try await expectEqual(
      bob.ask("insert end:s2 board=list two \"words\""), "ok insert i3 at=1.0 rev=1")
    try await bob.expectBatch("insert 1.0 i3 two \"words\"")
    #expect(try await bob.reply(to: "delete i9 board=list").hasPrefix("refused item-gone"))
    try await bob.expectNothing()
    try await server.converged()
  }

  @Test("has boards as text, also with blanks, twice the same and of several names")
  func boards() async throws {
    let text = "A b: \"red pear\" apple apple | Empty: | i1: i1 7"
    let server = try TestServer(boards: ["one": text, "two": ""])
    try expectEqual(server.board(), text)
    try expectEqual(server.board("two"), "")
    let ann = try server.client("ann")
    try await ann.open("two")
    try await ann.open("one")
    try await ann.expectBoard(text, of: "one")
    #expect(throws: TestFailure.self) { try TestServer("no colon") }
    #expect(throws: TestFailure.self) { try TestServer("", named: "a name") }
    #expect(throws: TestFailure.self) { try server.board("three") }
  }

  /// The failure of a body.
  private func failure(_ body: () async throws -> Void) async throws -> TestFailure {
    do { try await body() } catch { return try #require(error as? TestFailure, "\(error)") }
    Issue.record("nothing was thrown")
    throw CancellationError()
  }

  @Test("says where an expectation fails, what came, and all that clients have said, in order")
  func failures() async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob")
    try await bob.open()
    try await ann.ask("move i2 end:s2 board=list")
    let line = #line + 1
    let failure = try await failure { try await bob.expectBatch("move 0.0 1.0") }
    #expect(failure.place.line == line && failure.place.file.hasSuffix("/TestServerTests.swift"))
    expectEqual(
      failure.message,
      "bob expected the batch `move 0.0 1.0`, and got `batch list 0 1 1 · move 0.1 1.0 i2`")
    let said = failure.conversation
    let order = [
      "bob> open list", "bob< ok open list 0", "ann> move i2 end:s2 board=list",
      "bob< batch list 0 1 1", "bob< move 0.1 1.0 i2",
    ].map { said.firstIndex(of: $0) ?? -1 }
    #expect(order == order.sorted() && !order.contains(-1), "\(failure)")
    #expect("\(failure)".contains("\nconversation:\n  ann connects\n"))
  }

  @Test("fails what never comes at its deadline, and what cannot come any more at once")
  func deadlines() async throws {
    let bob = try server.client("bob")
    try await bob.open()
    let late = try await failure {
      try await bob.expectBatch("move 0.0 1.0", within: .milliseconds(50))
    }
    expectEqual(
      late.message, "bob expected the batch `move 0.0 1.0`, and nothing came in 0.05 seconds")
    let wrong = try await failure { try await bob.expectBoard("A:", within: .milliseconds(50)) }
    expectEqual(
      wrong.message, "bob expected `A:`, and has `To buy: Bread Milk | Basket:` after 0.05 seconds")
    try bob.send("quit")
    try await bob.expectReply("ok quit")
    try await bob.expectEvent("bye quit")
    try await bob.expectClosed()
    let closed = try await failure { try await bob.expectEvent("drag d1") }
    #expect(closed.message.hasSuffix("but the connection of bob is closed"))
    let ann = try server.client("ann")
    let refused = try await failure { try await ann.ask("delete i9 board=list") }
    #expect(
      refused.message.hasPrefix("ann asked `delete i9 board=list`, and got: refused item-gone"))
    let unopened = try await failure { try await ann.expectBoard("A:", within: .milliseconds(50)) }
    expectEqual(unopened.message, "ann expected `A:`, and has not opened the board")
    #expect(server.conversation.contains("\nann< refused item-gone"), "\(server.conversation)")
    let unknown = try await failure { try await bob.drag("Tea", to: "Basket") }
    #expect(unknown.message.hasPrefix("there is no Tea or no Basket on list: "))
  }

  @Test("finds what a client should not have been sent")
  func nothing() async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob")
    try await bob.open()
    try await bob.expectNothing()
    try await ann.ask("insert end:s2 board=list Tea")
    let failure = try await failure { try await bob.expectNothing() }
    #expect(failure.message.contains("got `batch list 0 1 1 · insert 1.0 i3 Tea`"))
  }

  @Test("has the settings of the test, also after a restart")
  func settings() async throws {
    let server = try TestServer("A: a | B:") { $0.cadence = .fixed(.seconds(60)) }
    for round in 1...2 {
      let ann = try server.client("ann")
      let bob = try server.client("bob")
      try await bob.open()
      try await ann.ask("insert end:s2 board=list b")
      try await bob.expectBatch("insert 1.\(2 * round - 2)")
      try await ann.ask("insert end:s2 board=list c")
      try await bob.expectNothing()
      try server.advance(by: .seconds(60))
      try await bob.expectBatch("insert 1.\(2 * round - 1)")
      try server.kill()
      try server.restart()
    }
  }

  @Test("lets access rules hold, which a token passes", arguments: ClientKind.allCases)
  func access(_ kind: ClientKind) async throws {
    #expect(throws: TestFailure.self) { try server.setAccess("nonsense") }
    try server.setAccess(
      "user ann editor *\nguest viewer *", tokens: ["ann": "secret-of-ann-and-me"])
    let ann = try server.client("ann", kind, token: "secret-of-ann-and-me")
    let bob = try server.client("bob", kind)
    try await ann.open()
    try await bob.open()
    #expect(try await bob.reply(to: "insert end:s2 board=list Tea").hasPrefix("refused "))
    try await ann.ask("insert end:s2 board=list Tea")
    try await bob.expectBatch("insert 1.0 i3 Tea")
    if kind == .replica { return }
    let cid = try server.client("ann", kind, token: "secret-of-nobody")
    let refused = try await failure { try await cid.open() }
    #expect(refused.message.contains("answers to hello: refused"), "\(refused)")
  }

  @Test("has the test's own time")
  func time() async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob")
    try await ann.open()
    try await ann.ask("begin i2 board=list")
    #expect(try await bob.reply(to: "delete i2 board=list").hasPrefix("refused leased"))
    try await bob.open()
    try server.advance(by: .seconds(120))
    try await ann.expectEvent("drag d1 ended expired")
    try await expectEqual(bob.ask("delete i2 board=list"), "ok delete count=1 rev=1")
  }
}

@Suite("The faults of a test server")
struct TestFaultTests {
  private let server: TestServer

  init() throws { server = try TestServer("A: a b | B:", deadline: .seconds(60)) }

  @Test("a connection that is cut catches up", arguments: [ClientKind.lines, .webSocket])
  func cuts(_ kind: ClientKind) async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob", kind)
    try await bob.open()
    try bob.cut()
    try await bob.expectClosed()
    try await ann.ask("move i1 end:s2 board=list")
    try await bob.reconnect()
    try await bob.expectBatch("move 0.0 1.0")
    try await server.converged()
  }

  @Test("a replica that is cut catches up by itself")
  func replica() async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob", .replica)
    try await bob.open()
    try bob.cut()
    try await ann.ask("move i1 end:s2 board=list")
    try await server.converged()
    try await bob.expectBoard("A: b | B: a")
  }

  @Test("a connection that stalls gets everything later, and one that is half open nothing")
  func stalls() async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob")
    try await bob.open()
    try bob.stall()
    try await ann.ask("move i1 end:s2 board=list")
    await #expect(throws: TestFailure.self) {
      try await bob.expectBatch("move 0.0 1.0", within: .milliseconds(50))
    }
    try bob.resume()
    try await bob.expectBatch("move 0.0 1.0")
    try bob.halfOpen()
    try await ann.ask("move i1 end:s1 board=list")
    await #expect(throws: TestFailure.self) {
      try await bob.expectNothing(within: .milliseconds(50))
    }
  }

  @Test("a killed server keeps what it has confirmed")
  func restarts() async throws {
    let ann = try server.client("ann")
    let bob = try server.client("bob", .replica)
    try await ann.open()
    try await bob.open()
    try await ann.ask("move i1 end:s2 board=list")
    try server.kill()
    try await ann.expectClosed()
    #expect(throws: TestFailure.self) { try server.board() }
    try server.restart()
    try expectEqual(server.board(), "A: b | B: a")
    try await ann.reconnect()
    try await ann.ask("move i2 end:s2 board=list")
    try await server.converged()
    try await bob.expectBoard("A: | B: a b")
  }

  @Test("a full disk refuses changes")
  func disk() async throws {
    let ann = try server.client("ann")
    try server.disk.full()
    #expect(try await ann.reply(to: "delete i1 board=list").hasPrefix("refused disk-full"))
    try server.disk.free()
    try await expectEqual(ann.ask("delete i1 board=list"), "ok delete count=1 rev=1")
  }

  @Test("a slow network delays what is sent, and keeps its order")
  func network() async throws {
    try server.network.delay(.milliseconds(30))
    let ann = try server.client("ann")
    let bob = try server.client("bob")
    let clock = ContinuousClock()
    try await bob.open()
    let time = try await clock.measure { try await ann.ask("move i1 end:s2 board=list") }
    #expect(time > .milliseconds(60))
    try await ann.ask("move i2 end:s2 board=list")
    try await bob.expectBatch("move 0.0 1.0 i1")
    try await bob.expectBatch("move 0.0 1.1 i2")
  }

  @Test("a proxy does the same to the app's own client, and says what that said")
  func proxy() async throws {
    let proxy = try server.proxy()
    let app = try LoopbackClient(port: proxy.port)
    _ = try app.answers(to: ["hello app", "open list"])
    let ann = try server.client("ann")
    try await ann.ask("move i1 end:s2 board=list")
    try expectEqual(app.lines { $0.hasPrefix("move") }.last, "move 0.0 1.0 i1")
    try proxy.cut()
    expectNil(try app.line())
    try server.kill()
    try server.restart()
    let again = try LoopbackClient(port: proxy.port)
    #expect(try again.answers(to: ["open list"]).contains("item i1 a"))
    do { try await ann.expectBatch("none") } catch let failure as TestFailure {
      #expect(failure.conversation.contains("proxy-1> open list"))
      #expect(failure.conversation.contains("proxy-1< move 0.0 1.0 i1"))
      #expect(failure.conversation.contains("(the server is killed)"))
    }
  }
}

@Suite("A transcript on a test server")
struct TestPlayTests {
  private let folder: Scratch
  private let server: TestServer

  init() throws {
    folder = try Scratch()
    server = try TestServer("A: a | B:")
  }

  private func play(_ transcript: String) async throws {
    try write(Array(transcript.utf8), toFile: folder.at("flow.txt"))
    try await server.play(folder.at("flow.txt"), deadline: .seconds(60))
  }

  @Test("is played on the boards of the server, of which it changes none")
  func plays() async throws {
    try await play(
      "## A\nu1 connects\nu1> move i1 end:s2 board=list\nu1< ok move count=1 at=1.0 rev=1\n")
    try expectEqual(server.board(), "A: a | B:")
  }

  @Test("says its line, what was expected and what came")
  func fails() async throws {
    do {
      try await play("## A\nu1 connects\nu1> ping\nu1< pong now\n")
      Issue.record("it passed")
    } catch let failure as TestFailure {
      #expect(
        failure.message.contains("flow.txt:4: A\n  u1 expected: pong now\n  u1 got:      pong"))
      expectEqual(failure.conversation.suffix(2), ["u1> ping", "u1< pong"])
    }
    await #expect(throws: TestFailure.self) { try await play("u1 conects\n") }
    await #expect(throws: TestFailure.self) { try await play("# nothing\n") }
    await #expect(throws: TestFailure.self) { try await server.play(folder.at("none.txt")) }
  }

  @Test("is written down first from what somebody says, and played then")
  func records() async throws {
    let path = folder.at("recorded.txt")
    try await server.play(path, record: true) { port in
      let person = try? LoopbackClient(port: port)
      _ = try? person?.answers(to: ["move i1 end:s2 board=list"])
    }
    let text = String(decoding: try contents(ofFile: path), as: UTF8.self)
    #expect(text.contains("u1< ok move count=1 at=1.0 rev=1\n"), "\(text)")
    await #expect(throws: TestFailure.self) { try await server.play(path, record: true) }
  }
}
