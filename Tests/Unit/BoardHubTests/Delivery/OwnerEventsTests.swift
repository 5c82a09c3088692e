import BoardAuthority
import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

@Suite("The owner of a drag that does not watch its board")
struct OwnerEventsTests {
  private var scene: HubScene
  private let (owner, other): (ConnectionID, ConnectionID)

  init() throws {
    scene = try HubScene(.fixed(.seconds(10)))
    (owner, other) = (scene.connect(), scene.connect())
    for line in ["begin i1,i2,i3 board=list", "propose end:s1"] { scene.say(line, by: owner) }
    scene.say("create other", by: other)
    scene.say("insert-section 0 board=other Title", by: other)
    _ = scene.turn()
    scene.rest()
  }

  @Test("is not told a place that it knows, after there and back in its window")
  mutating func thereAndBack() {
    scene.say("insert 0.0 board=list first", by: other)
    expectEqual(told, ["drag d1 over move at=0.18 anchor=end:s1"])
    for line in ["insert 0.0 board=list second", "delete 0.0 board=list"] {
      scene.say(line, by: other)
      expectEqual(told, [])
    }
    scene.pass(.seconds(10))
    expectEqual(told, [])
    scene.say("insert 0.0 board=list third", by: other)
    expectEqual(told, ["drag d1 over move at=0.19 anchor=end:s1"])
  }

  @Test("waits no longer because another owner is told that a board goes")
  mutating func ownWindow() {
    let visitor = scene.connect()
    for line in ["open other", "begin i4 board=list", "propose 0.0 board=other"] {
      scene.say(line, by: visitor)
    }
    _ = scene.turn()
    scene.pass(.seconds(11))
    _ = scene.turn()
    scene.say("delete i1 force=yes board=list", by: other)
    expectEqual(told.first, "drag d1 items items=i2,i3")
    scene.pass(.seconds(6))
    scene.say("remove-board other force=yes", by: other)
    expectEqual(Sent(scene.turn()).lines(of: visitor), ["drag d2 lost", "removed other"])
    scene.say("delete i2 force=yes board=list", by: other)
    expectEqual(told, [])
    scene.pass(.seconds(4))
    expectEqual(told.first, "drag d1 items items=i3")
  }

  @Test("is told a place once, although it is found out when the owner is told something else")
  mutating func foundOutThen() {
    _ = scene.ask(["open list"], by: scene.connect())
    scene.say("insert 1.0 board=list first", by: other)
    expectEqual(told, [])
    scene.pass(.seconds(5))
    // The window of the watcher is open, that of the owner is not.
    for item in ["i1", "i9"] { scene.say("delete \(item) force=yes board=list", by: other) }
    expectEqual(told, ["drag d1 items items=i2,i3", "drag d1 over move at=0.16 anchor=end:s1"])
    for _ in 0..<4 {
      scene.pass(.seconds(5))
      expectEqual(told, [])
    }
  }

  @Test("is not told the name of a board on which it has no role as that of a drop")
  mutating func hiddenBoard() throws {
    let rules = """
      guest owner *
      user ann editor list other
      token ann \(AccessScene.digest("ann"))
      """
    scene.hub.service.setAccess(try AccessFile(text: rules).rules(), at: scene.now)
    let ann = (scene.connect(), scene.connect())
    for id in [ann.0, ann.1] {
      _ = scene.ask(["hello ann token=\(AccessScene.token("ann"))"], by: id)
    }
    _ = scene.ask(["begin i9 board=list", "propose 0.0 board=other"], by: ann.0)
    // Its window is open from here on.
    scene.say("insert 0.0 board=other first", by: other)
    expectEqual(Sent(scene.turn()).lines(of: ann.0).count, 1)
    expectEqual(scene.ask(["perform"], by: ann.1).first?.contains(" board=other"), true)
    _ = scene.ask(["rename-board other secret"], by: other)
    scene.pass(.seconds(10))
    expectEqual(Sent(scene.turn()).lines(of: ann.0), ["drag d2 ended cancelled"])
  }

  @Test("is told on its other connections once the one that drove the drag has said quit")
  mutating func closingDriver() {
    let (first, second) = connectAnn()
    scene.say("quit", by: first)
    expectEqual(Sent(scene.turn()).lines(of: first).last, "bye quit")
    scene.say("delete i8,i9 force=yes board=list", by: other)
    expectEqual(Sent(scene.turn()).lines(of: second), ["drag d2 ended gone"])
  }

  @Test(
    "is told on its other connections what the one that goes is owed, each once",
    arguments: [false, true])
  mutating func owedToDriver(isCut: Bool) {
    let (first, second) = connectAnn()
    let third = scene.connect()
    _ = scene.ask([Self.hello], by: third)
    scene.say("delete i8 force=yes board=list", by: other)
    expectEqual(Sent(scene.turn()).lines(of: first), ["drag d2 items items=i9"])
    // In its window.
    scene.say("delete i9 force=yes board=list", by: other)
    _ = scene.turn()
    for connection in [first, second] {
      if isCut {
        scene.hub.disconnected(connection, at: scene.now)
      } else {
        scene.say("quit", by: connection)
      }
      expectEqual(Sent(scene.turn()).lines(of: third), [])
    }
    scene.pass(.seconds(10))
    expectEqual(Sent(scene.turn()).lines(of: third), ["drag d2 ended gone"])
    scene.pass(.seconds(10))
    expectEqual(Sent(scene.turn()).lines(of: third), [])
  }

  @Test("is told on its other connections of a drag that the access rules end")
  mutating func unauthorizedDriver() throws {
    let tokens = ["ann", "bob"]
    try setTokens(tokens)
    let (first, second) = (scene.connect(), scene.connect())
    for (id, token) in zip([first, second], tokens) {
      _ = scene.ask(["hello ann token=\(AccessScene.token(token))"], by: id)
    }
    _ = scene.ask(["begin i9 board=list"], by: first)
    try setTokens(["bob"])
    let sent = Sent(scene.turn())
    expectEqual(sent.lines(of: first).map { $0.prefix(17) }, ["bye access-denied"])
    expectEqual(sent.lines(of: second), ["drag d2 ended cancelled"])
  }

  /// Lets ann have these tokens, and no others.
  private mutating func setTokens(_ tokens: [String]) throws {
    let lines = tokens.map { "token ann \(AccessScene.digest($0))" }
    let rules = ["guest owner *", "user ann editor list"] + lines
    scene.hub.service.setAccess(
      try AccessFile(text: rules.joined(separator: "\n")).rules(), at: scene.now)
  }

  private static let hello = "hello ann token=down-the-rabbit-hole"

  /// Connects ann twice; the first connection drags two items.
  private mutating func connectAnn() -> (ConnectionID, ConnectionID) {
    let connections = (scene.connect(), scene.connect())
    for id in [connections.0, connections.1] { _ = scene.ask([Self.hello], by: id) }
    _ = scene.ask(["begin i8,i9 board=list"], by: connections.0)
    return connections
  }

  /// What the owner is told in the next turn.
  private var told: [String] { Sent(scene.turn()).lines(of: owner) }
}
