import BoardCore
import Glibc
import JournalSupport
import TerminalSupport
import Testing

@testable import BoardServerTests

@Suite("The screen of a terminal")
struct ScreenTests {
  @Test("is laid out again when its size or the layout changes")
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
    #expect(ada.screen.faults == [])
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
    #expect(ada.board.count == 10)
    ada.type("2")
    try ada.wait {
      $0.rows.contains { $0.hasPrefix("  Item 99999 ") && $0.contains("Item 100000") }
    }
    ada.type("1g \u{1B}[C\r")
    try ada.wait { $0.rows[1].contains("None 1") }
    try ada.wait(for: "All 99999")
  }

  @Test("offers the boards that there are, where none is named")
  func choice() throws {
    let stage = try ConnectStage()
    let only = try stage.program(["127.0.0.1:\(stage.server.port)"])
    try only.wait(for: "list | live")
    let netcat = try stage.netcat()
    netcat.send("create another")
    #expect(try netcat.line() == "ok create another 0")
    let choosing = try stage.program(["127.0.0.1:\(stage.server.port)"])
    try choosing.wait(for: "which board?")
    try choosing.wait(for: "list  ")
    choosing.type("\u{1B}[B\r")
    try choosing.wait(for: "list | live")
  }

  @Test("shows another name where one's own is taken")
  func names() throws {
    let stage = try ConnectStage()
    let arguments = ["list", "127.0.0.1:\(stage.server.port)"]
    let first = try stage.program(arguments, width: 80, variables: ["USER=ada"])
    try first.wait(for: "you are ada")
    let second = try stage.program(arguments, width: 80, variables: ["USER=ada"])
    try second.wait(for: "you are ada-2")
    let third = try stage.program(arguments + ["--name", "ada"])
    #expect(try third.end() == 1)
    #expect(third.picture.contains("ada"))
  }
}

@Suite("The end of a terminal client")
struct LeavingTests {
  @Test("gives the terminal back, whether by key or by signal", arguments: ["q", "\u{03}"])
  func keys(_ key: String) throws {
    let ada = try ConnectStage().person("ada")
    #expect(!ada.isCooked)
    ada.type(key)
    #expect(try ada.end() == 0)
    #expect(ada.isGivenBack)
    #expect(ada.picture.allSatisfy { $0 == "\n" })
  }

  private static let endings: [(Int32, Int32)] =
    [(SIGINT, 0)]
    + [SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGQUIT].map { ($0, 128 + $0) }

  @Test("gives the terminal back at every signal that can be heeded", arguments: endings)
  func signals(_ signal: Int32, _ status: Int32) throws {
    let stage = try ConnectStage()
    // Otherwise the runtime stays to tell of the crash.
    let ada = try stage.person("ada", variables: ["SWIFT_BACKTRACE=enable=no"])
    ada.kill(signal)
    #expect(try ada.end() == status)
    #expect(ada.isGivenBack)
  }

  @Test(
    "is put off by Ctrl-Z and SIGTSTP, and everything is drawn anew after it",
    arguments: [true, false])
  func suspending(_ byKey: Bool) throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    let netcat = try stage.netcat()
    if byKey { ada.type("\u{1A}") } else { ada.kill(SIGTSTP) }
    try ada.wait { !$0.modes.contains(1049) }
    #expect(ada.waitUntilStopped())
    #expect(ada.isGivenBack)
    netcat.send("move i2 1.0")
    _ = try netcat.lines { $0.hasPrefix("ok move") }
    ada.kill(SIGCONT)
    try ada.wait(for: "In the basket 1")
    #expect(!ada.isCooked)
    ada.type("q")
    #expect(try ada.end() == 0)
  }

  @Test("comes at once where there is no server, with status 69")
  func unreachable() throws {
    let stage = try ConnectStage()
    let port = stage.server.port
    stage.server.crash()
    for arguments in [["127.0.0.1:\(port)", "list"], ["127.0.0.1:\(port)"]] {
      let program = try stage.program(arguments)
      #expect(try program.end() == 69)
      #expect(program.isGivenBack)
      #expect(program.picture.contains("connection refused"))
    }
  }

  @Test("tells what is wrong with the board")
  func noSuchBoard() throws {
    let stage = try ConnectStage()
    let program = try stage.program(["127.0.0.1:\(stage.server.port)", "nowhere"])
    #expect(try program.end() == 1)
    #expect(program.picture.contains("nowhere"))
    #expect(program.isGivenBack)
  }

  @Test("is none when the server is started anew: the board is there again")
  func restart() throws {
    let folder = try Scratch()
    let arguments = ["serve", "--data", folder.path, "--demo"]
    let first = try ChildProcess(arguments + ["--listen", "127.0.0.1:0"])
    let port = try first.port()
    let ada = try ConnectStage().program(["127.0.0.1:\(port)", "groceries", "--name", "ada"])
    try ada.wait(for: "live")
    ada.type(" \u{1B}[C\r")
    try ada.wait(for: "In the basket 1")
    first.kill(SIGKILL)
    _ = try first.end()
    try ada.wait(forPassing: "NO CONNECTION")
    let second = try ChildProcess(arguments + ["--listen", "127.0.0.1:\(port)"])
    #expect(try second.port() == port)
    try ada.wait(for: "| live |")
    ada.type("u")
    try ada.wait(for: "In the basket 0")
    ada.type("q")
    #expect(try ada.end() == 0)
  }
}
