import BoardTesting
import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("Without a terminal, dropline connect")
struct LineModeTests {
  private func relay(_ input: String, _ arguments: [String]) throws -> (
    output: String, status: Int32
  ) {
    try ChildProcess(["connect"] + arguments, after: "exec <<'END'\n\(input)\nEND\n:").end()
  }

  @Test("sends lines, prints the replies, and ends after the last one")
  func relaying() throws {
    let stage = try ConnectStage()
    let (output, status) = try relay(
      "ping one\nmove i2 1.0\nping two", ["127.0.0.1:\(stage.server.port)", "list"])
    expectEqual(status, 0)
    let lines = output.split(separator: "\n").map(String.init)
    expectEqual(lines.first?.hasPrefix("dropline 1 epoch="), true)
    #expect(lines.contains("ok open list 3"))
    expectEqual(
      lines.suffix(6),
      [
        "pong one", "batch list 3 4 1", "move 0.1 1.0 i2", "ok move count=1 at=1.0 rev=4",
        "pong two",
        "bye quit",
      ])
  }

  @Test("uses a name if one is given")
  func name() throws {
    let stage = try ConnectStage()
    let (output, status) = try relay(
      "ping", ["--name", "ada", "127.0.0.1:\(stage.server.port)"])
    expectEqual(status, 0)
    #expect(output.hasSuffix("ok hello ada\npong\nbye quit"))
  }

  @Test("resolves a host name, and reads server, board and name from the environment")
  func environment() throws {
    let stage = try ConnectStage()
    let variables = "DROPLINE_SERVER=localhost:\(stage.server.port) DROPLINE_NAME=eve"
    let child = try ChildProcess(
      ["connect"], after: "export \(variables) DROPLINE_BOARD=list; exec </dev/null")
    let (output, status) = try child.end()
    expectEqual(status, 0)
    #expect(output.contains("ok hello eve\nok open list 3\nboard list 3 2 5\n"))
  }

  @Test("accepts a file as well as a pipe, however long it is")
  func file() throws {
    let stage = try ConnectStage()
    let folder = try Scratch()
    let path = "\(folder.path)/commands"
    let lines = (0..<20_000).map { "ping \($0)" }.joined(separator: "\n") + "\n"
    let file = fopen(path, "w")
    fputs(lines, file)
    fclose(file)
    let child = try ChildProcess(
      ["connect", "127.0.0.1:\(stage.server.port)"], after: "exec < '\(path)'")
    let (output, status) = try child.end()
    expectEqual(status, 0)
    #expect(output.hasSuffix("pong 19999\nbye quit"))
    expectEqual(output.split(separator: "\n").count, 20_002)
  }

  @Test("has the same form on a dumb terminal")
  func dumb() throws {
    let stage = try ConnectStage()
    let program = try PtyProgram(
      ChildProcess.program(), ["connect", "127.0.0.1:\(stage.server.port)"],
      environment: ["TERM=dumb"])
    try program.wait(for: "dropline 1 epoch=")
    program.type("ping here\n\u{04}")
    try program.wait(for: "pong here")
    try expectEqual(program.end(), 0)
  }

  @Test("exits with 69 if the server cannot be reached, and with 64 for an invalid address")
  func failures() throws {
    let stage = try ConnectStage()
    let port = stage.server.port
    try stage.server.kill()
    let (output, status) = try relay("ping", ["127.0.0.1:\(port)"])
    expectEqual(status, 69)
    expectEqual(output, "dropline: 127.0.0.1:\(port): connection refused")
    try expectEqual(relay("ping", ["not.a.name"]).status, 64)
    try expectEqual(relay("ping", ["one", "two"]).status, 64)
    try expectEqual(relay("ping", ["host:70000"]).status, 64)
    try expectEqual(relay("ping", ["--name", "ann\nquit", "host"]).status, 64)
  }
}
