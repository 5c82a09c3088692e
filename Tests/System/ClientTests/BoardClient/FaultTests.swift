import BoardModel
import BoardReplica
import BoardTesting
import BoardWire
import Libuv
import SystemTestKit
import TestKit
import Testing

@testable import BoardClient

@Suite("A connection to a faulty server")
struct FaultTests {
  private let scene: Scene
  private let server: ScriptedServer

  init() throws {
    scene = try Scene()
    server = try ScriptedServer(on: scene.loop)
    server.answer = ScriptedServer.serveList
  }

  private func live() throws -> CheckedView {
    let view = try scene.connect(to: server.port, as: "anna")
    try scene.run { view.connection.state == .live }
    return view
  }

  @Test("has all of a board of a server that cannot count")
  func noCounts() throws {
    let view = try scene.connect(to: server.port, content: .counts, as: "anna")
    try scene.run { view.connection.state == .live }
    #expect(server.lines.contains("open list"), "\(server.lines)")
    expectEqual(view.shown.map { $0.items.map(\.text) }, [["apple"]])
  }

  @Test(
    "starts from a new snapshot after an illegal batch",
    arguments: [
      "batch list 3 4 1\ndelete 0.5 a\n", "batch list 3 4 1\ndelete 0.0 b\n",
      "batch list 7 8 1\ndelete 0.0 a\n", "batch list 3 3 1\ndelete 0.0 a\n",
    ])
  func illegalBatch(_ batch: String) throws {
    let view = try live()
    let change = try view.connection.make(.edit("a", "plum"))
    server.say(batch)
    try scene.run { view.reloads == 2 && view.connection.state == .live }
    guard case .fault = view.troubles.first else {
      Issue.record("\(view.troubles)")
      return
    }
    expectEqual(server.lines.filter { $0.hasPrefix("open") }, ["open list", "open list"])
    expectEqual(view.settled[change], .lost)
    expectEqual(view.shown[0].items, [Item(id: "a", text: "apple")])
    server.close()
  }

  @Test(
    "reconnects after a malformed line",
    arguments: [
      "batch list\n", "board list 3 1 1\nitem a apple\n", "\u{7}\n", "ok\n",
      String(repeating: "x", count: 70_000),
    ])
  func malformed(_ line: String) throws {
    let view = try live()
    server.say(line)
    try scene.run { server.connectionCount == 2 && view.connection.state == .live }
    guard case .malformed = view.troubles.first else {
      Issue.record("\(view.troubles)")
      return
    }
    server.close()
  }

  @Test("ignores unknown events, and events of other boards")
  func unknownEvents() throws {
    let view = try live()
    server.say("weather sunny\ndrag d1 sparkled\nbatch other 1 2 1\ndelete 0.0 x\n")
    server.say("drag d9 lifted\nbatch list 3 4 1\nreload 0.0 a fig\n")
    try scene.run { view.connection.replica.revision == 4 }
    #expect(view.troubles.isEmpty)
    server.close()
  }

  @Test(
    "is closed for good if the peer has another protocol or version",
    arguments: [
      "dropline 2 ready\n", "HTTP/1.1 400 Bad Request\r\n", "\u{16}\u{3}\n",
      "pong\n", "dropline 2 epoch=aaaa client=guest-1 line=4096 text=1024 profiles=core\n",
    ])
  func foreign(_ greeting: String) throws {
    server.greeting = greeting
    let view = try scene.connect(to: server.port)
    try scene.run { view.connection.state == .closed(.foreign) }
    expectEqual(server.connectionCount, 1)
    server.close()
  }

  @Test("retries if the server is full", arguments: ["bye full come later\n"])
  func full(_ greeting: String) throws {
    server.greeting = greeting
    let view = try scene.connect(to: server.port)
    server.answer = { _ in nil }
    try scene.run { server.connectionCount == 1 }
    server.say("")
    server.hangUp()
    try scene.run { view.troubles.count == 1 }
    expectEqual(view.troubles, [.dismissed(.full)])
    server.close()
  }

  @Test("closes if another client has its name, but retries if the name was its own")
  func nameTaken() throws {
    let taken = "refused name-taken client=anna another client has this name\n"
    let good = server.answer
    let view = try live()
    var isTaken = true
    server.answer = { line in
      guard line.hasPrefix("hello"), isTaken else { return good(line) }
      isTaken = false
      return taken
    }
    server.hangUp()
    try scene.run { view.troubles.contains(.nameTaken) && view.connection.state == .live }
    isTaken = true
    let other = try scene.connect(to: server.port, as: "anna")
    try scene.run { if case .closed = other.connection.state { true } else { false } }
    var failure = Failure(.nameTaken("anna"))
    failure.sentence = "another client has this name"
    expectEqual(other.connection.state, .closed(.refused(failure)))
    server.close()
  }

  /// Delays of 1, 2, 4 and 4 milliseconds.
  private var growing: Connection.RetryPolicy {
    var retryPolicy = Connection.RetryPolicy()
    retryPolicy.firstRetry = .milliseconds(1)
    retryPolicy.longestRetry = .milliseconds(4)
    retryPolicy.random = { 0 }
    return retryPolicy
  }

  private func waits(of view: CheckedView) -> [Duration] {
    view.states.compactMap { if case .waiting(let wait, _) = $0 { wait } else { nil } }
  }

  @Test("waits longer each time if the same fault follows each opening")
  func lastingFault() throws {
    let good = server.answer
    server.answer = { line in
      (good(line) ?? "") + (line.hasPrefix("open") ? "batch list 3 4 1\ndelete 0.5 a\n" : "")
    }
    let view = try scene.connect(to: server.port, retryPolicy: growing)
    try scene.run { view.troubles.count == 4 }
    expectEqual(waits(of: view), [1, 2, 4, 4].map { .milliseconds($0) })
    expectEqual(view.reloads, 4)
    server.close()
  }

  @Test("waits longer each time if no server is reachable")
  func unreachable() throws {
    server.close()
    let port = try ReservedPort()
    let view = try scene.connect(to: port.number, retryPolicy: growing)
    try scene.run { view.troubles.count == 4 }
    expectEqual(waits(of: view), [1, 2, 4, 4].map { .milliseconds($0) })
    for trouble in view.troubles {
      guard case .unreachable = trouble else {
        Issue.record("\(trouble)")
        continue
      }
    }
  }

  @Test("tries the next address if one does not answer")
  func silentAddress() throws {
    let full = try FullListener()
    var retryPolicy = Connection.RetryPolicy()
    (retryPolicy.firstRetry, retryPolicy.silence) = (.seconds(60), .milliseconds(5))
    let view = try scene.connect(to: full.port, retryPolicy: retryPolicy)
    try scene.run { !view.troubles.isEmpty }
    expectEqual(view.troubles, [.unreachable(.timedOut)])
  }

  @Test("does not time out while bytes arrive, such as a large board in small pieces")
  func slowSnapshot() throws {
    server.answer = { line in
      switch line.split(separator: " ").first {
      case "hello": "ok hello anna\n"
      case "open": "ok open list 3\nboard list 3 1 2\nsection s1 1 Fruit\n"
      default: ""
      }
    }
    var retryPolicy = Connection.RetryPolicy()
    retryPolicy.silence = .seconds(3_600)
    let view = try scene.connect(to: server.port, as: "anna", retryPolicy: retryPolicy)
    try scene.run { server.lines.count == 2 && view.connection.silentTicks == 0 }
    for letter in "item a appl" {
      view.connection.tick()
      server.say("\(letter)")
      try scene.run { view.connection.silentTicks == 0 }
    }
    #expect(view.troubles.isEmpty)
    server.say("e\n")
    try scene.run { view.connection.state == .live }
    server.close()
  }

  @Test("that is closed before a change is shown reports its end and drops the change")
  func closedBeforeChange() throws {
    let view = try live()
    let change = try view.connection.make(.insert("tea", at: .end("s1")))
    view.onCall = {
      if view.calls.last == "boardWillChange" { view.connection.close() }
    }
    server.say("batch list 3 4 1\ndelete 0.0 a\n")
    try scene.run { view.connection.state == .closed(.byOwner) }
    expectEqual(view.settled[change], .lost)
    expectEqual(view.connection.replica.revision, 3)
    expectEqual(view.shown[0].items, [Item(id: "a", text: "apple")])
    expectEqual(view.screen.content, view.shown)
    server.close()
  }

  @Test("never uses a tag of an earlier run of the program")
  func tags() throws {
    let tags = (0..<8).map { _ in
      let connection = Connection(
        to: "localhost", port: 1, board: "list", as: "anna", token: "a-token-long-enough",
        on: scene.loop)
      var replica = connection.replica
      return replica.tag(of: replica.reserveChangeID())
    }
    expectEqual(Set(tags).count, tags.count)
  }

  @Test("announces the changes that a disconnect or a close reverts", arguments: [true, false])
  func announced(_ breaks: Bool) throws {
    let view = try live()
    let change = try view.connection.make(.edit("a", "plum"))
    let before = view.calls.count
    if breaks { server.hangUp() } else { view.connection.close() }
    try scene.run { view.settled[change] == .lost }
    let calls = view.calls[before...].prefix { $0 != "didSettle" }
    expectEqual(calls, ["boardWillChange", "didChange", "performBatchUpdates"])
    server.close()
  }

  @Test("resolves a host name, and tries each of its addresses")
  func named() throws {
    let connection = Connection(to: "localhost", port: server.port, board: "list", on: scene.loop)
    let view = CheckedView(connection)
    try connection.open()
    try scene.run { connection.state == .live }
    expectEqual(view.reloads, 1)
    connection.close()
    server.close()
  }
}

@Suite("The wait before another attempt")
struct BackoffTests {
  @Test(
    "doubles up to a limit, is shortened randomly by up to a half, and restarts after a success")
  func doubles() {
    var backoff = Backoff(first: .seconds(1), longest: .seconds(5))
    expectEqual((0..<4).map { _ in backoff.next(random: 0) }, [1, 2, 4, 5].map { .seconds($0) })
    expectEqual(backoff.next(random: 1), .seconds(2.5))
    backoff.reset()
    expectEqual(backoff.next(random: 0.5), .seconds(0.75))
    for _ in 0..<1_000 { #expect(backoff.next(random: 0) <= .seconds(5)) }
  }
}
