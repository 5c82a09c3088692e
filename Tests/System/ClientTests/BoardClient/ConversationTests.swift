import BoardModel
import BoardReplica
import BoardWire
import Libuv
import TestKit
import Testing

@testable import BoardClient

@Suite("A connection's conversation")
struct ConversationTests {
  private let scene: Scene
  private let server: ScriptedServer

  init() throws {
    scene = try Scene()
    server = try ScriptedServer(on: scene.loop)
    server.answer = ScriptedServer.serveList
  }

  private func live(as name: ClientName? = "anna", retryPolicy: Connection.RetryPolicy? = nil)
    throws
    -> CheckedView
  {
    let view = try scene.connect(to: server.port, as: name, retryPolicy: retryPolicy)
    try scene.run { view.connection.state == .live }
    return view
  }

  @Test("sends its name and the heartbeat interval, and opens its board")
  func opening() throws {
    _ = try live()
    expectEqual(server.lines, ["hello anna heartbeat=10s version=1", "open list"])
    server.close()
  }

  @Test("of a guest uses the name of the greeting")
  func guest() throws {
    server.answer = { line in
      line.hasPrefix("hello")
        ? "ok hello guest-1\n" : "ok open list 3\nboard list 3 0 1\nselected list guest-1 items=a\n"
    }
    let view = try live(as: nil)
    expectEqual(server.lines[0], "hello heartbeat=10s version=1")
    expectEqual(view.connection.replica.client, "guest-1")
    expectEqual(view.connection.replica.selection, ["a"])
    server.close()
  }

  @Test("sends ping only if the heartbeat is missing, and disconnects if no reply comes")
  func heartbeat() throws {
    var retryPolicy = Connection.RetryPolicy()
    retryPolicy.silence = .seconds(3_600)
    let view = try live(retryPolicy: retryPolicy)
    expectEqual(server.lines[0], "hello anna heartbeat=60s version=1")
    for _ in 0..<5 {
      view.connection.tick()
      expectEqual(view.connection.silentTicks, 1)
      server.say("ping\n")
      try scene.run { view.connection.silentTicks == 0 }
    }
    expectEqual(server.lines.count, 2)
    view.connection.tick()
    view.connection.tick()
    try scene.run { view.connection.silentTicks == 0 }
    expectEqual(server.lines.last, "ping", "and the server has answered")
    for _ in 0..<3 { view.connection.tick() }
    expectEqual(view.troubles, [.stalled])
    server.close()
  }

  @Test("continues with a server of another epoch, and sends its selection again")
  func epoch() throws {
    let good = server.answer
    server.answer = { $0.hasPrefix("select") ? "ok select list items=a\n" : good($0) }
    let view = try scene.connect(to: server.port, as: "anna", token: "secret-long-enough")
    try scene.run { view.connection.state == .live }
    view.connection.select(["a"])
    try scene.run { view.connection.replica.selection == ["a"] }
    let change = try view.connection.make(.edit("a", "plum"))
    try scene.run { server.lines.last?.contains("edit") == true }
    server.greeting = ScriptedServer.greeting(epoch: "bbbb")
    let revision = 9
    server.answer = { line in
      guard line.hasPrefix("open") else { return line.hasPrefix("select") ? "" : good(line) }
      return "ok open list \(revision) rewound=yes\nboard list \(revision) 1 2\n"
        + "section s1 1 Other\nitem a almond\n"
    }
    server.hangUp()
    try scene.run { view.settled[change] != nil && view.connection.state == .live }
    expectEqual(view.settled[change], .lost)
    expectEqual(view.shown[0].items, [Item(id: "a", text: "almond")])
    try scene.run { server.lines.last == "select a board=list" }
    #expect(server.lines.contains("open list since=3 epoch=aaaa"))
    expectEqual(server.lines.count { $0.contains("edit") }, 1, "\(server.lines)")
    server.close()
  }

  @Test("ends if the board is removed")
  func removed() throws {
    let view = try live()
    let change = try view.connection.make(.edit("a", "plum"))
    server.say("removed list\n")
    try scene.run { view.connection.state == .closed(.removed) }
    expectEqual(view.settled[change], .lost)
    expectEqual(server.connectionCount, 1)
    server.close()
  }

  @Test("continues if the board is renamed, also over another connection")
  func renamed() throws {
    let view = try live()
    server.say("renamed list store\nbatch store 3 4 1\nreload 0.0 a fig\n")
    try scene.run { view.connection.replica.revision == 4 }
    #expect(view.calls.contains("boardDidRenameFrom list"))
    expectEqual(view.connection.replica.board, "store")
    server.hangUp()
    server.answer = { $0.hasPrefix("hello") ? "ok hello anna\n" : "ok open store 4\n" }
    try scene.run { !view.troubles.isEmpty && view.connection.state == .live }
    expectEqual(server.lines.last, "open store since=4 epoch=aaaa")
    server.close()
  }

  @Test("sends typed requests, blocks and typed lines, and matches the replies")
  func sending() throws {
    let view = try live()
    let count = server.lines.count
    server.answer = { line in
      switch line {
      case "end": "ok batch list rev=4\n"
      case "#t1 PING  a": "#t1 pong a\n"
      case "find board=list tea": "ok find 1\nlist 0.0 a rev=3 tea\n"
      default: ""
      }
    }
    var answers: [Connection.Answer] = []
    let connection = view.connection
    connection.send(.board(.find(.init(on: "list", text: "tea")))) { answers.append($0) }
    var batch = BatchUpdate()
    batch.deletes = [.init("a", at: [0, 0])]
    connection.send(.init("list", revision: 3), batch) { answers.append($0) }
    connection.send(line: "#t1 PING  a") { answers.append($0) }
    connection.send(line: "batch list\ninsert 0.0 - = tea\nEND") { answers.append($0) }
    try scene.run { server.lines.count == count + 8 }
    server.say("ok batch list rev=5\n")
    try scene.run { answers.count == 4 }
    expectEqual(
      server.lines[count...],
      [
        "find board=list tea", "batch list rev=3", "delete 0.0 a", "end", "#t1 PING  a",
        "batch list", "insert 0.0 - = tea", "END",
      ])
    let row = FindRow("list", path: [0, 0], item: "a", revision: 3, text: "tea")
    expectEqual(
      answers,
      [
        .reply(ServerReply(.ok(.find(.init([row]))))),
        .reply(ServerReply(.ok(.batch(.init("list", revision: 4))))),
        .reply(ServerReply(tag: "t1", .ok(.ping(.init("a"))))),
        .reply(ServerReply(.ok(.batch(.init("list", revision: 5))))),
      ])
    server.close()
  }

  @Test("answers a malformed typed line itself, without the server")
  func typedErrors() throws {
    let view = try live()
    let count = server.lines.count
    var answers: [Connection.Answer] = []
    for line in ["#x nonsense", "move a", "insert 0.0 \u{7}", "open list zeal=1", "{}"] {
      view.connection.send(line: line) { answers.append($0) }
    }
    let failures = answers.compactMap { answer -> Failure? in
      if case .reply(let reply) = answer { reply.failure } else { nil }
    }
    expectEqual(
      failures.map(\.error),
      [
        .unknownVerb("nonsense"), .missingArgument("PLACE"), .controlByte(7), .unknownKey("zeal"),
        .unknownVerb("{}"),
      ])
    #expect(failures.allSatisfy { !$0.sentence.isEmpty })
    #expect(failures[1].sentence.contains("move ITEMS PLACE"))
    guard case .reply(let reply) = answers[0] else { return }
    expectEqual(reply.tag, "x")
    expectEqual(server.lines.count, count)
    server.close()
  }

  @Test(
    "does not send lines that do not have exactly one reply",
    arguments: [
      "", "  ", "batch list", "ping\nping", "batch list\nend\nping", "ping\r\0x", "ping\n",
      "replace list\nsection s1 0", "hello form=json",
    ])
  func unsent(_ line: String) throws {
    let view = try live()
    var answer: Connection.Answer?
    view.connection.send(line: line) { answer = $0 }
    expectEqual(answer, .unsent)
    view.connection.send(.block(.batch(.init("list")))) { answer = $0 }
    expectEqual(answer, .unsent)
    server.close()
  }

  @Test("deselects nothing for an empty list of items, and all only on request")
  func deselect() throws {
    let view = try live()
    var answers: [Connection.Answer] = []
    view.connection.deselect([]) { answers.append($0) }
    view.connection.select([]) { answers.append($0) }
    expectEqual(answers, [.unsent, .unsent])
    view.connection.deselect()
    view.connection.deselect(["a"])
    try scene.run { server.lines.count == 4 }
    expectEqual(server.lines.suffix(2), ["deselect board=list", "deselect a board=list"])
    server.close()
  }
}
