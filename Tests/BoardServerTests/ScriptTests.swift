import BoardCore
import Glibc
import Testing

/// `dropline drop` and friends, as scripts use them.
@Suite("The commands for scripts")
struct ScriptTests {
  private let server: RunningServer

  init() throws {
    server = try RunningServer(boards: [("list", Self.content, 1)])
  }

  private static let content: Content = [
    Section(
      id: "A", title: "Fruit",
      items: [Item(id: "a", text: "apple"), Item(id: "b", text: "banana"), Item(id: "c", text: "")]),
    Section(id: "B", title: "Dairy"),
  ]

  /// Runs a command and returns what it says on standard output, or on standard error.
  private func run(
    _ arguments: [String], errors: Bool = false, with setting: String? = nil
  ) throws -> (said: [String], status: Int32) {
    let streams = errors ? "exec 2>&1 >/dev/null" : "exec 2>/dev/null"
    let server = "export DROPLINE_SERVER=127.0.0.1:\(server.port)"
    let shell = [server, setting, streams].compactMap { $0 }.joined(separator: "; ")
    let (output, status) = try ChildProcess(arguments, after: shell).end()
    return (output.split(separator: "\n").map(String.init), status)
  }

  private func expect(
    _ line: String, _ said: [String], _ status: Int32 = 0,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let result = try run(line.split(separator: " ").map(String.init))
    #expect(result.said == said, sourceLocation: place)
    #expect(result.status == status, sourceLocation: place)
  }

  @Test("do what the verbs do, and print the answer")
  func edits() throws {
    try expect("insert list/0.1 two words", ["ok insert i1 0.1 2"])
    try expect("edit --board list i1 other words", ["ok edit i1 0.1 3"])
    try expect("move list/a b end:B", ["ok move 2 1.0 4"])
    try expect("drop list/c 1.1", ["ok perform d1 moved 5 1.1"])
    try expect("drop list/c start:A --copy", ["ok perform d2 copied 6 0.0"])
    try expect("delete list/i1", ["ok delete 1 7"])
    try expect("clear --board list B", ["ok clear B 3 8"])
    try expect("boards", ["list revision=8 sections=2 items=1 watchers=0"])
    try expect(
      "show list",
      [
        "list revision=8 sections=2 items=1 watchers=0", "0 A Fruit (1)", "  0.0 i2 ",
        "1 B Dairy (0)",
      ])
    #expect(try run(["show", "list", "--at", "5"]).said.contains("  1.1 c "))
  }

  @Test("choose an item, and let its section say what comes of it")
  func choose() throws {
    try expect("choose list/a", ["ok choose a selected"])
    let settings = ["do", "policy list/A on-choose=move:B", "policy list/B on-choose=delete"]
    #expect(try run(settings).status == 0)
    try expect("choose --board list a", ["ok choose a moved 2 1.0"])
    try expect("choose list/1.0", ["ok choose a deleted 3"])
  }

  @Test("take a text as the shell gives it, whatever it holds")
  func texts() throws {
    let text = "a\\nb \u{1B}[2J\n 'c' \"d\" ; \u{202E}é"
    #expect(try run(["insert", "list/0.0", text]).status == 0)
    let client = try LoopbackClient(port: server.port)
    client.send("open list")
    let item = try client.lines { $0.hasPrefix("item i1 ") }.last
    #expect(item == "item i1 - a\\\\nb \\u{1b}[2J\\n 'c' \"d\" ; \\u{202e}é")
    #expect(try run(["edit", "list/a", "--", "--force"]).said == ["ok edit a 0.1 3"])
  }

  @Test("take back what was done under the same name, from run to run")
  func undo() throws {
    let ann = "export DROPLINE_NAME=ann DROPLINE_TOKEN=a-token DROPLINE_BOARD=list"
    #expect(try run(["delete", "a"], with: ann).said == ["ok delete 1 2"])
    #expect(try run(["undo", "--name", "ben"], with: "export DROPLINE_BOARD=list").status == 1)
    #expect(try run(["undo"], with: ann).said == ["ok undo 3 2"])
    #expect(try run(["redo"], with: ann).said == ["ok redo 4 3"])
    #expect(try run(["redo"], errors: true, with: ann).said[0].hasPrefix("refused nothing-to-redo"))
  }

  @Test("say 1 where they are refused, with the server's words on standard error")
  func refusals() throws {
    let refused: [(String, String)] = [
      ("delete list/zz", "refused item-gone zz; "), ("move list/a 7.0", "refused bad-path 7.0; "),
      ("drop list/a zz/0.0", "refused unknown-board zz; "), ("delete a", "refused no-board; "),
      ("show nowhere", "refused unknown-board nowhere; "),
      ("drop list/a before:zz", "refused destination-gone before:zz; "),
    ]
    for (line, words) in refused {
      let arguments = line.split(separator: " ").map(String.init)
      let (said, status) = try run(arguments, errors: true)
      #expect(said.count == 1 && said[0].hasPrefix(words), "\(line): \(said)")
      #expect(status == 1, "\(line)")
      #expect(try run(arguments).said == [], "\(line)")
    }
  }

  @Test(
    "say 74 where their answer cannot be written",
    arguments: [["boards"], ["insert", "list/0.0", "x"]])
  func fullDisk(_ arguments: [String]) throws {
    let setting = "export DROPLINE_SERVER=127.0.0.1:\(server.port); exec 2>&1 >/dev/full"
    let (said, status) = try ChildProcess(arguments, after: setting).end()
    #expect(said == "dropline: standard output: No space left on device")
    #expect(status == 74)
  }

  @Test("say 2 where nothing may be dropped, and hold no lease afterwards")
  func notDropped() throws {
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["policy list/B limit=0", "ping"])
    _ = try client.lines { $0 == "pong" }
    let ann = "export DROPLINE_NAME=ann DROPLINE_TOKEN=a-token"
    let (said, status) = try run(["drop", "list/a", "end:B"], errors: true, with: ann)
    #expect(said == ["ok propose d1 forbidden at 1.0 start:B limit"])
    #expect(status == 2)
    client.send("delete list/a")
    #expect(try client.lines { $0.hasPrefix("ok delete") }.last == "ok delete 1 2")
  }

  @Test("say 64 where they are asked wrongly, before anything is sent")
  func usage() throws {
    let wrong = [
      ["drop", "list/a"], ["drop", "list/a b", "1.0"], ["delete", "a\nquit"], ["move", "a"],
      ["insert", "0.0 x", "text"], ["show"], ["undo", "--board", "no/name"],
      ["boards", "--token", "a-token"], ["do", "ping\nquit"], ["tail", "list", "--count", "0"],
      ["boards", "--server", "host:port"], ["tail", "list", "--from", "3", "--snapshot"],
    ]
    for arguments in wrong {
      #expect(try run(arguments).status == 64, "\(arguments)")
    }
    #expect(try run(["delete", "list/007"]).status == 64)
    #expect(try run(["delete", "list/007"], errors: true).said[0].hasPrefix("error bad-name 007"))
  }

  @Test("say 69 where there is no server of ours, and 75 where it goes before it answers")
  func noServer() throws {
    let gone = try Doorkeeper { close($0) }
    #expect(try run(["boards", "--server", "127.0.0.1:\(gone.port)"]).status == 69)
    gone.close()
    let (said, status) = try run(["boards", "--server", "127.0.0.1:\(gone.port)"], errors: true)
    #expect(said == ["dropline: 127.0.0.1:\(gone.port): Connection refused"])
    #expect(status == 69)
    let liar = try LyingServer.start(before: server.port) { line in
      if line.hasPrefix("ok delete") { throw LyingServer.HangUp() }
      return line
    }
    defer { liar.close() }
    let lost = try run(["delete", "list/a", "--server", "127.0.0.1:\(liar.port)"], errors: true)
    #expect(lost.status == 75)
    #expect(lost.said[0].hasSuffix("before the answer; the command was done or not"))
  }

  @Test("print answers as objects with --json, refusals too")
  func json() throws {
    try expect(
      "drop list/a 1.0 --json",
      [
        "{\"ok\":\"perform\",\"session\":\"d1\",\"outcome\":\"moved\",\"revision\":2,\"place\":\"1.0\"}"
      ])
    try expect(
      "boards --json",
      ["{\"ok\":\"boards\",\"lines\":[\"list revision=2 sections=2 items=3 watchers=0\"]}"])
    let gone = try run(["drop", "list/zz", "1.0", "--json"], errors: true)
    #expect(gone.said[0].hasPrefix("{\"refused\":\"item-gone\",\"item\":\"zz\","))
    #expect(gone.status == 1)
    #expect(try run(["do", "policy list/B limit=1"]).status == 0)
    let full = try run(["drop", "list/b", "end:B", "--json"], errors: true)
    #expect(
      full.said[0].hasPrefix("{\"ok\":\"propose\",\"session\":\"d2\",\"operation\":\"forbidden\","))
    #expect(full.status == 2)
    let object = "{\"do\":\"ping\",\"text\":\"a \\u000a b\"}"
    #expect(try run(["do", "--json", object]).said == ["{\"pong\":\"a \\n b\"}"])
  }

  @Test("say 76 where the server answers something else")
  func otherAnswer() throws {
    let liar = try LyingServer.start(before: server.port) { line in
      line.hasPrefix("ok delete") ? "ok clear A 1 2" : line
    }
    defer { liar.close() }
    let arguments = ["delete", "list/a", "--server", "127.0.0.1:\(liar.port)"]
    let (said, status) = try run(arguments, errors: true)
    #expect(said == ["dropline: the server answers something else: ok clear A 1 2"])
    #expect(status == 76)
  }

  @Test("send any lines with `do`, also from standard input, and stop at the first that fails")
  func anyLines() throws {
    #expect(
      try run(["do", "create today", "", "#7 insert-section today/end Morning", "ping done"]).said
        == ["ok create today 0", "ok #7 insert-section s1 0 1", "pong done"])
    let board = "export DROPLINE_BOARD=list"
    let (said, status) = try run(["do", "delete a", "delete a", "delete b"], with: board)
    #expect(said == ["ok delete 1 2"])
    #expect(status == 1)
    let block = "exec <<E\nbatch list\ndelete 0.0 b\nend\ndrags\nE\n" + board
    #expect(try run(["do", "-"], with: block).said == ["ok batch list 3", "ok drags 0"])
    #expect(try run(["do", "batch list", "delete 0.0 c"]).status == 64)
    #expect(try run(["do", "boards"]).said.count == 3)
  }
}
