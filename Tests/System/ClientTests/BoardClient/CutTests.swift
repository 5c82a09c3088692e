import BoardClient
import BoardJournal
import BoardModel
import BoardReplica
import BoardServer
import BoardTesting
import BoardWire
import Net
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("A connection that is cut")
struct CutTests {
  private let scene: Scene

  init() throws { scene = try Scene() }

  private func serve() throws -> TestServer {
    try TestServer(boards: [BoardFile("list", revision: 3, FollowingTests.list)])
  }

  private func live(
    _ relay: Relay, token: String? = nil, retryPolicy: Connection.RetryPolicy? = nil
  ) throws -> CheckedView {
    let view = try scene.connect(
      to: relay.port, as: token.map { _ in "anna" }, token: token, retryPolicy: retryPolicy)
    try scene.run { view.connection.state == .live }
    return view
  }

  @Test("in the middle of a batch catches up with a batch", arguments: [1, 10, 23, 30, 45])
  func midBatch(_ bytes: Int) throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    let view = try live(relay)
    let other = try scene.connect(to: server.port)
    try scene.run { other.connection.state == .live }
    relay.bytesUntilCut = bytes
    other.connection.send(
      line: "batch list\ndelete 0.0 -\nreload 0.1 - plum\ninsert 1.0 - tea\nend")
    try scene.run { !view.troubles.isEmpty }
    try scene.run { view.connection.state == .live && view.connection.replica.revision == 4 }
    expectEqual(view.reloads, 1)
    expectEqual(view.shown, other.shown)
    expectEqual(relay.connectionCount, 2)
    relay.close()
  }

  @Test("in the middle of a snapshot starts from a new snapshot")
  func midSnapshot() throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    relay.bytesUntilCut = 120
    let view = try scene.connect(to: relay.port)
    try scene.run { view.connection.state == .live }
    expectEqual(view.shown, FollowingTests.list)
    expectEqual(relay.connectionCount, 2)
    relay.close()
  }

  /// A change whose reply is cut off, at any of these bytes of batch and reply.
  @Test(
    "with a token repeats an unanswered change with its tag, and nothing is executed twice",
    arguments: [0, 20, 40, 60])
  func resent(_ bytes: Int) throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    let view = try live(relay, token: "secret-long-enough")
    relay.bytesUntilCut = bytes + 1
    let change = try view.connection.make(.insert("tea", at: .before("a")))
    let next = try view.connection.make(.edit("b", "plum"))
    try scene.run { !view.troubles.isEmpty }
    expectEqual(view.shown[0].items.map(\.text), ["tea", "apple", "plum"])
    try scene.run { view.settled.count == 2 }
    expectEqual(view.settled, [change: .confirmed(revision: 4), next: .confirmed(revision: 5)])
    try scene.run { view.connection.state == .live }
    expectEqual(view.shown[0].items.map(\.text), ["tea", "apple", "plum"])
    expectEqual(view.connection.replica.revision, 5)
    expectEqual(view.reloads, 1)
    relay.close()
  }

  @Test("without a token settles an unanswered change as lost, and shows the server's board")
  func lost() throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    let view = try live(relay)
    relay.bytesUntilCut = 1
    let change = try view.connection.make(.insert("tea", at: .before("a")))
    try scene.run { view.settled[change] != nil }
    expectEqual(view.settled[change], .lost)
    expectEqual(view.shown, FollowingTests.list)
    try scene.run { view.connection.state == .live }
    expectEqual(view.shown[0].items.map(\.text), ["tea", "apple", "pear"])
    relay.close()
  }

  @Test("gives up a change whose reply the server may have forgotten")
  func forgotten() throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    var retryPolicy = Connection.RetryPolicy()
    (retryPolicy.firstRetry, retryPolicy.longestRetry, retryPolicy.retryWindow) = (
      .zero, .zero, .zero
    )
    let view = try live(relay, token: "secret-long-enough", retryPolicy: retryPolicy)
    relay.bytesUntilCut = 1
    let change = try view.connection.make(.insert("tea", at: .before("a")))
    try scene.run { view.settled[change] != nil && view.connection.state == .live }
    expectEqual(view.settled[change], .lost)
    expectEqual(view.shown[0].items.map(\.text), ["tea", "apple", "pear"])
    relay.close()
  }

  @Test(
    "keeps changes made offline, and sends them once it is connected",
    arguments: [nil, "a-long-secret-of-anna"])
  func offline(_ token: String?) throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    let view = try live(relay, token: token)
    relay.target = nil
    relay.cut()
    try scene.run { !view.troubles.isEmpty }
    let change = try view.connection.make(.move(["a"], to: .end("s2")))
    expectEqual(view.shown.map(\.items.count), [1, 2])
    var answer: Connection.Answer?
    view.connection.send(.connection(.ping(.init()))) { answer = $0 }
    expectEqual(answer, .unsent)
    relay.target = .loopback(server.port)
    try scene.run { view.settled[change] != nil }
    expectEqual(view.settled[change], .confirmed(revision: 4))
    relay.close()
  }

  @Test("from a server that restarts with its data catches up with one batch")
  func restart() throws {
    let first = try TestServer(boards: [BoardFile("list", revision: 3, FollowingTests.list)])
    let relay = try Relay(on: scene.loop, to: first.port)
    let view = try live(relay, token: "secret-long-enough")
    let change = try view.connection.make(.insert("tea", at: .before("a")))
    try scene.run { view.settled[change] != nil }
    relay.target = nil
    first.control.stop()
    try scene.run { !view.troubles.isEmpty }
    expectEqual(view.troubles.first, .dismissed(.shutdown))
    try first.restart()
    let other = try scene.connect(to: first.port)
    try scene.run { other.connection.state == .live }
    try other.connection.make(.edit("b", "plum"))
    try scene.run { other.settled.count == 1 }
    relay.target = .loopback(first.port)
    try scene.run { view.connection.state == .live && view.connection.replica.revision == 5 }
    expectEqual(view.reloads, 1)
    expectEqual(view.shown, other.shown)
    relay.close()
  }

  @Test("from a server that another one replaces comes back when that server says")
  func moved() throws {
    let first = try TestServer(boards: [BoardFile("list", revision: 3, FollowingTests.list)])
    let relay = try Relay(on: scene.loop, to: first.port)
    let view = try live(relay, token: "secret-long-enough")
    relay.target = nil
    first.control.drain(for: .zero)
    try scene.run { !view.troubles.isEmpty }
    expectEqual(view.troubles.first, .dismissed(.moved))
    // The first delay of the policy would be longer.
    expectEqual(view.delays.first.map { $0 <= .milliseconds(1) }, true)
    try first.restart()
    relay.target = .loopback(first.port)
    try scene.run { view.connection.state == .live }
    expectEqual(view.reloads, 1)
    relay.close()
  }

  @Test("from a killed server without stored data reads a new snapshot")
  func otherLife() throws {
    let relay = try Relay(on: scene.loop, to: nil)
    let first = try serve()
    relay.target = .loopback(first.port)
    let view = try live(relay, token: "secret-long-enough")
    let change = try view.connection.make(.insert("tea", at: .before("a")))
    try scene.run { view.settled[change] != nil }
    view.connection.select(["b"])
    try scene.run { view.connection.replica.selection == ["b"] }
    relay.target = nil
    try first.kill()
    try scene.run { !view.troubles.isEmpty }
    let lost = try view.connection.make(.edit("a", "plum"))
    // The same ids, other content, a higher revision.
    let other: Content = [
      Section(
        id: "s1", title: "Tools", items: [Item(id: "a", text: "axe"), Item(id: "b", text: "saw")])
    ]
    let second = try TestServer(boards: [BoardFile("list", revision: 50, other)])
    relay.target = .loopback(second.port)
    try scene.run { view.reloads == 2 && view.connection.state == .live }
    expectEqual(view.shown, other)
    expectEqual(view.connection.replica.revision, 50)
    expectEqual(view.settled[lost], .lost)
    try scene.run { view.connection.replica.selection == ["b"] }
    relay.close()
  }

  @Test("from a server that is restored from a backup reads the board of the backup")
  func restored() throws {
    let store = MemoryStore()
    let first = try TestServer(boards: [BoardFile("list", revision: 3, FollowingTests.list)]) {
      $0.place = .store(store)
    }
    let relay = try Relay(on: scene.loop, to: first.port)
    let view = try live(relay, token: "secret-long-enough")
    let kept = try view.connection.make(.insert("tea", at: .before("a")))
    try scene.run { view.settled[kept] != nil }
    let backup = MemoryStore(restoring: store, epoch: Epoch("restored")!)
    let gone = try view.connection.make(.insert("milk", at: .before("a")))
    try scene.run { view.settled[gone] != nil && view.connection.replica.revision == 5 }
    relay.target = nil
    try first.kill()
    try scene.run { !view.troubles.isEmpty }
    let second = try TestServer(boards: []) { $0.place = .store(backup) }
    let other = try scene.connect(to: second.port)
    try scene.run { other.connection.state == .live }
    for text in ["plum", "fig"] { try other.connection.make(.edit("b", Text(text))) }
    try scene.run { other.settled.count == 2 }
    relay.target = .loopback(second.port)
    try scene.run { view.reloads == 2 && view.connection.state == .live }
    expectEqual(view.shown, other.shown)
    expectEqual(view.connection.replica.revision, 6)
    relay.close()
  }

  @Test("detects a silent server, and opens another connection")
  func stalled() throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    var retryPolicy = Connection.RetryPolicy()
    (retryPolicy.firstRetry, retryPolicy.longestRetry, retryPolicy.silence) = (
      .zero, .zero, .milliseconds(100)
    )
    let view = try live(relay, retryPolicy: retryPolicy)
    relay.stall()
    // On a busy machine an attempt may have taken too long before this.
    let earlier = view.troubles.count
    try scene.run { view.troubles.count > earlier }
    expectEqual(view.troubles.last, .stalled)
    relay.resume()
    try scene.run { view.connection.state == .live }
    relay.close()
  }

  @Test("while it does not read catches up with few batches, however many changes there were")
  func notReading() throws {
    let server = try serve()
    let view = try scene.connect(to: server.port)
    try scene.run { view.connection.state == .live }
    let other = try LoopbackClient(port: server.port)
    // The view's loop does not run during this.
    for round in 0..<20 {
      let lines = (0..<500).map { "edit a board=list \(round)-\($0)" } + ["ping done"]
      other.send(lines: lines)
      _ = try other.lines { $0 == "pong done" }
    }
    try scene.run { view.connection.replica.revision == 10_003 }
    expectEqual(view.shown[0].items[0].text, "19-499")
    #expect(view.updates.count < 10_000)
  }

  @Test("sends its selection again")
  func selection() throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    let view = try live(relay, token: "secret-long-enough")
    let other = try scene.connect(to: server.port)
    try scene.run { other.connection.state == .live }
    view.connection.select(["b"])
    try scene.run { other.connection.replica.selections == ["anna": ["b"]] }
    relay.target = nil
    relay.cut()
    try scene.run { other.connection.replica.selections.isEmpty }
    relay.target = .loopback(server.port)
    try scene.run { other.connection.replica.selections == ["anna": ["b"]] }
    expectEqual(view.connection.replica.selection, ["b"])
    relay.close()
  }

  @Test("resumes its own suspended drag")
  func resumedDrag() throws {
    let server = try serve()
    let relay = try Relay(on: scene.loop, to: server.port)
    let view = try live(relay, token: "secret-long-enough")
    view.connection.begin(["a"])
    try scene.run { view.connection.replica.drags.count == 1 }
    let session = view.connection.replica.drags.keys.first!
    view.connection.propose(session, at: .end("s2"))
    try scene.run { view.connection.replica.drags[session]?.proposal != nil }
    relay.cut()
    try scene.run { !view.troubles.isEmpty }
    try scene.run {
      view.connection.state == .live
        && view.connection.replica.drags[session]?.isSuspended == false
    }
    let change = try view.connection.perform(session)
    expectEqual(view.shown.map(\.items.count), [1, 2])
    try scene.run { view.settled[change] == .confirmed(revision: 4) }
    relay.close()
  }
}
