import BoardClient
import BoardJournal
import BoardModel
import BoardReplica
import BoardTesting
import Net
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("Two connections to one board, at random")
struct RandomCutsTests {
  @Test(
    "finally show the server's board, by legal updates, with cuts at any byte",
    arguments: randomSeeds(1).prefix(20))
  func converge(_ seed: Int) throws {
    let life = try ConnectedLife(seed: seed)
    do {
      try life.play(steps: 60)
    } catch {
      Issue.record("seed \(seed): \(error)")
    }
  }
}

/// Two clients that change a board of a real server, over connections that are cut at random.
private final class ConnectedLife {
  private let scene: Scene
  private let server: TestServer
  private var relays: [Relay] = []
  private var views: [CheckedView] = []
  private var changes: OwnChanges

  init(seed: Int) throws {
    changes = OwnChanges(seed: seed)
    scene = try Scene()
    server = try TestServer(boards: [BoardFile("list", revision: 3, FollowingTests.list)])
    for name in ["anna", "ben"] {
      let relay = try Relay(on: scene.loop, to: server.port)
      relays.append(relay)
      views.append(
        try scene.connect(to: relay.port, as: ClientName(name), token: "a-long-secret-of-\(name)"))
    }
    try scene.run { [views] in views.allSatisfy { $0.connection.state == .live } }
  }

  deinit { for relay in relays { relay.close() } }

  func play(steps: Int) throws {
    for step in 1...steps {
      try act()
      // Waits only sometimes, so that requests are always in flight.
      if changes.random.percent(30) { try waitForOne() }
      if step == steps / 2 { try restart() }
    }
    for relay in relays { relay.bytesUntilCut = nil }
    let views = views
    try scene.run {
      views.allSatisfy {
        $0.connection.state == .live && $0.connection.replica.unanswered.isEmpty
      }
    }
    try checkEnd()
  }

  private func act() throws {
    let number = changes.random.below(views.count)
    if changes.random.percent(15) { relays[number].bytesUntilCut = changes.random.below(200) }
    guard let change = changes.next(on: views[number].connection.replica.shown) else { return }
    _ = try? views[number].connection.make(change)
  }

  /// Until a change of one client is settled, or it has none.
  private func waitForOne() throws {
    let view = changes.random.one(of: views)
    guard let first = view.connection.replica.unanswered.first else { return }
    try scene.run { view.settled[first] != nil }
  }

  private func restart() throws {
    for relay in relays { relay.target = nil }
    try server.kill()
    try server.restart()
    for relay in relays { relay.target = .loopback(server.port) }
  }

  private func checkEnd() throws {
    let reference = try scene.connect(to: server.port)
    try scene.run { reference.connection.state == .live }
    let revision = reference.connection.replica.revision!
    let views = views
    try scene.run { views.allSatisfy { $0.connection.replica.revision! >= revision } }
    for view in views { expectEqual(view.shown, reference.shown) }
    let texts = reference.shown.flatMap { $0.items.map(\.text) + [$0.title] }
    expectEqual(Set(texts).count, texts.count, "something was done twice")
    #expect(relays.contains { $0.connectionCount > 2 }, "nothing was cut")
  }
}
