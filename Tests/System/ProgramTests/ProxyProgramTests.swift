import Glibc
import SystemTestKit
import TestKit
import Testing

@Suite("The program behind a proxy")
struct ProxyProgramTests {
  @Test("takes its proxies from options, and logs the addresses of clients and what it refuses")
  func logs() throws {
    let child = try ChildProcess([
      "serve", "--data", "none", "--listen", "127.0.0.1:0", "--proxy", "10.0.0.0/8", "--proxy",
      "127.0.0.1", "--log-level", "debug",
    ])
    let port = try child.port()
    let client = try LoopbackClient(port: port)
    client.send(Array("PROXY TCP4 192.0.2.7 198.51.100.1 56324 7667\r\n".utf8))
    expectEqual(try client.line()?.hasPrefix("dropline 1 "), true)
    var line = ""
    while !line.contains("connected") { line = try child.line() ?? "connected" }
    #expect(line.contains("peer=192.0.2.7:56324") && line.contains("proxy=127.0.0.1:"), "\(line)")
    let stranger = try LoopbackClient(port: port)
    stranger.send("ping")
    try expectEqual(stranger.bytes(), [])
    while !line.contains("PROXY") { line = try child.line() ?? "PROXY" }
    #expect(
      line.contains("reason=\"the connection does not begin with a PROXY header\""), "\(line)")
    child.kill(SIGTERM)
    try expectEqual(child.end().status, 0)
  }

  @Test(
    "refuses what is no address of a proxy", arguments: ["localhost", "10.0.0.0/33", "unix:/a"])
  func addresses(_ word: String) throws {
    let (output, status) = try ChildProcess(["serve", "--check", "--proxy", word]).end()
    expectEqual(status, 64)
    #expect(output.contains(word), "\(output)")
    let file = try ChildProcess(
      ["serve", "--check"], after: "export DROPLINE_PROXY='127.0.0.1 \(word)'"
    ).end()
    expectEqual(file.status, 64)
    #expect(
      file.output.contains(
        "DROPLINE_PROXY: proxy is a numeric address or a range of them such as 10.0.0.0/8, and not "
          + word), "\(file.output)")
  }
}
