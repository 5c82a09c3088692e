import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("A server that another program starts")
struct ReadyTests {
  private static let memory = [
    "--data", "none", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0",
  ]

  @Test("says its addresses in a file that is there, whole, once it serves")
  func file() throws {
    let scratch = try Scratch()
    try write("old".utf8, toFile: scratch.at("ready"))
    let child = try ChildProcess(
      ["serve", "--ready", scratch.at("ready"), "--listen", "unix:\(scratch.at("s"))"] + Self.memory
    )
    let port = try child.port()
    let lines = String(decoding: try contents(ofFile: scratch.at("ready")), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "listening unix:\(scratch.at("s"))", "\(lines)")
    #expect(lines[1].hasPrefix("listening 127.0.0.1:"))
    #expect(port == 0 || lines[1] == "listening 127.0.0.1:\(port)")
    let web = try #require(lines[2].split(separator: ":").last.flatMap { UInt16($0) })
    let client = try LoopbackClient(port: web)
    client.send(Array("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(web)\r\n\r\n".utf8))
    try expectEqual(client.line(), "HTTP/1.1 200 OK\r")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test("says them on standard output, or in a pipe, and does not serve if it cannot")
  func others() throws {
    let scratch = try Scratch()
    let child = try ChildProcess(["serve", "--ready", "-"] + Self.memory)
    while let line = try child.line(), !line.hasPrefix("listening 127.0.0.1:") {}
    expectEqual(try child.line()?.hasPrefix("http 127.0.0.1:"), true)
    let pipe = try ChildProcess(
      ["serve", "--ready", "/dev/stdout"] + Self.memory, after: "exec 2>/dev/null")
    while let line = try pipe.line(), !line.hasPrefix("listening 127.0.0.1:") {}
    let none = try ChildProcess(["serve", "--ready", scratch.at("none/ready")] + Self.memory).end()
    #expect(none.status == 1 && none.output.contains("none/ready"), "\(none.output)")
  }

  @Test("ends with the program that has started it, in order")
  func parent() throws {
    let words = ["serve", "--ready", "-", "--exit-with-parent"] + Self.memory
    // The shell is the parent, and is killed.
    let parent = try ChildProcess(
      running: ["/bin/sh", "-c", "\"$0\" \"$@\" & wait", try ChildProcess.program()] + words)
    var port: UInt16 = 0
    while port == 0, let line = try parent.line() {
      guard line.hasPrefix("listening ") else { continue }
      port = line.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    }
    let client = try LoopbackClient(port: port)
    client.send("ping")
    _ = try client.lines { $0 == "pong" }
    parent.kill(SIGKILL)
    expectEqual(try client.lines().last?.hasPrefix("bye shutdown"), true)
  }
}
