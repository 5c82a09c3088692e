import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

@Suite("A local user of access rules")
struct AccessLocalUsersTests {
  private static let rules = AccessScene.rules + "\nlocal-user bob 1000"
  private let access: AccessScene

  init() throws { access = try AccessScene(Self.rules) }

  /// A connection of a user of the machine, over a Unix socket.
  private func local(_ user: UInt32) -> ConnectionID {
    let id = access.scene.connect(from: .localUser(user))
    _ = access.scene.turn()
    return id
  }

  @Test(
    "needs no token for its name, and is right with any",
    arguments: ["", " token=a-token-of-a-client"])
  func withoutToken(_ token: String) {
    let id = local(1_000)
    expectEqual(access.ask("hello bob\(token)", by: id), ["ok hello bob"])
    expectEqual(access.ask("insert 0.0 board=list a", by: id).first?.hasPrefix("ok insert"), true)
  }

  @Test("is a guest without a name, and has no name of others")
  func otherNames() {
    expectEqual(access.ask("boards", by: local(1_000)), ["refused access-denied role=viewer"])
    expectEqual(access.ask("hello ann", by: local(1_000)), ["refused name-taken client=ann"])
    expectEqual(access.ask("hello bob", by: local(1_001)), ["refused name-taken client=bob"])
  }

  @Test("is nobody over a network, whatever its address")
  func network() {
    for origin in [PeerOrigin.network(1_000), .unknown] {
      let id = access.scene.connect(from: origin)
      _ = access.scene.turn()
      expectEqual(access.ask("hello bob", by: id), ["refused name-taken client=bob"])
    }
  }

  @Test("is the same client as with a token, also when it comes back")
  func sameClient() {
    let first = local(1_000)
    _ = access.ask("hello bob", by: first)
    _ = access.ask("begin i1 board=list", by: first)
    access.scene.hub.disconnected(first, at: access.scene.now)
    _ = access.scene.turn()
    expectEqual(
      access.ask("resume d1", by: access.client("bob")).first?.hasPrefix("ok resume"), true)
  }

  @Test("is cut off when its line is removed, and goes on when it stays")
  func revoked() throws {
    let id = local(1_000)
    _ = access.ask("hello bob", by: id)
    _ = access.ask("open list", by: id)
    try expectEqual(access.set(Self.rules + "\nguest viewer other-1"), 0)
    expectEqual(access.ask("ping", by: id), ["pong"])
    try expectEqual(access.set(AccessScene.rules), 1)
    let sent = Sent(access.scene.turn())
    expectEqual(sent.lines(of: id).first?.hasPrefix("bye access-denied"), true)
    expectEqual(sent.closed, [id])
  }

  @Test("can be kept out of a name by nobody else: wrong tokens count for each user of the machine")
  func guesses() {
    let hello = "hello ann token=\(AccessScene.token("eve"))"
    let stranger = local(1_001)
    for _ in 0..<Limits.wrongTokens { _ = access.ask(hello, by: stranger) }
    let again = local(1_001)
    let right = "hello ann token=\(AccessScene.token("ann"))"
    expectEqual(access.ask(right, by: again).last?.hasPrefix("bye too-many-tokens"), true)
    expectEqual(access.ask(right, by: local(1_002)), ["ok hello ann"])
    let locked = "hello bob token=\(AccessScene.token("eve"))"
    for _ in 0..<Limits.wrongTokens { _ = access.ask(locked, by: stranger) }
    expectEqual(access.ask("hello bob", by: local(1_000)), ["ok hello bob"])
  }
}
