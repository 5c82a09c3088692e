import BoardAuthority
import BoardHub
import BoardModel
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
    #expect(told == ["drag d1 over move at=0.18 anchor=end:s1"])
    for line in ["insert 0.0 board=list second", "delete 0.0 board=list"] {
      scene.say(line, by: other)
      #expect(told == [])
    }
    scene.pass(.seconds(10))
    #expect(told == [])
    scene.say("insert 0.0 board=list third", by: other)
    #expect(told == ["drag d1 over move at=0.19 anchor=end:s1"])
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
    #expect(told.first == "drag d1 items items=i2,i3")
    scene.pass(.seconds(6))
    scene.say("remove-board other force=yes", by: other)
    #expect(Sent(scene.turn()).lines(of: visitor) == ["drag d2 lost", "removed other"])
    scene.say("delete i2 force=yes board=list", by: other)
    #expect(told == [])
    scene.pass(.seconds(4))
    #expect(told.first == "drag d1 items items=i3")
  }

  @Test("is told a place once, although it is found out when the owner is told something else")
  mutating func foundOutThen() {
    _ = scene.ask(["open list"], by: scene.connect())
    scene.say("insert 1.0 board=list first", by: other)
    #expect(told == [])
    scene.pass(.seconds(5))
    // The window of the watcher is open, that of the owner is not.
    for item in ["i1", "i9"] { scene.say("delete \(item) force=yes board=list", by: other) }
    #expect(told == ["drag d1 items items=i2,i3", "drag d1 over move at=0.16 anchor=end:s1"])
    for _ in 0..<4 {
      scene.pass(.seconds(5))
      #expect(told == [])
    }
  }

  @Test("is not told the name of a board on which it has no role as that of a drop")
  mutating func hiddenBoard() throws {
    let rules = """
      guest owner *
      user ann editor list other
      token ann \(AccessScene.digest("ann"))
      """
    scene.hub.setAccess(try AccessFile(text: rules).rules(), at: scene.now)
    let ann = (scene.connect(), scene.connect())
    for id in [ann.0, ann.1] {
      _ = scene.ask(["hello ann token=\(AccessScene.token("ann"))"], by: id)
    }
    _ = scene.ask(["begin i9 board=list", "propose 0.0 board=other"], by: ann.0)
    // Its window is open from here on.
    scene.say("insert 0.0 board=other first", by: other)
    #expect(Sent(scene.turn()).lines(of: ann.0).count == 1)
    #expect(scene.ask(["perform"], by: ann.1).first?.contains(" board=other") == true)
    _ = scene.ask(["rename-board other secret"], by: other)
    scene.pass(.seconds(10))
    #expect(Sent(scene.turn()).lines(of: ann.0) == ["drag d2 ended cancelled"])
  }

  /// What the owner is told in the next turn.
  private var told: [String] { Sent(scene.turn()).lines(of: owner) }
}
