import BoardModel
import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("Two terminals and a socket on one board")
struct SharingTests {
  @Test("see a drag by keyboard while it lasts, and its outcome as one batch")
  func keyboard() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let bob = try stage.person("bob")
    let netcat = try stage.netcat()
    let start = ["To buy 3                      In the basket 0", "  Bread", "  Milk", "  Pears"]
    try ada.wait(forBoard: start)
    try bob.wait(forBoard: start)

    ada.type("j ")
    try ada.wait(for: "move Milk")
    try bob.wait(for: "<ada")
    ada.type("\u{1B}[C")
    let hovering = [
      "To buy 3                      In the basket 0",
      "  Bread                       -> ada: Milk",
      "  Milk                   <ada",
      "  Pears",
    ]
    try bob.wait(forBoard: hovering)
    ada.type("\r")
    let end = [
      "To buy 2                      In the basket 1", "  Bread                         Milk",
      "  Pears",
    ]
    try ada.wait(forBoard: end)
    try bob.wait(forBoard: end)

    let told = try netcat.lines { $0.hasPrefix("drag d1 ended") }
    expectEqual(told.first, "drag d1 began list ada items=i2 ops=move,copy")
    expectEqual(
      told.suffix(3), ["batch list 3 4 1", "move 0.1 1.0 i2", "drag d1 ended moved rev=4"])
    expectEqual(ada.screen.faults, [])
    expectEqual(bob.screen.faults, [])
  }

  @Test("see a drag by mouse")
  func mouse() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let bob = try stage.person("bob")
    let netcat = try stage.netcat()
    ada.mouse(0, 4, 2)
    ada.mouse(32, 20, 3)
    ada.mouse(32, 40, 4)
    try bob.wait(for: "-> ada: Bread")
    ada.mouse(0, 40, 4, isRelease: true)
    try bob.wait(forBoard: [
      "To buy 2                      In the basket 1", "  Milk                          Bread",
      "  Pears",
    ])
    let told = try netcat.lines { $0.hasPrefix("drag d1 ended") }
    expectEqual(told.last, "drag d1 ended moved rev=4")
    ada.type("u")
    try ada.wait(for: "To buy 3")
    try bob.wait(for: "To buy 3")
  }

  @Test("see no change after Esc, and the item is free again")
  func escape() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let bob = try stage.person("bob")
    ada.type(" ")
    try bob.wait(for: "<ada")
    bob.type(" ")
    try bob.wait(for: "ada")
    try ada.wait(for: "move Bread")
    ada.type("\u{1B}")
    try bob.wait(forNo: "<ada")
    try ada.wait { $0.rows.last?.hasPrefix("move") == false }
    expectEqual(ada.screen.rows.last?.hasPrefix("arrows move"), true)
    bob.type(" \u{1B}[C")
    try ada.wait(for: "-> bob: Bread")
  }

  @Test("continue a drag after all connections were cut")
  func cut() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let bob = try stage.person("bob")
    ada.type(" \u{1B}[C")
    try bob.wait(for: "-> ada: Bread")
    stage.cut()
    try ada.wait(forPassing: "NO CONNECTION")
    try ada.wait(for: "| live |")
    try bob.wait(forPassing: "NO CONNECTION")
    try bob.wait(for: "| live |")
    ada.type("\r")
    try ada.wait(for: "In the basket 1")
    try bob.wait(for: "In the basket 1")
    #expect(ada.screen.rows[2].hasPrefix("  Milk"))
  }

  @Test("see an item put back if its client opens another board, or is killed and restarts")
  func putBack() throws {
    let stage = try ConnectStage()
    let folder = try Scratch()
    let variables = ["XDG_STATE_HOME=\(folder.path)"]
    let ada = try stage.person("ada", variables: variables)
    let bob = try stage.person("bob")
    ada.type(":create other\r")
    try ada.wait(for: "ok create other")
    ada.type(" ")
    try bob.wait(for: "<ada")
    ada.type(":open other\r")
    try ada.wait(for: "no sections yet")
    try bob.wait(forNo: "<ada")

    ada.type(":open list\r")
    try ada.wait(for: "  Bread")
    ada.type(" ")
    try bob.wait(for: "<ada")
    ada.kill(SIGKILL)
    _ = try ada.end()
    let again = try stage.person("ada", variables: variables)
    try bob.wait(forNo: "<ada")
    again.type("q")
    try expectEqual(again.end(), 0)
  }

  @Test("see the selections of each other, and choose by Enter and by a click")
  func selections() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let bob = try stage.person("bob")
    let netcat = try stage.netcat()
    ada.type("x")
    try ada.wait(for: "* Bread")
    try bob.wait(for: "*ada")
    ada.type("x")
    try bob.wait(forNo: "*ada")
    netcat.send("policy s1 on-choose=move:s2")
    _ = try netcat.lines { $0.hasPrefix("ok policy") }
    ada.type("j\r")
    try bob.wait(for: "In the basket 1")
    bob.mouse(0, 4, 2)
    bob.mouse(0, 4, 2, isRelease: true)
    try ada.wait(for: "In the basket 2")
  }

  @Test("see the fields of items that others tick and set")
  func fields() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let bob = try stage.person("bob")
    let netcat = try stage.netcat()
    ada.type("t")
    try ada.wait(for: "[x] Bread")
    try bob.wait(for: "[x] Bread")
    ada.type(".due=2001-12-01 label=red\r")
    try bob.wait(for: "[x] Bread")
    try bob.wait(for: "2001-12-01 red")
    netcat.send("find board=list done=yes")
    let found = try netcat.lines { $0.hasPrefix("list 0.0 i1") }
    expectEqual(found.last?.hasSuffix(" done=yes due=2001-12-01 label=red Bread"), true)
    ada.type("t")
    try bob.wait(for: "[ ] Bread")
    bob.type(":set i1 label= due=\r")
    try ada.wait(forNo: "2001-12-01")
    try ada.wait(for: "  Bread")
  }

  @Test("see the text of an external item at its destination")
  func external() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let netcat = try stage.netcat()
    netcat.send(lines: ["hello bob", "begin-external Call Ann", "propose start:s2"])
    try ada.wait(for: "-> bob: Call Ann")
    netcat.send(lines: ["perform"])
    try ada.wait(for: "In the basket 1")
    try ada.wait(forNo: "-> bob")
  }

  @Test("follow a renamed board, and report a removed one")
  func boards() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let netcat = try stage.netcat()
    netcat.send(lines: ["rename-board list groceries", "insert end:s1 Tea"])
    try ada.wait(for: "groceries | live")
    try ada.wait(for: "  Tea")
    ada.type("D")
    try ada.wait(for: "To buy 3")
    netcat.send("remove-board groceries force=yes")
    try ada.wait(for: "CLOSED: the board was removed")
    ada.type("q")
    try expectEqual(ada.end(), 0)
  }

  @Test("show the changes of a plain client")
  func others() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let netcat = try stage.netcat()
    netcat.send("insert end:s2 h\u{E9}llo \\u{1b}[2J 漢字")
    try ada.wait(for: "h\u{E9}llo \u{FFFD}[2J 漢字")
    netcat.send("rename-section s1 Done \\u{202e}")
    try ada.wait(for: "Done \u{FFFD} 3")
    expectEqual(ada.screen.faults, [])
  }
}
