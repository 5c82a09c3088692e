import BoardModel
import BoardTesting
import Glibc
import SystemTestKit
import Terminal
import TestKit
import Testing

@Suite("The command line of a terminal")
struct TypingTests {
  @Test("sends what is typed and shows the reply")
  func commands() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada", height: 14)
    ada.type(":insert end:s2 Käse\r")
    try ada.wait(for: "ok insert")
    try ada.wait(for: "  Käse")
    ada.type(":delete i99\r")
    try ada.wait(for: "refused item-gone item=i99")
    ada.type(":help ping\r")
    try ada.wait(for: "| ping")
    ada.type(":quit\r")
    try expectEqual(ada.end(), 0)
    #expect(ada.isGivenBack)
  }

  @Test("adds items one below the other, and edits the new one, before the server has answered")
  func adding() throws {
    let server = try ChildProcess([
      "serve", "--data", "none", "--demo", "--listen", "127.0.0.1:0",
    ])
    let port = try server.port()
    let stage = try ConnectStage()
    let ada = try stage.program(
      ["127.0.0.1:\(port)", "groceries", "--name", "ada"], width: 70)
    try ada.wait(for: "| live |")
    server.kill(SIGSTOP)
    defer { server.kill(SIGCONT) }
    ada.type("aTea\raCoffee\r")
    try ada.wait { $0.rows[3...4] == ["  Tea", "  Coffee"] && $0[2, 4].attributes.contains(7) }
    ada.type("a")
    try ada.wait { $0.rows.last?.hasPrefix(":insert after:new-") == true }
    server.kill(SIGCONT)
    let other = try LoopbackClient(port: port)
    other.send(lines: ["open groceries"])
    _ = try other.lines { $0.hasSuffix(" Coffee") }
    // The line that was begun before has the id of before.
    ada.type("Sugar\re, brown\rAOthers\raSoap\r")
    try ada.wait { $0.rows[5] == "  Sugar, brown" || $0.rows[5].hasPrefix("  Sugar, brown ") }
    _ = try other.lines { $0.hasSuffix(" Soap") }
    other.send("show")
    let drawing = try other.lines { $0.hasSuffix(" Pears") }
    #expect(drawing.count > 3)
  }

  @Test("recalls and edits lines, several times in a row")
  func history() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    ada.type(":ping one\r")
    try ada.wait(for: "pong one")
    ada.type(":ping two\r")
    try ada.wait(for: "pong two")
    ada.type(":\u{1B}[A\u{1B}[A\u{7F}\u{7F}\u{7F}ten")
    try ada.wait { $0.rows.last == ":ping ten" }
    ada.type("\u{1B}[D\u{1B}[D\u{7F}d\u{1B}[Fé\r")
    try ada.wait(for: "pong dené")
    ada.type(":pi\t")
    try ada.wait { $0.rows.last?.hasPrefix(":ping") == true }
    ada.type("\u{03}")
    try ada.wait(for: "arrows move")
    ada.type(":po\t")
    try ada.wait { $0.rows.last?.hasPrefix(":policy") == true }
  }

  @Test("completes texts to the names of items, and boards, keys and values")
  func completion() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    ada.type(":edit mil\t")
    try ada.wait { $0.rows.last?.hasPrefix(":edit i2") == true }
    ada.type("\u{03}:policy s1 em\tre\t")
    try ada.wait { $0.rows.last?.hasPrefix(":policy s1 empty=remove") == true }
    ada.type("\u{03}:open li\t")
    try ada.wait { $0.rows.last?.hasPrefix(":open list") == true }
  }

  @Test("recalls lines of an earlier run, from a file with permissions only for its owner")
  func historyFile() throws {
    let stage = try ConnectStage()
    let folder = try Scratch()
    let variables = ["XDG_STATE_HOME=\(folder.path)/state"]
    let first = try stage.person("ada", variables: variables)
    first.type(":ping what I typed é\r")
    try first.wait(for: "pong what I typed é")
    first.type("q")
    try expectEqual(first.end(), 0)
    var file = stat()
    expectEqual(stat("\(folder.path)/state/dropline/commands", &file), 0)
    expectEqual(file.st_mode & 0o777, 0o600)
    let second = try stage.person("bob", variables: variables)
    second.type(":\u{1B}[A")
    try second.wait { $0.rows.last == ":ping what I typed é" }
  }

  @Test("is not disturbed by changes of the board")
  func disturbance() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let netcat = try stage.netcat()
    ada.type(":edit i1 Brown br")
    try ada.wait { $0.rows.last == ":edit i1 Brown br" }
    netcat.send("move i3 1.0")
    try ada.wait(for: "In the basket 1")
    expectEqual(ada.screen.rows.last, ":edit i1 Brown br")
    expectEqual(ada.screen.cursor.x, 17)
    #expect(ada.screen.isCursorShown)
    ada.type("ead\r")
    try ada.wait(for: "  Brown bread")
  }

  @Test("reads a block line by line")
  func block() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    ada.type(":batch list rev=3\r")
    try ada.wait { $0.rows.last == "1>" }
    ada.type("move 0.0 1.0 i1\rdelete 0.1 i2\rend\r")
    try ada.wait(for: "ok batch list rev=4")
    try ada.wait(for: "In the basket 1")
    ada.type(":batch list\r")
    try ada.wait { $0.rows.last == "1>" }
    ada.type("\u{1B}")
    try ada.wait(for: "arrows move")
  }

  @Test("reports the server's error for an invalid line, and sends nothing")
  func unreadable() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    ada.type(":frobnicate\r")
    try ada.wait(for: "error unknown-verb word=frobnicate")
    ada.type(":move i1\r")
    try ada.wait(for: "error missing-argument word=PLACE")
    ada.type(":find milk\r")
    try ada.wait(for: "list 0.1 i2 rev=3 Milk")
  }

  @Test("opens another board")
  func another() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    ada.type(":create other\r")
    try ada.wait(for: "ok create other")
    ada.type(":open nowhere\r")
    try ada.wait(for: "refused unknown-board")
    ada.type(":open other\r")
    try ada.wait { $0.rows[0].hasPrefix(" other | live") }
    try ada.wait(for: "no sections yet")
  }
}
