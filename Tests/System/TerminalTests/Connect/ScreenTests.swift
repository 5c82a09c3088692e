import BoardModel
import BoardTesting
import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("The screen of a terminal client")
struct ScreenTests {
  @Test("is laid out again if its size or the layout changes")
  func layouts() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    ada.resize(width: 44, height: 10)
    try ada.wait(forBoard: [
      "To buy 3              In the basket 0", "  Bread", "  Milk", "  Pears",
    ])
    ada.type("2")
    try ada.wait(forBoard: [
      "To buy 3", "  Bread", "  Milk", "  Pears", "", "In the basket 0",
    ])
    ada.resize(width: 80, height: 24)
    try ada.wait(forBoard: [
      "To buy 3", "  Bread                    Milk                     Pears", "",
      "In the basket 0",
    ])
    ada.type("3")
    try ada.wait(for: "  Bread        Milk         Pears")
    ada.type("1")
    try ada.wait(for: "In the basket 0")
    expectEqual(ada.screen.faults, [])
  }

  @Test("has colours, unless NO_COLOR is set")
  func colours() throws {
    let stage = try ConnectStage()
    let plain = try stage.person("ada", variables: ["NO_COLOR=1"])
    let coloured = try stage.person("bob")
    let netcat = try stage.netcat()
    netcat.send("begin i2")
    for person in [plain, coloured] { try person.wait(for: "<guest") }
    func attributes(_ program: PtyProgram) -> Set<Int> {
      Set(program.screen.spots.flatMap(\.attributes))
    }
    #expect(attributes(plain).isSubset(of: [1, 4, 7]))
    #expect(!attributes(coloured).isDisjoint(with: Set(31...36)))
  }

  @Test("shows an own change at once, and marks it until the server has confirmed it")
  func unconfirmed() throws {
    let server = try ChildProcess([
      "serve", "--data", "none", "--demo", "--listen", "127.0.0.1:0",
    ])
    let port = try server.port()
    let stage = try ConnectStage()
    let ada = try stage.program(["127.0.0.1:\(port)", "groceries", "--name", "ada"])
    try ada.wait(for: "| live |")
    server.kill(SIGSTOP)
    ada.type("\u{1B}[1;2B")
    try ada.wait { $0.rows[2] == "  Milk" && $0.rows[3] == "  Bread" }
    expectEqual(ada.screen[2, 3].attributes, [2, 4, 7])
    expectEqual(ada.screen[2, 2].attributes, [])
    server.kill(SIGCONT)
    try ada.wait { $0[2, 3].attributes == [7] }
    expectEqual(ada.screen.rows[3], "  Bread")
  }

  @Test("shows any part of a board of 100,000 items")
  func large() throws {
    let items = (1...100_000).map { Item(id: ItemID("i\($0)")!, text: Text("Item \($0)")) }
    let stage = try ConnectStage([
      Section(id: "s1", title: "All", items: items), Section(id: "s2", title: "None"),
    ])
    let ada = try stage.person("ada")
    try ada.wait(for: "  Item 9")
    ada.type("G")
    try ada.wait(for: "  Item 100000")
    expectEqual(ada.board.count, 10)
    ada.type("2")
    try ada.wait {
      $0.rows.contains { $0.hasPrefix("  Item 99999 ") && $0.contains("Item 100000") }
    }
    ada.type("1g \u{1B}[C\r")
    try ada.wait { $0.rows[1].contains("None 1") }
    try ada.wait(for: "All 99999")
  }

  @Test("offers the existing boards if none is named")
  func choice() throws {
    let stage = try ConnectStage()
    let only = try stage.program(["127.0.0.1:\(stage.server.port)"])
    try only.wait(for: "list | live")
    let netcat = try stage.netcat()
    netcat.send("create another")
    try expectEqual(netcat.line(), "ok create another rev=0")
    let choosing = try stage.program(["127.0.0.1:\(stage.server.port)"])
    try choosing.wait(for: "which board?")
    try choosing.wait(for: "list  ")
    choosing.type("\u{1B}[B\r")
    try choosing.wait(for: "list | live")
  }

  @Test("shows another name if its own is taken")
  func names() throws {
    let stage = try ConnectStage()
    let arguments = ["list", "127.0.0.1:\(stage.server.port)"]
    let first = try stage.program(arguments, width: 80, variables: ["USER=ada"])
    try first.wait(for: "you are ada")
    let second = try stage.program(arguments, width: 80, variables: ["USER=ada"])
    try second.wait(for: "you are ada-2")
    let third = try stage.program(arguments + ["--name", "ada"])
    try third.wait(for: "token of ada:")
    third.type("\r")
    try expectEqual(third.end(), 1)
    #expect(third.picture.contains("the name ada is not yours without its token"))
  }

  @Test(
    "shows the same name when it is started again, and another one in a second client",
    arguments: ["q", "kill"])
  func names(_ ending: String) throws {
    let stage = try ConnectStage()
    let folder = try Scratch()
    let arguments = ["list", "127.0.0.1:\(stage.server.port)"]
    let variables = ["USER=ada", "XDG_STATE_HOME=\(folder.path)"]
    for _ in 1...2 {
      let first = try stage.program(arguments, width: 80, variables: variables)
      try first.wait { $0.rows[0].hasSuffix("you are ada") }
      let second = try stage.program(arguments, width: 80, variables: variables)
      try second.wait { $0.rows[0].hasSuffix("you are ada-2") }
      for program in [first, second] {
        if ending == "q" { program.type("q") } else { program.kill(SIGKILL) }
        _ = try program.end()
      }
    }
    var file = stat()
    expectEqual(
      stat("\(folder.path)/dropline/tokens/ada@127.0.0.1:\(stage.server.port)", &file), 0)
    expectEqual(file.st_mode & 0o777, 0o600)
  }
}
