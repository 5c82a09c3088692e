import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A line in the JSON form that takes long to read")
struct LongReadingTests {
  private func scene() throws -> HubScene {
    let scene = try HubScene(.fixed(.zero))
    scene.hub.stepsOfLongChange = TurnBudget.longChange
    return scene
  }

  /// A line that another thread reads.
  private func line(_ members: String) -> String {
    let blanks = TurnBudget.longChange * TurnBudget.jsonBytesPerStep
    return "{\(members)\(String(repeating: " ", count: blanks))}"
  }

  /// Sends lines in pieces, as they come from a socket.
  private func send(_ lines: String..., by client: ConnectionID, in scene: HubScene) {
    var rest = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(65_536)
      _ = piece.withUnsafeBytes { scene.hub.receive($0, from: client, at: scene.now) }
      rest = rest.dropFirst(piece.count)
    }
    _ = scene.hub.goOn(at: scene.now)
  }

  private func readNext(_ scene: HubScene) throws {
    let reading = try #require(scene.nextJob())
    expectNil(scene.nextJob(), "one is read at a time")
    scene.finish(reading)
  }

  @Test("is read by another thread: others are answered meanwhile, and what is behind it waits")
  func others() throws {
    let scene = try scene()
    let (author, other) = (scene.connect(), scene.connect())
    _ = scene.turn()
    send(
      line(#""kind":"insert","place":"0.0","board":"list","text":"new""#), "ping", by: author,
      in: scene)
    expectEqual(scene.lines(of: author), [])
    #expect(!scene.hub.hasUnread, "nothing is to be done before it is read")
    send("edit i1 board=list text", "ping", by: other, in: scene)
    expectEqual(scene.lines(of: other), ["ok edit i1 at=0.1 rev=101", "pong"])
    try readNext(scene)
    expectEqual(scene.lines(of: author), ["ok insert i20 at=0.0 rev=102", "pong"])
  }

  @Test("is the only one of which the bytes are counted no more: others wait as unfinished lines")
  func bounded() throws {
    let scene = try scene()
    let clients = (0..<3).map { _ in scene.connect() }
    _ = scene.turn()
    for client in clients { send(line(#""kind":"ping""#), by: client, in: scene) }
    for client in clients {
      #expect(!scene.hub.hasUnread)
      let reading = try #require(scene.nextJob())
      reading.run()
      scene.hub.finished(reading)
      expectNil(scene.nextJob())
      for _ in 0..<2 { _ = scene.hub.goOn(at: scene.now) }
      expectEqual(scene.lines(of: client), ["pong"])
    }
    #expect(scene.nextJob() == nil && !scene.hub.hasUnread)
  }

  @Test("is executed for whoever has half closed, and for nobody who is gone or was closed")
  func gone() throws {
    let scene = try scene()
    let insert = line(#""kind":"insert","place":"0.0","board":"list","text":"new""#)
    let (ended, gone) = (scene.connect(), scene.connect())
    _ = scene.turn()
    send(insert, by: ended, in: scene)
    scene.hub.inputEnded(by: ended, at: scene.now)
    expectEqual(scene.lines(of: ended), [])
    try readNext(scene)
    expectEqual(scene.lines(of: ended), ["ok insert i20 at=0.0 rev=101", "bye quit"])
    send(insert, by: gone, in: scene)
    scene.hub.disconnected(gone, at: scene.now)
    try readNext(scene)
    let stopped = scene.connect()
    _ = scene.turn()
    send(insert, by: stopped, in: scene)
    scene.hub.drain.stop(at: scene.now)
    expectEqual(scene.lines(of: stopped), ["bye shutdown"])
    try readNext(scene)
    expectEqual(scene.hub.service.revisions["list"], 101)
  }

  @Test("is refused like any other once its client has lost its role")
  func role() throws {
    let scene = try scene()
    func rule(_ role: String) throws {
      let rules = try AccessRules(labelledWithTokens: ["guest \(role) list"])
      _ = scene.hub.service.setAccess(rules, at: scene.now)
      _ = scene.turn()
    }
    try rule("editor")
    let client = scene.connect()
    _ = scene.turn()
    send(line(#""kind":"clear","section":"s1","board":"list""#), by: client, in: scene)
    try rule("viewer")
    try readNext(scene)
    expectEqual(scene.lines(of: client).first?.hasPrefix("refused access-denied"), true)
    expectEqual(scene.hub.service.revisions["list"], 100)
  }

  @Test("is refused at once while the database does not answer")
  func unavailable() throws {
    let scene = try scene()
    let client = scene.connect()
    _ = scene.turn()
    scene.hub.unavailable.isOn = true
    _ = Array((line(#""kind":"clear","section":"s1","board":"list""#) + "\n").utf8)
      .withUnsafeBytes { scene.hub.buffer($0, from: client) }
    let refused = scene.hub.unavailable.refuse(at: scene.now, exceptOf: [], while: { true })
    expectEqual(Sent(refused.effects).lines(of: client).first?.contains("unavailable"), true)
    expectNil(scene.nextJob())
  }

  @Test("opens a block like a short one")
  func block() throws {
    let scene = try scene()
    let client = scene.connect()
    _ = scene.turn()
    let rows = #"[{"kind":"insert","path":"0.0","item":"-","text":"new"}]"#
    send(line(#""kind":"batch","board":"list","rows":\#(rows)"#), by: client, in: scene)
    try readNext(scene)
    expectEqual(scene.lines(of: client).first?.hasPrefix("ok batch"), true)
  }
}
