import BoardModel
import BoardReplica
import BoardWire
import Libuv
import TestKit
import Testing

@testable import BoardClient

@Suite("A connection to a space of a server (section 18)")
struct SpaceConnectionTests {
  private let scene: Scene
  private let server: ScriptedServer
  private static let chosen = "ok space shop epoch=ssss client=guest-7\n"

  init() throws {
    scene = try Scene()
    server = try ScriptedServer(on: scene.loop)
    answer(Self.chosen)
  }

  private func answer(_ choice: String) {
    server.answer = { $0.hasPrefix("space") ? choice : ScriptedServer.serveList($0) }
  }

  private func connect(as name: ClientName? = "anna") throws -> CheckedView {
    try scene.connect(to: server.port, in: SpaceName("shop"), as: name)
  }

  private func live() throws -> CheckedView {
    let view = try connect()
    try scene.run { view.connection.state == .live }
    return view
  }

  @Test("chooses the space first, each time, and catches up in its epoch")
  func reconnects() throws {
    let view = try live()
    expectEqual(view.connection.replica.epoch?.string, "ssss")
    expectEqual(server.lines.map { $0.prefix(5) }, ["space", "hello", "open "])
    // The default space may have another epoch by then, which means nothing here.
    server.greeting = ScriptedServer.greeting(epoch: "bbbb")
    let good = server.answer
    server.answer = { $0.hasPrefix("open") ? "ok open list 3\n" : good($0) }
    server.hangUp()
    try scene.run { server.connectionCount == 2 && view.connection.state == .live }
    expectEqual(server.lines.suffix(3).first, "space shop")
    expectEqual(server.lines.last, "open list since=3 epoch=ssss")
    expectEqual(view.reloads, 1)
    server.close()
  }

  @Test("sends nothing else, not even its token, before the space is chosen")
  func waits() throws {
    answer("")
    let view = try connect()
    try scene.run { !server.lines.isEmpty }
    expectEqual(server.lines, ["space shop"])
    server.say(Self.chosen)
    try scene.run { view.connection.state == .live }
    expectEqual(server.lines.count, 3)
    server.close()
  }

  @Test("is the guest of the space if it has no name")
  func guest() throws {
    server.answer = { line in
      switch line.prefix(5) {
      case "space": Self.chosen
      case "hello": "ok hello guest-7\n"
      default: ScriptedServer.serveList(line)
      }
    }
    let view = try connect(as: nil)
    try scene.run { view.connection.state == .live }
    expectEqual(view.connection.replica.client, "guest-7")
    server.close()
  }

  @Test("is closed if there is no such space, and its changes are settled")
  func unknown() throws {
    let view = try live()
    answer("refused unknown-space space=shop\n")
    let change = try view.connection.make(.edit("a", "plum"))
    server.hangUp()
    try scene.run { if case .closed = view.connection.state { true } else { false } }
    guard case .closed(.refused(let failure)) = view.connection.state else {
      Issue.record("\(view.connection.state)")
      return
    }
    expectEqual(failure.refusal, .unknownSpace(SpaceName("shop")!))
    expectEqual(view.settled[change], .lost)
    expectEqual(server.lines.last, "space shop")
    server.close()
  }

  @Test("gives up its changes if the space has another epoch, and takes its snapshot")
  func otherEpoch() throws {
    let view = try live()
    answer("ok space shop epoch=tttt client=guest-7\n")
    let good = server.answer
    server.answer = { line in
      line.hasPrefix("open")
        ? "ok open list 9 rewound=yes\nboard list 9 1 1\nsection s1 0 Z\n" : good(line)
    }
    let change = try view.connection.make(.edit("a", "plum"))
    server.hangUp()
    try scene.run { server.connectionCount == 2 && view.connection.state == .live }
    expectEqual(view.settled[change], .lost)
    expectEqual(view.connection.replica.epoch?.string, "tttt")
    expectEqual(view.reloads, 2)
    server.close()
  }
}
