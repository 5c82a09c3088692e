import BoardHub
import BoardModel
import TestKit
import Testing

@Suite("A user of access rules")
struct AccessUsersTests {
  private var access: AccessScene

  init() throws { access = try AccessScene() }

  @Test("is whoever has one of the tokens of the name, and nobody else")
  func tokens() throws {
    let scene = access.scene
    for line in ["hello bob", "hello bob token=\(AccessScene.token("ann"))"] {
      expectEqual(scene.ask([line], by: access.guest()), ["refused name-taken client=bob"])
    }
    try access.set(AccessScene.rules + "\ntoken bob \(AccessScene.digest("eve")) phone")
    for name in ["bob", "eve"] {
      let id = access.guest()
      expectEqual(
        scene.ask(["hello bob token=\(AccessScene.token(name))"], by: id), ["ok hello bob"])
      expectEqual(
        scene.ask(["insert 0.0 board=list a"], by: id).first?.hasPrefix("ok insert"), true)
    }
  }

  @Test("is cut off when its own token is revoked, and not when another of the name is")
  func revokedOneOfTwo() throws {
    let scene = access.scene
    try access.set(AccessScene.rules + "\ntoken bob \(AccessScene.digest("eve")) phone")
    let (laptop, phone) = (access.guest(), access.guest())
    for (id, name) in [(laptop, "bob"), (phone, "eve")] {
      _ = scene.ask(["hello bob token=\(AccessScene.token(name))"], by: id)
    }
    try expectEqual(access.set(AccessScene.rules), 1)
    let sent = Sent(scene.turn())
    expectEqual(sent.closed, [phone])
    expectEqual(access.ask("ping", by: laptop), ["pong"])
    expectEqual(access.ask("open list", by: laptop).first?.hasPrefix("ok open"), true)
  }

  @Test("is not the client that had the name with a token of its own before the rules held")
  func claimedBefore() throws {
    let scene = access.scene
    scene.hub.service.setAccess(nil, at: scene.now)
    let stranger = access.guest()
    _ = scene.ask(["hello zoe token=a-token-of-a-stranger"], by: stranger)
    _ = scene.ask(["#1 insert 0.0 board=list mine"], by: stranger)
    let rules =
      AccessScene.rules + "\nuser zoe owner *\ntoken zoe \(AccessScene.digest("zoe"))"
    try expectEqual(access.set(rules), 1)
    let zoe = access.client("zoe")
    expectEqual(access.ask("undo list", by: zoe), ["refused nothing-to-undo"])
    // The rules are loaded again, and the token is still right.
    try expectEqual(access.set(rules), 0)
    expectEqual(access.ask("ping", by: zoe), ["pong"])
  }

  @Test("is the same author with each of its tokens, also after a restart")
  mutating func author() throws {
    try access.set(AccessScene.rules + "\ntoken bob \(AccessScene.digest("eve")) phone")
    let laptop = access.client("bob")
    _ = access.ask("insert 0.0 board=list a", by: laptop)
    access.scene.hub.disconnected(laptop, at: access.scene.now)
    access.scene.pass(Limits.outcomeMemory + .seconds(1))
    _ = access.scene.turn()
    let phone = access.guest()
    _ = access.scene.ask(["hello bob token=\(AccessScene.token("eve"))"], by: phone)
    expectEqual(access.ask("undo list", by: phone).first?.hasPrefix("ok undo"), true)
  }

  @Test("is guessed at most five times")
  func guesses() {
    let id = access.scene.connect()
    for _ in 0..<5 { access.scene.say("hello bob token=\(AccessScene.token("ann"))", by: id) }
    let lines = Sent(access.scene.turn()).lines(of: id)
    expectEqual(lines.filter { $0.hasPrefix("refused name-taken") }.count, 5)
    expectEqual(lines.last?.hasPrefix("bye too-many-tokens"), true)
  }

  @Test("has five seconds to say the token if guests have no role")
  mutating func deadline() {
    let (early, late) = (access.scene.connect(), access.scene.connect())
    _ = access.scene.turn()
    access.scene.pass(.milliseconds(4_999))
    _ = access.ask("hello bob token=\(AccessScene.token("bob"))", by: early)
    access.scene.pass(.milliseconds(1))
    let sent = Sent(access.scene.turn())
    expectEqual(sent.lines(of: late).first?.hasPrefix("bye access-denied"), true)
    expectEqual(sent.lines(of: early), [])
    expectEqual(sent.closed, [late])
  }

  @Test("has no deadline if guests have a role")
  mutating func openToGuests() throws {
    try access.set(AccessScene.rules + "\nguest viewer list")
    let guest = access.scene.connect()
    _ = access.scene.turn()
    access.scene.pass(.seconds(50))
    expectEqual(Sent(access.scene.turn()).closed, [])
    expectEqual(
      access.ask("insert 0.0 board=list a", by: guest),
      [
        "refused access-denied role=editor board=list"
      ])
  }

  @Test("is cut off when the token is revoked, and gets nothing more of its boards")
  func revoked() throws {
    let (ann, bob) = (access.client("ann"), access.client("bob"))
    _ = access.ask("open list", by: bob)
    _ = access.ask("begin i1", by: bob)
    access.scene.say("insert 0.0 board=list secret", by: ann)
    let rules = AccessScene.rules.split(separator: "\n").filter { !$0.hasPrefix("token bob") }
    try expectEqual(access.set(rules.joined(separator: "\n")), 1)
    let sent = Sent(access.scene.turn())
    let lines = sent.lines(of: bob)
    expectEqual(lines.count, 1)
    expectEqual(lines.first?.hasPrefix("bye access-denied"), true)
    expectEqual(sent.closed, [bob])
    // Its drag is over.
    expectEqual(access.ask("move i1 0.0 board=list", by: ann).first?.hasPrefix("ok move"), true)
    let again = access.guest()
    expectEqual(
      access.ask("hello bob token=\(AccessScene.token("bob"))", by: again),
      [
        "refused name-taken client=bob"
      ])
  }

  @Test(
    "is cut off when it is no user any more, whether it watches a board or not, and guests stay")
  func removed() throws {
    let guests = "\nguest editor *"
    try access.set(AccessScene.rules + guests)
    let (bob, watcher, guest) = (access.client("bob"), access.client("bob"), access.guest())
    _ = access.ask("open list", by: watcher)
    _ = access.ask("begin i1 board=list", by: bob)
    _ = access.ask("hello zoe", by: guest)
    let rules = AccessScene.rules.split(separator: "\n").filter { !$0.contains(" bob ") }
    try expectEqual(access.set(rules.joined(separator: "\n") + guests), 2)
    let sent = Sent(access.scene.turn())
    for id in [bob, watcher] {
      expectEqual(sent.lines(of: id).map { $0.hasPrefix("bye access-denied") }, [true])
    }
    expectEqual(Set(sent.closed), [bob, watcher])
    expectEqual(access.ask("who", by: guest), ["ok who 1", "zoe"])
    expectEqual(access.ask("move i1 0.0 board=list", by: guest).first?.hasPrefix("ok move"), true)
  }

  @Test("is cut off when a board that it watches gets a name on which it has no role")
  func renamed() {
    let (ann, bob) = (access.client("ann"), access.client("bob"))
    _ = access.ask("open list", by: bob)
    access.scene.say("rename-board list private", by: ann)
    let lines = Sent(access.scene.turn()).lines(of: bob)
    expectEqual(lines.last?.hasPrefix("bye access-denied"), true)
    #expect(!lines.joined().contains("private"), "\(lines)")
  }

  @Test("is not told the new name of a board that it lost before it read that name")
  func renamedAndRevoked() throws {
    try access.set(AccessScene.rules + "\nuser bob viewer public")
    let (ann, bob) = (access.client("ann"), access.client("bob"))
    _ = access.ask("open list", by: bob)
    access.scene.hub.setBlocked(bob, true, unsentBytes: 1)
    _ = access.ask("rename-board list public", by: ann)
    try expectEqual(access.set(AccessScene.rules), 1)
    let lines = Sent(access.scene.turn()).lines(of: bob)
    expectEqual(lines.map { $0.hasPrefix("bye access-denied") }, [true])
  }

  @Test("keeps the connection if the rules change for others only")
  func unchanged() throws {
    let bob = access.client("bob")
    _ = access.ask("open list", by: bob)
    try expectEqual(
      access.set(
        AccessScene.rules + "\nuser zoe owner *\ntoken zoe \(AccessScene.digest("zoe"))"), 0)
    expectEqual(access.ask("ping", by: bob), ["pong"])
  }
}
