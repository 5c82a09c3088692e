import BoardTesting
import Foundation
import SystemTestKit
import TestKit
import Testing

/// What commands say with `--json` if no server answers them.
@Suite("A failure with --json")
struct FailureObjectTests {
  static let failures: [(words: [String], status: Int32, code: String, text: String)] = [
    (["boards", "--server", "127.0.0.1:1"], 69, "no-server", "127.0.0.1:1: Connection refused"),
    (["tail", "list", "--server", "127.0.0.1:1"], 69, "no-server", "Connection refused"),
    (["boards", "--jsn"], 64, "usage", "Did you mean '--json'?"),
    (["move"], 64, "usage", "Missing expected argument"),
    (["moev"], 64, "usage", "did you mean `move`?"), (["show"], 64, "usage", "Name a board"),
    (["insert", "a b", "x"], 64, "usage", "a b"),
    (["backup", "--data", "/nowhere", "f"], 74, "io", "/nowhere"),
    (["restore", "--data", "/nowhere/d", "/nowhere/f"], 74, "io", "/nowhere"),
    (
      ["import", "--data", "/nowhere/d", "/nowhere/f.md"], 1, "failed",
      "/nowhere/f.md: No such file"
    ),
    (["export", "--data", "/nowhere"], 74, "io", "/nowhere"),
    (["export", "--format", "csv"], 64, "usage", "leave out --format"),
  ]

  @Test("is one object on standard error, with a code for its status", arguments: failures)
  func object(_ words: [String], _ status: Int32, _ code: String, _ text: String) throws {
    let child = try ChildProcess(words + ["--json"], after: "exec 2>&1 >/dev/null")
    let (output, ended) = try child.end()
    expectEqual(ended, status)
    let object = try JSONDecoder().decode([String: String].self, from: Data(output.utf8))
    #expect(object["kind"] == "failed" && object["code"] == code, "\(object)")
    expectEqual(object["text"]?.contains(text), true, "\(object)")
    expectEqual(output.split(separator: "\n").count, 1)
  }

  @Test("leaves help and the objects of a server as they are")
  func others() throws {
    let (help, status) = try ChildProcess(["show", "--help", "--json"]).end()
    #expect(status == 0 && help.hasPrefix("OVERVIEW: "))
    let server = try TestServer(boards: [])
    let (refused, refusedStatus) = try ChildProcess(
      ["show", "nowhere", "--json", "--server", "127.0.0.1:\(server.port)"]
    ).end()
    #expect(refused.hasPrefix(#"{"kind":"refused","code":"unknown-board","board":"nowhere""#))
    expectEqual(refusedStatus, 1)
  }

  @Test("is not sent: names of variables are read before the connection")
  func variables() throws {
    for (setting, reason) in [
      ("DROPLINE_NAME='ann\ninsert end:A board=list x'", "DROPLINE_NAME is no name"),
      ("DROPLINE_BOARD='list\nremove-board list'", "DROPLINE_BOARD is no board"),
      ("DROPLINE_NAME=ann DROPLINE_TOKEN='a-token-long-enough\nquit'", "A token is 16 to 64"),
    ] {
      let server = try TestServer(boards: [])
      let child = try ChildProcess(
        ["history", "--json"],
        after: "export DROPLINE_SERVER=127.0.0.1:\(server.port) \(setting)")
      let (output, status) = try child.end()
      expectEqual(status, 64)
      #expect(output.contains(reason), "\(output)")
    }
  }
}
