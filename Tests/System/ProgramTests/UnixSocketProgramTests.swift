import Foundation
import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("The program on a Unix socket")
struct UnixSocketProgramTests {
  private let scratch: Scratch
  private var path: String { scratch.at("socket") }

  init() throws { scratch = try Scratch() }

  /// A server, once it listens.
  private func serve(_ words: String..., after setting: String? = nil) throws -> ChildProcess {
    let child = try ChildProcess(
      ["serve", "--demo", "--http", "none", "--data", "none"] + words, after: setting)
    while let line = try child.line(), !line.contains("address=unix:") {}
    return child
  }

  private func run(_ words: [String], after setting: String? = nil) throws
    -> (output: String, status: Int32)
  {
    try ChildProcess(words, after: setting).end()
  }

  @Test("serves a socket alone, and commands reach it by their option and by the environment")
  func commands() throws {
    let child = try serve("--listen", "unix:\(path)")
    let server = "unix:\(path)"
    let setting = "export DROPLINE_SERVER=\(server)"
    try expectEqual(run(["insert", "groceries/0.0", "Tea", "--server", server]).status, 0)
    #expect(try run(["boards"], after: setting).output.hasPrefix("groceries rev=4 "))
    try expectEqual(run(["do", "ping a"], after: setting).output, "pong a")
    #expect(
      try run(["connect", server, "groceries"], after: "exec </dev/null").output
        .contains("item i4 Tea"))
    let relative = "cd '\(scratch.path)'; export DROPLINE_SERVER=unix:socket"
    try expectEqual(run(["do", "ping b"], after: relative).output, "pong b")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
    #expect(access(path, F_OK) != 0)
    let (output, status) = try run(["boards"], after: setting)
    expectEqual(status, 69)
    #expect(output.contains("\(server): No such file or directory"), "\(output)")
  }

  @Test("serves a socket beside a port, as options, the environment and a file say")
  func beside() throws {
    let file = scratch.at("c")
    try write(Array("listen = 127.0.0.1:0\nlisten = unix:\(path)\n".utf8), toFile: file)
    let places = ["127.0.0.1:0", "unix:\(path)"]
    for (words, setting) in [
      (["--listen", places[0], "--listen", places[1]], nil),
      ([], "export DROPLINE_LISTEN='\(places[0]) \(places[1])'"), (["--config", file], nil),
    ] {
      let child = try ChildProcess(["serve", "--data", "none"] + words, after: setting)
      let client = try LoopbackClient(port: try child.port())
      expectEqual(try client.line()?.hasPrefix("dropline 1 "), true)
      while let line = try child.line(), !line.contains("address=unix:\(path)") {}
      let local = try LoopbackClient(unixSocket: path)
      expectEqual(try local.line()?.hasPrefix("dropline 1 "), true)
      child.kill(SIGTERM)
      try expectEqual(child.end().status, 0)
    }
  }

  @Test("takes the place of a killed server, and is refused beside one that lives")
  func restart() throws {
    let first = try serve("--listen", "unix:\(path)")
    for words in [["serve", "--check"], ["serve"]] {
      let (output, status) = try run(words + ["--data", "none", "--listen", "unix:\(path)"])
      expectEqual(status, 1)
      #expect(
        output.contains(
          "cannot listen at unix:\(path): address already in use; --listen unix:PATH chooses"),
        "\(output)")
    }
    first.kill(SIGKILL)
    _ = try first.end()
    expectEqual(access(path, F_OK), 0)
    let second = try serve("--listen", "unix:\(path)")
    expectEqual(try LoopbackClient(unixSocket: path).line()?.hasPrefix("dropline 1 "), true)
    second.kill(SIGTERM)
    try expectEqual(second.end().status, 0)
  }

  @Test("names what is wrong with a path")
  func badPaths() throws {
    try write([], toFile: path)
    let long = String(repeating: "x", count: 108)
    for (place, status, reason) in [
      (path, 1, "file already exists"), (scratch.at("none/socket"), 1, "no such file or directory"),
      (long, 64, "is no path of a Unix socket, which has at most 107 bytes"),
    ] {
      for words in [["serve", "--check"], ["serve"]] {
        let result = try run(words + ["--data", "none", "--listen", "unix:\(place)"])
        expectEqual(result.status, Int32(status))
        #expect(result.output.contains(reason), "\(result.output)")
      }
    }
    let encrypted = try run(["boards", "--server", "tls://unix:\(path)"])
    expectEqual(encrypted.status, 69)
    #expect(encrypted.output.contains("a Unix socket is not encrypted; leave out tls://"))
  }

  @Test("lets a user of the machine in by the access file, without a token")
  func localUser() throws {
    let login = "\(geteuid())"
    let access = scratch.at("access.txt")
    try write(Array("user ann owner *\nlocal-user ann \(login)\n".utf8), toFile: access)
    let child = try serve(
      "--listen", "127.0.0.1:0", "--listen", "unix:\(path)", "--access", access)
    let server = ["--server", "unix:\(path)"]
    try expectEqual(run(["insert", "groceries/0.0", "Tea", "--name", "ann"] + server).status, 0)
    let (output, status) = try run(["insert", "groceries/0.0", "Tea"] + server)
    expectEqual(status, 1)
    #expect(output.contains("access-denied"), "\(output)")
    let stranger = try LoopbackClient(unixSocket: path)
    _ = try stranger.line()
    stranger.send("hello bob")
    try expectEqual(stranger.line(), "ok hello bob")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("refuses access rules with a user that the machine does not have")
  func unknownUser() throws {
    let access = scratch.at("access.txt")
    try write(Array("user ann owner *\nlocal-user ann no-such-user\n".utf8), toFile: access)
    let (output, status) = try run([
      "serve", "--data", "none", "--listen", "unix:\(path)", "--access", access,
    ])
    expectEqual(status, 1)
    #expect(output.contains("\(access):2: this machine has no user \"no-such-user\""), "\(output)")
  }

  @Test("is checked by the transcripts, with a server of its own and with one that runs")
  func check() throws {
    let words = [
      "check", "--only", "Empty", "--transcripts", "protocol/transcripts/08-bad-input.txt",
    ]
    let folder = "cd '\(Repository.root.path)'"
    let child = try serve("--listen", "unix:\(path)")
    let (output, status) = try run(words + ["unix:\(path)"], after: folder)
    expectEqual(status, 0)
    #expect(output.contains("1 passed"), "\(output)")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
    let command =
      "'\(try ChildProcess.program())' serve --listen unix:{socket} --window 0ms --board {boards} "
      + "--data {data}"
    let own = try run(words + ["--serve", command], after: folder)
    expectEqual(own.status, 0)
    #expect(own.output.contains("1 passed"), "\(own.output)")
  }
}
