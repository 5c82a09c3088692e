import BoardModel
import BoardTesting
import Glibc
import Libuv
import SystemTestKit
import TestKit
import Testing

/// The commands that talk to a server, for a space of it (section 18).
@Suite("The commands for a space")
struct SpaceScriptTests {
  private static let content: Content = [
    Section(id: "A", title: "Fruit", items: [Item(id: "a", text: "apple")])
  ]
  private static let row = "list rev=1 sections=1 items=1 watchers=0"
  private let server: TestServer

  init() throws {
    server = try TestServer(boards: [BoardFile("list", revision: 1, Self.content)]) {
      $0.place = .space("shop")
    }
  }

  private func run(
    _ words: String..., with setting: String = "true"
  ) throws -> (output: String, status: Int32) {
    let there = "export DROPLINE_SERVER=127.0.0.1:\(server.port)"
    return try ChildProcess(words, after: "\(there); \(setting); exec 2>&1").end()
  }

  @Test("choose the space that an option or the environment names, before they say who they are")
  func chosen() throws {
    #expect(try run("boards", "--space", "shop") == (Self.row, 0))
    let setting = "export DROPLINE_SPACE=shop DROPLINE_NAME=ann DROPLINE_TOKEN=a-token-of-a-client"
    #expect(try run("boards", with: setting) == (Self.row, 0))
    #expect(try run("do", "ping here", with: setting) == ("pong here", 0))
    try expectEqual(
      run("insert", "list/0.0", "Tea", with: setting).output, "ok insert i1 at=0.0 rev=2")
    try expectEqual(run("undo", "--board", "list", with: setting).output, "ok undo of=2 rev=3")
  }

  @Test("say that there is no such space, and do nothing")
  func unknown() throws {
    for words in [
      ["boards"], ["delete", "list/a"], ["tail", "list"], ["do", "delete a board=list"],
    ] {
      let there = "export DROPLINE_SERVER=127.0.0.1:\(server.port) DROPLINE_SPACE=other"
      let (output, status) = try ChildProcess(words, after: "\(there); exec 2>&1").end()
      expectEqual(status, 1, "\(words)")
      #expect(output.contains("refused unknown-space space=other "), "\(output)")
    }
    #expect(try run("boards") == (Self.row, 0))
    try expectEqual(run("boards", "--space", "Shop").status, 64)
    try expectEqual(run("boards", with: "export DROPLINE_SPACE='a b'").status, 64)
  }

  @Test("go on in the space after a break, from their revision")
  func tail() throws {
    let port = try ReservedPort()
    let epoch = Epoch("ssss")!
    var server = try TestServer(boards: [BoardFile("list", revision: 1, Self.content)]) {
      $0.epoch = epoch
      $0.place = .space("shop")
      $0.addresses = [.internet(.loopback(port.number))]
    }
    let child = try ChildProcess([
      "tail", "list", "--snapshot", "--space", "shop", "--server", "127.0.0.1:\(port.number)",
    ])
    for line in ["board list 1 1 2", "section A 1 Fruit", "item a apple"] {
      try expectEqual(child.line(), line)
    }
    try server.kill()
    server = try TestServer(boards: [BoardFile("list", revision: 1, Self.content)]) {
      $0.epoch = epoch
      $0.place = .space("shop")
      $0.addresses = [.internet(.loopback(port.number))]
    }
    let client = try LoopbackClient(port: port.number)
    client.send(lines: ["space shop", "edit a board=list pear"])
    var line = try child.line()
    while let text = line, !text.hasPrefix("batch") { line = try child.line() }
    expectEqual(line, "batch list 1 2 1")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("relay lines once the space is chosen, and none to another space")
  func relay() throws {
    func relay(_ space: String) throws -> (output: String, status: Int32) {
      let words = [
        "connect", "127.0.0.1:\(server.port)", "list", "--name", "ann", "--space", space,
      ]
      return try ChildProcess(words, after: "exec <<'END'\ndelete a\nEND\n:").end()
    }
    let (output, status) = try relay("other")
    expectEqual(status, 1)
    expectEqual(output.split(separator: "\n").last?.hasPrefix("refused unknown-space"), true)
    let lines = try relay("shop").output.split(separator: "\n").map(String.init)
    #expect(lines[1].hasPrefix("ok space shop epoch="))
    expectEqual(lines[2...3], ["ok hello ann", "ok open list 1"])
    expectEqual(lines.suffix(2), ["ok delete count=1 rev=2", "bye quit"])
  }

  @Test("complete the names of its boards and items")
  func completion() throws {
    func complete(_ space: String) throws -> String {
      let words = ["dropline", "edit", "list/"]
      let request = ["---completion", "edit", "--", "positional@0", "2", "5"] + words
      let there = "export DROPLINE_SERVER=127.0.0.1:\(server.port) DROPLINE_SPACE=\(space)"
      return try ChildProcess(request, after: there).end().output
    }
    try expectEqual(complete("shop"), "list/a")
    try expectEqual(complete("other"), "")
  }

  @Test("keep a token of its own for each space")
  func tokens() throws {
    let folder = try Scratch()
    let home = "export DROPLINE_NAME=ann XDG_STATE_HOME='\(folder.path)'"
    try expectEqual(run("boards", with: home).status, 0)
    let refused = try run("boards", "--space", "shop", with: home)
    #expect(refused.output.hasPrefix("refused name-taken client=ann"))
    let files = "ls '\(folder.path)/dropline/tokens'"
    let listed = try ChildProcess(running: ["/bin/sh", "-c", files]).end().output
    let place = "ann@127.0.0.1:\(server.port)"
    expectEqual(listed, "\(place)\n\(place)+shop")
  }
}
