import BoardModel
import BoardTesting
import Foundation
import Glibc
import Net
import SystemTestKit
import TestKit
import Testing

@testable import dropline

/// `dropline drop` and friends, as scripts use them.
@Suite("The commands for scripts")
struct ScriptTests {
  private let server: TestServer

  init() throws {
    server = try TestServer(boards: [BoardFile("list", revision: 1, Self.content)])
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

  @Test("execute their verbs, and print the reply")
  func edits() throws {
    try expect("insert list/0.1 two words", ["ok insert i1 at=0.1 rev=2"])
    try expect("edit --board list i1 other words", ["ok edit i1 at=0.1 rev=3"])
    try expect("move list/a b end:B", ["ok move count=2 at=1.0 rev=4"])
    try expect("drop list/c 1.1", ["ok perform d1 moved rev=5 at=1.1"])
    try expect("drop list/c start:A --copy", ["ok perform d2 copied rev=6 at=0.0"])
    try expect("delete list/i1", ["ok delete count=1 rev=7"])
    try expect("clear --board list B", ["ok clear B count=3 rev=8"])
    try expect("boards", ["list rev=8 sections=2 items=1 watchers=0"])
    let drawing = try run(["show", "list"]).said
    #expect(drawing.contains("0 A Fruit (1)"))
    #expect(drawing.contains("1 B Dairy (0)"))
    #expect(try run(["show", "list", "--at", "5"]).said.contains { $0.contains(" 1.1 c") })
  }

  @Test("accept several items as one word or as several, and a board once for all")
  func words() throws {
    try expect("move list/b,a end:B", ["ok move count=2 at=1.0 rev=2"])
    try expect("move list/a list/b list/0.0 start:B", ["ok move count=3 at=1.0 rev=3"])
    try expect("delete --board other list/a,b", ["ok delete count=2 rev=4"])
    for line in ["delete list/c other/c", "move list/c other/1.0", "move --board list c other/0.0"]
    {
      try expectEqual(run(line.split(separator: " ").map(String.init)).status, 64, "\(line)")
    }
  }

  @Test("find items by their text, on one board or on all")
  func find() throws {
    try expectEqual(run(["do", "create other", "insert-section end board=other X"]).status, 0)
    try expectEqual(run(["insert", "other/0.0", "Anana", "split"]).status, 0)
    try expect(
      "find ANANA", ["list 0.1 b rev=1 banana", "other 0.0 i1 rev=2 Anana split"])
    try expect("find --board other anana split", ["other 0.0 i1 rev=2 Anana split"])
    try expect("find nothing", [])
    try expect("find --board nowhere x", [], 1)
    try expect(
      "find --json banana",
      [
        "{\"kind\":\"ok\",\"verb\":\"find\",\"rows\":[{\"board\":\"list\",\"path\":\"0.1\","
          + "\"item\":\"b\",\"rev\":1,\"text\":\"banana\"}]}"
      ])
    for _ in 0..<2 {
      let rows = (0..<60).map { "insert 0.\($0) - pear" }
      try expectEqual(run(["do", "batch other"] + rows + ["end"]).status, 0)
    }
    try expectEqual(run(["find", "pear"]).said.count, 100)
    try expectEqual(
      run(["find", "pear"], errors: true).said, ["dropline: there is more than is listed"])
  }

  @Test("take a number for the port of a server on this machine")
  func port() throws {
    let words = ["boards", "--server", "\(server.port)"]
    try expectEqual(run(words).said, ["list rev=1 sections=2 items=3 watchers=0"])
    let lines = try ChildProcess(
      ["connect", "\(server.port)", "list"], after: "exec </dev/null"
    ).end()
    #expect(lines.output.contains("\nok open list 1\n"))
    for number in ["0", "65536"] {
      try expectEqual(run(["boards", "--server", number]).status, 64, "\(number)")
    }
  }

  @Test("remove and rename boards, those that others use only by force")
  func boards() throws {
    try expect("rename-board list groceries", ["ok rename-board list groceries"])
    try expect("rename-board list groceries", [], 1)
    let watcher = try LoopbackClient(port: server.port)
    watcher.send(lines: ["hello ann", "open groceries", "ping"])
    _ = try watcher.lines { $0 == "pong" }
    let refused = try run(["remove-board", "groceries"], errors: true)
    #expect(refused.said[0].hasPrefix("refused board-in-use by=ann board=groceries "))
    expectEqual(refused.status, 1)
    try expect("remove-board groceries --force", ["ok remove-board groceries"])
    try expectEqual(watcher.line(), "removed groceries")
    try expect("boards", [])
  }

  @Test("choose an item, with the effect of its section's policy")
  func choose() throws {
    try expect("choose list/a", ["ok choose a selected"])
    let settings = [
      "do", "policy A board=list on-choose=move:B", "policy B board=list on-choose=delete",
    ]
    try expectEqual(run(settings).status, 0)
    try expect("choose --board list a", ["ok choose a moved rev=2 at=1.0"])
    try expect("choose list/1.0", ["ok choose a deleted rev=3"])
  }

  @Test("send a text as the shell passes it, whatever it contains")
  func texts() throws {
    let text = "a\\nb \u{1B}[2J\n 'c' \"d\" ; \u{202E}é"
    try expectEqual(run(["insert", "list/0.0", text]).status, 0)
    let client = try LoopbackClient(port: server.port)
    client.send("open list")
    let item = try client.lines { $0.hasPrefix("item i1 ") }.last
    expectEqual(item, "item i1 a\\\\nb \\u{1b}[2J\\n 'c' \"d\" ; \\u{202e}é")
    try expectEqual(run(["edit", "list/a", "--", "--force"]).said, ["ok edit a at=0.1 rev=3"])
    try expectEqual(run(["edit", "list/a", "e=mc2", "board=list"]).status, 0)
    #expect(try run(["show", "list"]).said.contains { $0.hasSuffix("a e=mc2 board=list") })
    try expectEqual(run(["edit", "list/a", ""]).status, 0)
  }

  @Test("refuse an invalid name, token or board, and one of two lines")
  func names() throws {
    let settings = [
      "DROPLINE_NAME=\"$(printf 'ann\\ninsert 0.0 x')\"", "DROPLINE_NAME='ann x'",
      "DROPLINE_BOARD=\"$(printf 'list\\nquit')\"", "DROPLINE_BOARD='list force=yes'",
      "DROPLINE_NAME=ann DROPLINE_TOKEN=\"$(printf 'a-token-long-enough\\nquit')\"",
      "DROPLINE_NAME=ann DROPLINE_TOKEN='a-token-long-enough form=json'",
    ]
    for setting in settings {
      let result = try run(["delete", "a"], with: "export \(setting)")
      expectEqual(result.status, 64, "\(setting)")
    }
    for arguments in [
      ["--name", "ann\nquit"], ["--name", "7"], ["--name", "ann", "--token", "a b"],
    ] {
      try expectEqual(run(["boards"] + arguments).status, 64, "\(arguments)")
    }
    try expect("boards", ["list rev=1 sections=2 items=3 watchers=0"])
  }

  @Test("undo what an earlier run did under the same name")
  func undo() throws {
    let ann = "export DROPLINE_NAME=ann DROPLINE_TOKEN=a-token-long-enough DROPLINE_BOARD=list"
    try expectEqual(run(["delete", "a"], with: ann).said, ["ok delete count=1 rev=2"])
    try expectEqual(run(["undo", "--name", "ben"], with: "export DROPLINE_BOARD=list").status, 1)
    try expectEqual(run(["undo"], with: ann).said, ["ok undo of=2 rev=3"])
    try expectEqual(run(["redo"], with: ann).said, ["ok redo of=3 rev=4"])
    #expect(try run(["redo"], errors: true, with: ann).said[0].hasPrefix("refused nothing-to-redo"))
  }

  @Test("undo what was done under the same name in `connect`, and say that a guest cannot")
  func sharedTokens() throws {
    let folder = try Scratch()
    let ann = "export DROPLINE_NAME=ann DROPLINE_BOARD=list XDG_STATE_HOME='\(folder.path)'"
    try expectEqual(run(["delete", "a"], with: ann).said, ["ok delete count=1 rev=2"])
    try expectEqual(run(["undo"], with: ann).said, ["ok undo of=2 rev=3"])
    let address = try #require(ServerAddress(argument: "127.0.0.1:\(server.port)"))
    let tokens = "\(folder.path)/dropline/tokens/ann@\(address)"
    let token = try String(contentsOfFile: tokens, encoding: .utf8)
    expectEqual(token.utf8.count, 24)
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["hello ann token=\(token)", "delete b board=list"])
    _ = try client.lines { $0.hasPrefix("ok delete") }
    // The name is in use meanwhile.
    try expectEqual(run(["undo"], with: ann).said, ["ok undo of=4 rev=5"])
    for command in ["undo", "redo"] {
      let guest = try run([command, "--board", "list"], errors: true, with: "unset DROPLINE_NAME")
      expectEqual(guest.status, 64)
      #expect(guest.said[0].contains("A guest has changed nothing: say the --name"))
    }
    let nowhere = "export DROPLINE_NAME=ben XDG_STATE_HOME=/dev/null"
    try expectEqual(run(["boards"], with: nowhere).status, 0)
  }

  @Test("exit with 1 if they are refused, with the server's sentence on standard error")
  func refusals() throws {
    let refused: [(String, String)] = [
      ("delete list/zz", "refused item-gone item=zz "),
      ("move list/a 7.0", "refused bad-path place=7.0 "),
      ("drop list/a zz/0.0", "refused unknown-board board=zz "), ("delete a", "refused no-board "),
      ("show nowhere", "refused unknown-board board=nowhere "),
      ("drop list/a before:zz", "refused destination-gone place=before:zz "),
      ("remove-board nowhere", "refused unknown-board board=nowhere "),
    ]
    for (line, words) in refused {
      let arguments = line.split(separator: " ").map(String.init)
      let (said, status) = try run(arguments, errors: true)
      #expect(said.count == 1 && said[0].hasPrefix(words), "\(line): \(said)")
      expectEqual(status, 1, "\(line)")
      try expectEqual(run(arguments).said, [], "\(line)")
    }
  }

  @Test("say in options what a server says in lines, and `do` as the server says it")
  func sentences() throws {
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["hello ann", "open list", "begin a", "ping"])
    _ = try client.lines { $0 == "pong" }
    let sentences: [(String, String)] = [
      ("delete a", "--board BOARD"), ("delete list/a", "add --force"),
      ("remove-board list", "--force removes it"), ("show nowhere", "`dropline boards` lists them"),
      ("boards --name ann", "Choose another --name"),
    ]
    let setting = "export XDG_STATE_HOME=/dev/null"
    for (line, sentence) in sentences {
      let words = line.split(separator: " ").map(String.init)
      let (said, status) = try run(words, errors: true, with: setting)
      #expect(said.count == 1 && said[0].contains(sentence), "\(line): \(said)")
      expectEqual(status, 1)
      let object = try run(words + ["--json"], errors: true, with: setting)
      #expect(object.said[0].contains(sentence) && object.said[0].hasPrefix("{"), "\(object)")
    }
    let typed = try run(["do", "delete a board=list"], errors: true)
    #expect(typed.said[0].contains("force=yes"))
    let other = try LyingServer.start(before: server.port) { line in
      line.hasPrefix("ok delete") ? "error missing-argument word=ITEMS Usage: delete ITEMS" : line
    }
    defer { other.close() }
    let usage = try run(
      ["delete", "list/b", "--server", "127.0.0.1:\(other.port)"], errors: true)
    #expect(usage.said[0].hasSuffix("`dropline delete --help` shows what it takes."))
    expectEqual(usage.status, 64)
  }

  @Test(
    "exit with 74 if their output cannot be written",
    arguments: [["boards"], ["insert", "list/0.0", "x"]])
  func fullDisk(_ arguments: [String]) throws {
    let setting = "export DROPLINE_SERVER=127.0.0.1:\(server.port); exec 2>&1 >/dev/full"
    let (said, status) = try ChildProcess(arguments, after: setting).end()
    expectEqual(said, "dropline: standard output: No space left on device")
    expectEqual(status, 74)
  }

  @Test("exit with 2 if a drop is not allowed, and hold no lease afterwards")
  func notDropped() throws {
    let client = try LoopbackClient(port: server.port)
    client.send(lines: ["policy B board=list limit=0", "ping"])
    _ = try client.lines { $0 == "pong" }
    let ann = "export DROPLINE_NAME=ann DROPLINE_TOKEN=a-token-long-enough"
    let (said, status) = try run(["drop", "list/a", "end:B"], errors: true, with: ann)
    expectEqual(
      said,
      [
        "ok propose d1 forbidden at=1.0 anchor=start:B reason=limit rev=1"
      ])
    expectEqual(status, 2)
    client.send("delete a board=list")
    try expectEqual(client.lines { $0.hasPrefix("ok delete") }.last, "ok delete count=1 rev=2")
  }

  @Test("exit with 64 if their arguments are invalid, before anything is sent")
  func usage() throws {
    let wrong = [
      ["drop", "list/a"], ["drop", "list/a b", "1.0"], ["delete", "a\nquit"], ["move", "a"],
      ["insert", "0.0 x", "text"], ["show"], ["undo", "--board", "no/name"],
      ["boards", "--token", "a-token-long-enough"], ["do", "ping\nquit"],
      ["tail", "list", "--count", "0"],
      ["boards", "--server", "host:port"], ["tail", "list", "--from", "3", "--snapshot"],
      ["delete", "list/007"], ["delete", "list/a", "force=yes"], ["move", "a", "here"],
      ["drop", "list/a", "before:"], ["clear", "list/before:a"], ["remove-board", "list/a"],
      ["rename-board", "list"], ["find"], ["find", "--board", "7", "x"],
    ]
    for arguments in wrong {
      try expectEqual(run(arguments).status, 64, "\(arguments)")
    }
    let long = String(repeating: "x", count: 2_000)
    let tooLong = try run(["insert", "list/0.0", long], errors: true)
    #expect(tooLong.said[0].hasPrefix("error text-too-long max=1024 "))
    expectEqual(tooLong.status, 64)
  }

  @Test(
    "exit with 69 if there is no server of the protocol, and 75 if it disconnects before the reply")
  func noServer() throws {
    let gone = try Doorkeeper { close($0) }
    try expectEqual(run(["boards", "--server", "127.0.0.1:\(gone.port)"]).status, 69)
    gone.close()
    let (said, status) = try run(["boards", "--server", "127.0.0.1:\(gone.port)"], errors: true)
    expectEqual(said, ["dropline: 127.0.0.1:\(gone.port): Connection refused"])
    expectEqual(status, 69)
    let liar = try LyingServer.start(before: server.port) { line in
      if line.hasPrefix("ok delete") { throw LyingServer.HangUp() }
      return line
    }
    defer { liar.close() }
    let lost = try run(["delete", "list/a", "--server", "127.0.0.1:\(liar.port)"], errors: true)
    expectEqual(lost.status, 75)
    #expect(lost.said[0].hasSuffix("before the answer; the command was done or not"))
  }

  @Test("print replies as objects with --json, refusals too")
  func json() throws {
    try expect(
      "drop list/a 1.0 --json",
      [
        "{\"kind\":\"ok\",\"verb\":\"perform\",\"drag\":\"d1\",\"outcome\":\"moved\",\"rev\":2,\"at\":\"1.0\"}"
      ])
    try expect(
      "boards --json",
      [
        "{\"kind\":\"ok\",\"verb\":\"boards\",\"rows\":[{\"board\":\"list\",\"rev\":2,\"sections\":2,"
          + "\"items\":3,\"watchers\":0}]}"
      ])
    let gone = try run(["drop", "list/zz", "1.0", "--json"], errors: true)
    #expect(gone.said[0].hasPrefix("{\"kind\":\"refused\",\"code\":\"item-gone\",\"item\":\"zz\","))
    expectEqual(gone.status, 1)
    try expectEqual(run(["do", "policy B board=list limit=1"]).status, 0)
    let full = try run(["drop", "list/b", "end:B", "--json"], errors: true)
    #expect(
      full.said[0].hasPrefix(
        "{\"kind\":\"ok\",\"verb\":\"propose\",\"drag\":\"d2\",\"verdict\":\"forbidden\","))
    expectEqual(full.status, 2)
    let object = "{\"kind\":\"ping\",\"text\":\"a \\u000a b\"}"
    try expectEqual(
      run(["do", "--json", object]).said, ["{\"kind\":\"pong\",\"text\":\"a \\n b\"}"])
  }

  @Test("exit with 76 if the server sends an unexpected reply")
  func otherAnswer() throws {
    let liar = try LyingServer.start(before: server.port) { line in
      line.hasPrefix("ok delete") ? "ok clear A count=1 rev=2" : line
    }
    defer { liar.close() }
    let arguments = ["delete", "list/a", "--server", "127.0.0.1:\(liar.port)"]
    let (said, status) = try run(arguments, errors: true)
    expectEqual(said, ["dropline: the server answers something else: ok clear A count=1 rev=2"])
    expectEqual(status, 76)
  }

  @Test("send any lines with `do`, also from standard input, and stop at the first that fails")
  func anyLines() throws {
    try expectEqual(
      run(["do", "create today", "", "#7 insert-section end board=today Morning", "ping done"])
        .said, ["ok create today rev=0", "#7 ok insert-section s1 at=0 rev=1", "pong done"])
    let board = "export DROPLINE_BOARD=list"
    let (said, status) = try run(["do", "delete a", "delete a", "delete b"], with: board)
    expectEqual(said, ["ok delete count=1 rev=2"])
    expectEqual(status, 1)
    let block = "exec <<E\nbatch list\ndelete 0.0 b\nend\ndrags\nE\n" + board
    try expectEqual(run(["do", "-"], with: block).said, ["ok batch list rev=3", "ok drags 0"])
    try expectEqual(run(["do", "batch list", "delete 0.0 c"]).status, 64)
    try expectEqual(run(["do", "boards"]).said.count, 3)
  }

  @Test("send with `do` only valid lines, and report the server's error for the others")
  func unreadable() throws {
    let wrong: [([String], String)] = [
      (["delete list/007"], "error bad-name word=list/007 "),
      (["frobnicate"], "error unknown-verb word=frobnicate "),
      (["#7 delete a forec=yes"], "#7 error unknown-key key=forec "),
      (["batch list", "delete 0.0", "end"], "error bad-row row=1 "),
      (["{\"kind\":\"delete\"}"], "error missing-argument word=ITEMS "),
      (["{\"kind\""], "error bad-json column="),
    ]
    for (lines, words) in wrong {
      let (said, status) = try run(["do"] + lines + ["create not-sent"], errors: true)
      #expect(said.count == 1 && said[0].hasPrefix(words), "\(lines): \(said)")
      expectEqual(status, 64, "\(lines)")
    }
    let object =
      "{\"kind\":\"batch\",\"board\":\"list\",\"rows\":[{\"kind\":\"delete\",\"path\":\"0.0\",\"item\":\"a\"}]}"
    try expectEqual(run(["do", object]).said, ["ok batch list rev=2"])
    try expect("boards", ["list rev=2 sections=2 items=2 watchers=0"])
  }
}
