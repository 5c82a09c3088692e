import BoardTesting
import Foundation
import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("The program's options")
struct ProgramOptionsTests {
  /// A temporary file, removed with the object.
  private final class TemporaryFile {
    let path: String

    init(_ text: String) {
      var name = Array(("/tmp/dropline-board-" + String(repeating: "X", count: 6)).utf8CString)
      let descriptor = mkstemp(&name)
      path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
      Glibc.close(descriptor)
    }

    deinit { unlink(path) }
  }

  @Test("name files whose boards are served, each with its revision")
  func boards() throws {
    let chores = TemporaryFile(
      "board chores 41 2 4\nsection A 2 To do\nitem a Sweep\nitem b Mop\nsection B 0 Done\n")
    let empty = TemporaryFile("board nothing 0 0 0\n")
    let child = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--data", "none", "--board", chores.path, "--board",
      empty.path,
    ])
    let client = try LoopbackClient(port: try child.port())
    _ = try client.line()
    client.send(lines: ["open chores", "open nothing", "ping"])
    let expected = [
      "ok open chores 41", "board chores 41 2 4", "section A 2 To do", "item a Sweep",
      "item b Mop", "section B 0 Done", "ok open nothing 0", "board nothing 0 0 0", "pong",
    ]
    try expectEqual(client.lines { $0 == "pong" }, expected)
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test(
    "refuse a file that is not a board, and name the invalid line",
    arguments: [
      ("board a 1 1 2\nsection A 2 Fruit\nitem a apple\n", 2),
      ("board a 1 1 2\nsection A 1 Fruit\n", 3),
      ("ok open a 1\n", 1),
      ("board a 1 1 1\nsection A 0 Fruit\nitem a apple\n", 3),
      ("", 1),
    ])
  func badFile(_ text: String, _ line: Int) throws {
    let file = TemporaryFile(text)
    let child = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--data", "none", "--board", file.path,
    ])
    let (output, status) = try child.end()
    expectEqual(status, 1)
    #expect(output.contains("\(file.path):\(line): "), "\(output)")
  }

  @Test("refuse a missing file, and one name for two boards")
  func noFile() throws {
    let missing = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--data", "none", "--board", "/nowhere/b",
    ])
    let (output, status) = try missing.end()
    expectEqual(status, 1)
    #expect(output.contains("/nowhere/b: No such file or directory"))
    let file = TemporaryFile("board groceries 0 0 0\n")
    let twice = try ChildProcess([
      "serve", "--listen", "127.0.0.1:0", "--data", "none", "--demo", "--board", file.path,
    ])
    try expectEqual(twice.end().status, 1)
  }

  @Test("of `serve` have defaults in the environment")
  func environment() throws {
    let folder = try Scratch()
    let data = "\(folder.path)/boards"
    let child = try ChildProcess(
      ["serve"], after: "export DROPLINE_LISTEN=127.0.0.1:0 DROPLINE_DATA='\(data)'")
    let client = try LoopbackClient(port: try child.port())
    client.send(lines: ["create today", "quit"])
    #expect(try client.lines().contains("ok create today rev=0"))
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
    let exported = try ChildProcess(["export"], after: "export DROPLINE_DATA='\(data)'").end()
    #expect(exported.output.hasPrefix("board today 0 0 0"))
    for setting in ["DROPLINE_LISTEN=here", "DROPLINE_LISTEN=0.0.0.0:0"] {
      try expectEqual(ChildProcess(["serve"], after: "export \(setting)").end().status, 64)
    }
    let memory = try ChildProcess(["export"], after: "export DROPLINE_DATA=none").end()
    expectEqual(memory.status, 64)
  }

  @Test("leave no directory if the server cannot listen", arguments: ["--listen", "--http"])
  func takenAddress(_ option: String) throws {
    let server = try TestServer(boards: [])
    let folder = try Scratch()
    let child = try ChildProcess(
      ["serve", "--listen", "127.0.0.1:0", option, "127.0.0.1:\(server.port)"],
      after: "cd '\(folder.path)'")
    let (output, status) = try child.end()
    expectEqual(status, 1)
    #expect(output.contains("cannot listen at 127.0.0.1:\(server.port)"), "\(output)")
    #expect(output.contains("\(option) HOST:PORT chooses another address"), "\(output)")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), [])
  }

  @Test("refuse an address that others can reach without access rules or --insecure")
  func remote() throws {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
      let (output, status) = try ChildProcess(["serve", "--listen", address]).end()
      expectEqual(status, 64)
      #expect(output.contains("--insecure"))
    }
  }

  @Test("are refused with status 64 if they are invalid")
  func nonsense() throws {
    let lines = [
      ["--window", "soon"], ["--window", "-1ms"], ["--connections", "0"], ["--listen", "here"],
      ["--listen", "127.0.0.1:65536"], ["--log-level", "loud"], ["--frobnicate"], ["--board"],
    ]
    for arguments in lines {
      try expectEqual(ChildProcess(["serve"] + arguments).end().status, 64, "\(arguments)")
    }
  }

  @Test("and no command are refused with the nearest command, not with the usage of another one")
  func noCommand() throws {
    let wrong = [
      ["moev", "a", "b"], ["help", "moev"], ["moev", "--help"], ["nonsense"], ["help", "nonsense"],
      ["\u{1B}[2J"],
    ]
    for words in wrong {
      let (output, status) = try ChildProcess(words).end()
      expectEqual(status, 64, "\(words)")
      #expect(output.hasPrefix("dropline: there is no command `"), "\(output)")
      #expect(output.hasSuffix("`dropline --help` lists them"), "\(output)")
      expectEqual(output.contains("did you mean `move`?"), words.contains("moev"), "\(output)")
      #expect(!output.contains("\u{1B}"))
    }
    for words in [["help"], ["help", "move"], ["move", "--help"], ["help", "help"]] {
      try expectEqual(ChildProcess(words).end().status, 0, "\(words)")
    }
  }

  @Test("show a version and a help text and exit with 0")
  func help() throws {
    let (version, status) = try ChildProcess(["--version"]).end()
    expectEqual(status, 0)
    #expect(version.hasPrefix("dropline "))
    let help = try ChildProcess(["serve", "--help"]).end()
    expectEqual(help.status, 0)
    #expect(help.output.contains("--insecure"))
  }
}
