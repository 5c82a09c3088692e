import BoardAuthority
import BoardModel
import BoardTesting
import Simulation
import SystemTestKit
import Terminal
import TestKit
import Testing

@Suite("Lists and other boards in a terminal")
struct ConnectListTests {
  @Test("a board is made, opened and removed without leaving")
  func boards() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    ada.type("2b")
    try ada.wait(for: "list  2 sections, 3 items, 1 watcher, on the screen")
    ada.type("a")
    try ada.wait { $0.rows.last == ":create" }
    ada.type("other\r")
    try ada.wait { $0[2, 3].attributes.contains(7) && $0.rows[3].hasPrefix("  other") }
    ada.type("\r")
    try ada.wait { $0.rows[0].hasPrefix(" other | live | revision 0 | flow") }
    try ada.wait(for: "no sections yet; A adds one")
    ada.type("b")
    try ada.wait(for: "list   2 sections")
    ada.type("k\r")
    try ada.wait { $0.rows[0].hasPrefix(" list | live") }
    ada.type("b")
    try ada.wait(for: "other  0 sections")
    ada.type("jDy")
    try ada.wait { screen in !screen.rows.contains { $0.contains("other") } }
    ada.type("\u{1B}")
    try ada.wait(for: "  Bread")
  }

  @Test(
    "a board that is named and not there is created if its user says so, and the first one is named"
  )
  func creation() throws {
    let stage = try ConnectStage()
    let address = "127.0.0.1:\(stage.server.port)"
    let no = try stage.program([address, "nope"], width: 100)
    try no.wait(for: "\(address) has no board nope. Create it? [y/N]")
    no.type("\r")
    try no.wait(for: "there is no board nope; `dropline boards` lists those that there are")
    try expectEqual(no.end(), 1)
    let yes = try stage.program([address, "nope"], width: 100)
    try yes.wait(for: "Create it?")
    yes.type("y\r")
    try yes.wait { $0.rows[0].hasPrefix(" nope | live") }
    yes.type("q")
    try expectEqual(yes.end(), 0)
    let netcat = try stage.netcat()
    netcat.send("open nope")
    try expectEqual(netcat.line(), "ok open nope 0")
    stage.server.setAccess(try stage.server.host.accessRules(["guest editor *"]))
    let denied = try stage.program([address, "other"], width: 100)
    try denied.wait(for: "Create it?")
    denied.type("yes\r")
    try denied.wait(for: "It takes a higher role: say the --name and the --token")
    try expectEqual(denied.end(), 1)
  }

  @Test("the first board of a server is named by whoever comes first")
  func first() throws {
    let server = try TestServer(boards: [])
    let program = try PtyProgram(
      ChildProcess.program(), ["connect", "127.0.0.1:\(server.port)"], width: 100, height: 12,
      environment: ["TERM=xterm", "LANG=C.UTF-8", "XDG_STATE_HOME=/dev/null"])
    try program.wait(for: "has no board yet. A name for the first one:")
    program.type("today\r")
    try program.wait { $0.rows[0].hasPrefix(" today | live") }
  }

  @Test("who is here is listed, and their drags")
  func people() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let bob = try stage.person("bob")
    bob.type(" ")
    try ada.wait(for: "<bob")
    ada.type("w")
    try ada.wait(for: "  ada  you")
    try ada.wait(for: "  bob  drags Bread")
    ada.type("q")
    try ada.wait(for: "<bob")
  }

  @Test("what was refused is tried again by r")
  func retry() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let netcat = try stage.netcat()
    netcat.send("begin i1")
    try ada.wait(for: "<guest")
    ada.type("D")
    try ada.wait { $0.rows.last?.hasSuffix("  r tries again") == true }
    try ada.wait(for: "  Bread")
    netcat.send("cancel")
    try ada.wait { screen in !screen.rows.contains { $0.contains("<guest") } }
    ada.type("r")
    try ada.wait(for: "To buy 2")
    ada.type("r")
    try ada.wait(for: "nothing was refused")
  }

  @Test("several marked items are dragged together, and a text is found")
  func marks() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let netcat = try stage.netcat()
    ada.type("/PEAR\rv\u{1B}")
    try ada.wait(forBoard: [
      "To buy 3                      In the basket 0", "  Bread", "  Milk", "+ Pears",
    ])
    ada.type("gv \u{1B}[C\r")
    try ada.wait(forBoard: [
      "To buy 1                      In the basket 2", "  Milk                          Bread",
      "                                Pears",
    ])
    ada.type("X")
    try ada.wait(for: "remove In the basket with 2 items?")
    ada.type("y")
    let deletion = try netcat.lines { $0.hasPrefix("delete-section") }
    expectEqual(deletion.last, "delete-section 1 s2")
  }
}
