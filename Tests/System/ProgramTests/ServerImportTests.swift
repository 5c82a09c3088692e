import BoardAuthority
import BoardHub
import BoardModel
import BoardServer
import BoardTesting
import Foundation
import Glibc
import Simulation
import SystemTestKit
import TestKit
import Testing

/// `dropline import` beside a server that runs.
@Suite("An import through a server")
struct ServerImportTests {
  private let folder: Scratch

  init() throws {
    folder = try Scratch()
    try file("chores.md", "# House\n\n## To do\n- Sweep\n- Mow\n\n## Done\n")
    try file("plan.board", "board plan\nsection week - This week\nitem x7 Call Ann\n")
  }

  private func file(_ name: String, _ text: String) throws {
    try write(Array(text.utf8), toFile: folder.at(name))
  }

  /// Runs a command in the folder; output and errors are one text.
  private func run(
    _ words: String..., with setting: String = "true"
  ) throws -> (output: String, status: Int32) {
    try ChildProcess(words, after: "cd '\(folder.path)'; \(setting); exec 2>&1").end()
  }

  /// What a server has of a board, and its row of `boards`.
  private func lines(of board: String, at port: UInt16) throws -> [String] {
    let client = try LoopbackClient(port: port)
    return try client.answers(to: ["boards", "open \(board)"])
      .filter { !$0.hasPrefix("dropline") && !$0.hasPrefix("ok ") && !$0.hasPrefix("policy") }
  }

  @Test("adds boards with their ids and titles to the server that is named")
  func named() throws {
    let server = try TestServer(boards: [])
    let address = "127.0.0.1:\(server.port)"
    let (output, status) = try run("import", "--server", address, "chores.md", "plan.board")
    expectEqual(status, 0)
    expectEqual(
      output,
      """
      chores: revision 1 on \(address); its title is "House"
      plan: revision 1 on \(address)
      """)
    let plan = try lines(of: "plan", at: server.port)
    #expect(plan[0].hasPrefix("chores rev=1 sections=2 items=2 watchers=0 title=House"))
    expectEqual(
      plan.suffix(3),
      [
        "board plan 1 1 2", "section week 1 This week", "item x7 Call Ann",
      ])
    #expect(access(folder.at("dropline-data"), F_OK) != 0)
    let again = try run(
      "import", "chores.md", "--json", with: "export DROPLINE_SERVER=\(address)")
    expectEqual(again.status, 1)
    #expect(again.output.hasPrefix(#"{"kind":"refused","code":"board-exists","board":"chores","#))
    #expect(again.output.hasSuffix(#"{"kind":"note","text":"no board was imported"}"#))
  }

  @Test("adds boards to the server of a directory that is served, and to no other")
  func served() throws {
    let persisted = try PersistedBoards()
    let program = try persisted.serve("--http", "none")
    let other = try TestServer(boards: [])
    let own = "export DROPLINE_SERVER=127.0.0.1:\(program.port)"
    let stranger = "export DROPLINE_SERVER=127.0.0.1:\(other.port)"
    let wrong = try run("import", "--data", persisted.data, "plan.board", with: stranger)
    expectEqual(wrong.status, 74)
    #expect(wrong.output.contains("is in use by process "))
    #expect(wrong.output.hasSuffix("name its server with --server HOST:PORT"))
    let right = try run("import", "--data", persisted.data, "plan.board", "--json", with: own)
    expectEqual(right.status, 0)
    #expect(right.output.contains(#""rows":[{"board":"plan","rev":1,"#))
    try expectEqual(lines(of: "plan", at: program.port).count, 4)
    expectEqual(try lines(of: "plan", at: other.port).first?.hasPrefix("refused"), true)
    try program.end(SIGTERM)
    #expect(try persisted.run("export", "plan").output.contains("item x7 Call Ann"))
    let offline = try run("import", "--data", persisted.data, "chores.md", with: own)
    #expect(offline == ("chores: revision 0; its title is \"House\"", 0))
    let again = try persisted.serve("--http", "none")
    #expect(try lines(of: "chores", at: again.port)[0].hasSuffix(" title=House"))
  }

  @Test(
    "adds boards to the server at localhost:7667 if no place is named and there is no directory")
  func standardServer() throws {
    let server = try TestServer(boards: [])
    let calls = try ReplacedCalls(in: folder)
    let prelude =
      "unset DROPLINE_SERVER DROPLINE_DATA; \(calls.prelude("CONNECT_PORT=7667:\(server.port)"))"
    #expect(
      try run("import", "plan.board", with: prelude) == ("plan: revision 1 on localhost:7667", 0))
    try expectEqual(lines(of: "plan", at: server.port).count, 4)
    #expect(access(folder.at("dropline-data"), F_OK) != 0)
    _ = try run("import", "--data", "dropline-data", "plan.board")
    #expect(
      try run("import", "chores.md", with: prelude) == (
        "chores: revision 0; its title is \"House\"", 0
      ))
    expectNil(server.control.board("chores"))
  }

  @Test("adds none if one is refused: by a name that is there, a role, or a full disk")
  func refused() throws {
    let server = try TestServer(boards: [BoardFile("plan", revision: 4, [])]) {
      $0.place = .store(MemoryStore())
    }
    let address = "127.0.0.1:\(server.port)"
    func fails(_ reason: String, _ options: String..., with setting: String = "true") throws {
      let words = ["import", "--server", address, "chores.md", "plan.board"] + options
      let (output, status) = try ChildProcess(
        words, after: "cd '\(folder.path)'; \(setting); exec 2>&1"
      ).end()
      expectEqual(status, 1, "\(output)")
      #expect(output.hasPrefix("refused \(reason) "), "\(output)")
      #expect(output.hasSuffix("dropline: no board was imported"), "\(output)")
    }
    try fails("board-exists board=plan")
    server.control.setFull(true)
    try fails("disk-full")
    server.control.setFull(false)
    let ann = "ann-has-a-long-token"
    server.setAccess(
      try server.host.accessRules([
        "guest editor *", "user ann owner chores",
        "token ann \(String(repeating: "0", count: 63))1 \(ann)",
      ]))
    try fails("access-denied role=owner board=chores")
    try fails("access-denied role=owner board=plan", "--name", "ann", "--token", ann)
    let allowed = try run(
      "import", "--server", address, "--name", "ann", "--token", ann, "chores.md")
    expectEqual(allowed.status, 0, "\(allowed.output)")
  }

  @Test("removes what it has added if the content is refused, and says what it must leave")
  func takenBack() throws {
    let server = try TestServer(boards: [])
    let liar = try LyingServer.start(before: server.port) { line in
      line.hasPrefix("ok replace plan") ? "refused disk-full" : line
    }
    defer { liar.close() }
    let address = "127.0.0.1:\(liar.port)"
    let refused = try run("import", "--server", address, "chores.md", "plan.board")
    expectEqual(refused.status, 1)
    #expect(refused.output.hasSuffix("\ndropline: no board was imported"))
    #expect(try run("boards", "--server", "\(server.port)") == ("", 0))
    let port = server.port
    let watched = try LyingServer.start(before: server.port) { line in
      guard line.hasPrefix("ok replace plan") else { return line }
      // Somebody has opened the board by now.
      let watcher = try LoopbackClient(port: port)
      _ = try watcher.answers(to: ["open chores"])
      _ = Unmanaged.passRetained(watcher)
      return "refused disk-full"
    }
    defer { watched.close() }
    let left = try run(
      "import", "--server", "127.0.0.1:\(watched.port)", "chores.md", "plan.board")
    expectEqual(left.status, 1)
    #expect(
      left.output.hasSuffix(
        "the board chores is left with 2 items; `dropline remove-board chores --force` removes it"))
  }

  @Test(
    "removes what it has added at the first Ctrl-C, and says so", arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) throws {
    let server = try TestServer(boards: [])
    let interrupter = try interrupter(before: server.port, "ok replace chores", signal)
    defer { interrupter.close() }
    let ended = try run(
      "import", "--server", "127.0.0.1:\(interrupter.port)", "chores.md", "plan.board",
      with: "echo $$ > pid")
    #expect(
      ended == (
        "dropline: the import is interrupted\ndropline: no board was imported", 128 + signal
      ))
    #expect(try run("boards", "--server", "\(server.port)") == ("", 0))
    // What is added as a whole when the signal comes is not removed.
    let late = try self.interrupter(before: server.port, "ok replace plan", signal)
    defer { late.close() }
    let address = "127.0.0.1:\(late.port)"
    let whole = try run("import", "--server", address, "plan.board", with: "echo $$ > pid")
    #expect(whole == ("plan: revision 2 on \(address)", 0))
    #expect(try run("boards", "--server", "\(server.port)").output.hasPrefix("plan rev=2"))
  }

  /// A server that signals the process of file `pid` before it passes a reply on.
  private func interrupter(
    before port: UInt16, _ reply: String, _ signal: Int32
  ) throws -> Doorkeeper {
    let path = folder.at("pid")
    return try LyingServer.start(before: port) { line in
      guard line.hasPrefix(reply) else { return line }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      kill(try #require(pid_t(text.filter(\.isNumber))), signal)
      return line
    }
  }

  @Test("says what may be there if the server ends in the middle")
  func lost() throws {
    let server = try TestServer(boards: [])
    let liar = try LyingServer.start(before: server.port) { line in
      if line.hasPrefix("ok replace plan") { throw LyingServer.HangUp() }
      return line
    }
    defer { liar.close() }
    let lost = try run(
      "import", "--server", "127.0.0.1:\(liar.port)", "chores.md", "plan.board")
    expectEqual(lost.status, 75)
    #expect(lost.output.contains("before the answer; the command was done or not"))
    #expect(lost.output.contains("dropline: the board chores is there\n"))
    #expect(lost.output.contains("the board plan is there with 0 of its 1 item, or more;"))
    #expect(lost.output.contains("`dropline remove-board plan` removes it before another try"))
    let gone = try run("import", "--server", "127.0.0.1:1", "plan.board")
    expectEqual(gone.status, 69)
  }

  @Test("sends a board beyond a block in pieces, over TLS and to a space")
  func pieces() throws {
    let certificate = try TestCertificate(in: folder)
    let server = try TestServer(boards: []) {
      $0.place = .space("shop")
      $0.certificate = certificate.files
    }
    let text = String(repeating: "x", count: 1_000)
    let rows = (0..<9_000).map { "- \($0) \(text)\n" }.joined()
    try file("long.md", "## All\n\(rows)## None\n")
    let (output, status) = try run(
      "import", "--server", "tls://localhost:\(server.port)", "--space", "shop", "long.md",
      with: "export DROPLINE_CA='\(certificate.certificate)'")
    expectEqual(output, "long: revision 2 on tls://localhost:\(server.port)")
    expectEqual(status, 0)
    let board = try #require(server.control.board("long"))
    expectEqual(board.revision, 2)
    expectEqual(board.board.content.map(\.items.count), [9_000, 0])
    expectEqual(board.board.content[0].items.last?.text.string.hasPrefix("8999 "), true)
  }

  @Test("has one place")
  func places() throws {
    let both = try run("import", "--server", "localhost", "--data", "d", "plan.board")
    expectEqual(both.status, 64)
    #expect(both.output.contains("--data and --server are two places"))
    let space = try run("import", "--space", "shop", "--data", "d", "plan.board")
    expectEqual(space.status, 64)
    let twice = try run("import", "--data", "d", "plan.board", "plan.board")
    #expect(twice == ("dropline: plan.board: another file has the board plan", 1))
  }
}
