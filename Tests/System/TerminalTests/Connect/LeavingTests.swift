import BoardTesting
import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("The end of a terminal client")
struct LeavingTests {
  @Test("restores the terminal, whether by key or by signal", arguments: ["q", "\u{03}"])
  func keys(_ key: String) throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    #expect(!ada.isCooked)
    ada.type(key)
    try expectEqual(ada.end(), 0)
    #expect(ada.isGivenBack)
    #expect(ada.picture.allSatisfy { $0 == "\n" })
  }

  private static let endings: [(Int32, Int32)] =
    [(SIGINT, 0)]
    + [SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGQUIT].map { ($0, 128 + $0) }

  @Test("restores the terminal at every signal that can be caught", arguments: endings)
  func signals(_ signal: Int32, _ status: Int32) throws {
    let stage = try ConnectStage()
    // Otherwise the runtime would stay to report the crash.
    let ada = try stage.person("ada", variables: ["SWIFT_BACKTRACE=enable=no"])
    ada.kill(signal)
    try expectEqual(ada.end(), status)
    #expect(ada.isGivenBack)
  }

  @Test(
    "is not caused by Ctrl-Z or SIGTSTP: they suspend it, and it is redrawn afterwards",
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
    try expectEqual(ada.end(), 0)
  }

  @Test("lists the changes that the server has not confirmed")
  func unconfirmed() throws {
    let stage = try ConnectStage()
    let ada = try stage.person("ada")
    try stage.server.kill()
    try ada.wait(forPassing: "NO CONNECTION")
    ada.type("DD")
    try ada.wait(for: "To buy 1")
    ada.type("q")
    try expectEqual(ada.end(), 0)
    #expect(ada.picture.contains("2 changes were not confirmed by the server"))
  }

  @Test("comes at once if there is no server, with status 69")
  func unreachable() throws {
    let stage = try ConnectStage()
    let port = stage.server.port
    try stage.server.kill()
    for arguments in [["127.0.0.1:\(port)", "list"], ["127.0.0.1:\(port)"]] {
      let program = try stage.program(arguments)
      try expectEqual(program.end(), 69)
      #expect(program.isGivenBack)
      #expect(program.picture.lowercased().contains("connection refused"))
    }
  }

  @Test("reports what is wrong with the board")
  func noSuchBoard() throws {
    let stage = try ConnectStage()
    let program = try stage.program(["127.0.0.1:\(stage.server.port)", "nowhere"])
    try program.wait(for: "Create it?")
    program.type("n\r")
    try expectEqual(program.end(), 1)
    #expect(program.picture.contains("nowhere"))
    #expect(program.isGivenBack)
  }

  @Test("does not come if the server restarts: the board is shown again")
  func restart() throws {
    let folder = try Scratch()
    let arguments = ["serve", "--data", folder.path, "--demo", "--http", "127.0.0.1:0"]
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
    try expectEqual(second.port(), port)
    try ada.wait(for: "| live |")
    ada.type("u")
    try ada.wait(for: "In the basket 0")
    ada.type("q")
    try expectEqual(ada.end(), 0)
  }
}
