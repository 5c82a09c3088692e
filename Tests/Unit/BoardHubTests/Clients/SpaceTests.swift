import BoardModel
import BoardWire
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A connection to a hub of a space (section 18)")
struct SpaceTests {
  private let scene: HubScene

  init() throws {
    scene = try HubScene(in: SpaceName("shop"))
  }

  /// Begins a connection, and lets it say lines.
  ///
  /// - Returns: What it is sent, without the sentences for people.
  private func connect(as start: ConnectionStart, _ lines: String...) -> [String] {
    scene.ask(lines, by: scene.hub.connect(at: scene.now, as: start))
  }

  private static let greeting =
    "dropline 1 epoch=test client=guest-1 line=4096 text=1024 "
    + "profiles=core,edit,drag,undo,select,fields,counts,people"

  @Test("may choose that space by its name, which gives it what the greeting has")
  func ownName() {
    expectEqual(
      connect(as: .greeting, "", "#7 space shop", "ping"),
      [Self.greeting, "#7 ok space shop epoch=test client=guest-1", "pong"])
  }

  @Test("is told that there is no other space, and goes on in this one")
  func unknown() {
    expectEqual(
      connect(as: .greeting, "space other", "space shop", "boards"),
      [
        Self.greeting, "refused unknown-space space=other", "refused space-chosen space=shop",
        "ok boards 1", "list rev=100 sections=2 items=20 watchers=0",
      ])
  }

  @Test(
    "can choose only with the first command, and once",
    arguments: ["ping", "nonsense", "hello bob", "show nowhere", "space shop", "\u{7}"])
  func late(_ first: String) {
    let lines = connect(as: .greeting, first, "space shop", "space other")
    expectEqual(lines.suffix(2), Array(repeating: "refused space-chosen space=shop", count: 2))
  }

  @Test("is answered instead of greeted if another space has greeted it")
  func answered() {
    expectEqual(
      connect(as: .space(tag: "7"), "space shop", "hello bob"),
      [
        "#7 ok space shop epoch=test client=guest-1", "refused space-chosen space=shop",
        "ok hello bob",
      ])
    expectEqual(connect(as: .space(tag: nil)), ["ok space shop epoch=test client=guest-2"])
  }

  @Test("has said its first line then, and is not closed for its silence")
  func silent() {
    var scene = scene
    let id = scene.hub.connect(at: scene.now, as: .space(tag: nil))
    _ = scene.turn()
    scene.hub.room.limit = 1
    scene.pass(Limits.firstLineIfCrowded + .seconds(1))
    #expect(Sent(scene.turn()).closed.isEmpty)
    expectEqual(scene.ask(["ping"], by: id), ["pong"])
  }

  @Test("can choose no space if it came by the path of one")
  func path() {
    expectEqual(
      connect(as: .greetingOfChosenSpace, "space shop"),
      [Self.greeting, "refused space-chosen space=shop"])
  }

  @Test("waits for the database with the command, as with its hello")
  func unavailable() {
    let id = scene.hub.connect(at: scene.now)
    _ = scene.turn()
    scene.hub.unavailable.isOn = true
    _ = Array("space shop\nboards\n".utf8).withUnsafeBytes { scene.hub.buffer($0, from: id) }
    let refused = scene.hub.unavailable.refuse(at: scene.now, exceptOf: []) { true }
    #expect(refused.effects.isEmpty)
    scene.hub.unavailable.isOn = false
    _ = scene.hub.goOn(at: scene.now)
    _ = scene.hub.goOn(at: scene.now)
    expectEqual(
      Sent(scene.turn()).lines(of: id).prefix(2),
      ["ok space shop epoch=test client=guest-1", "ok boards 1"])
  }

  @Test("needs no role for the command, and has its time for a token from it on")
  func access() throws {
    let access = try AccessScene(in: SpaceName("shop"))
    let id = access.scene.hub.connect(at: access.scene.now, as: .greeting)
    _ = access.scene.turn()
    #expect(
      access.ask("space shop", by: id).first?.hasPrefix("ok space shop epoch=test client=guest-")
        == true)
    expectEqual(access.ask("boards", by: id), ["refused access-denied role=viewer"])
    let late = access.scene.hub.connect(at: access.scene.now, as: .space(tag: nil))
    _ = access.scene.turn()
    #expect(
      Sent(access.scene.hub.endTurn(at: access.scene.now + Limits.login).effects).closed
        .contains(late))
  }
}

@Suite("A connection to a server without spaces")
struct NoSpaceTests {
  @Test("has no space to choose and none to name")
  func refused() throws {
    let scene = try HubScene()
    expectEqual(
      scene.ask(["space main", "space main"], by: scene.connect()).suffix(2),
      ["refused unknown-space space=main", "refused space-chosen"])
  }
}
