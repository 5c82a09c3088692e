import BoardHub
import BoardTesting
import Foundation
import Net
import SystemTestKit
import TestKit
import Testing

/// `dropline play`, as those who test a client or a server of theirs use it.
@Suite("The play command")
struct PlayTests {
  private static let given = """
    given
    board list 3 2 3
    section A 1 Fruit
    item a apple
    section B 0 Dairy


    """
  private static let flow =
    given + """
      ## A drag expires
      u1 connects
      u2 connects
      u2> open list
      u2< ok open list 3
      u2< board list 3 2 3
      u2< section A 1 Fruit
      u2< item a apple
      u2< section B 0 Dairy
      u1> begin a board=list
      u1< ok begin d1 items=a
      u2< drag d1 began list guest-1 items=a ops=move,copy
      wait 120s
      u2< drag d1 ended expired
      u1< drag d1 ended expired

      """

  private let folder: Scratch

  init() throws { folder = try Scratch() }

  private func play(
    _ transcript: String, _ arguments: String...
  ) throws -> (output: [String], status: Int32) {
    let path = folder.at("my-flow.txt")
    try write(Array(transcript.utf8), toFile: path)
    let (output, status) = try ChildProcess(["play", path] + arguments).end()
    return (output.components(separatedBy: "\n"), status)
  }

  @Test("passes every transcript of the protocol on a server of its own (slow: all scenarios)")
  func protocolTranscripts() throws {
    let transcripts = Repository.root.appending(path: "protocol/transcripts").path
    let (output, status) = try ChildProcess(["play", "--tap", transcripts]).end()
    let lines = output.components(separatedBy: "\n")
    let count = try TranscriptFiles.scenarios().count
    let failed = lines.firstIndex { $0.hasPrefix("not ok") } ?? lines.endIndex
    expectEqual(lines[failed...].prefix(60), [])
    expectEqual(lines.prefix(2), ["TAP version 14", "1..\(count)"])
    expectEqual(lines.count { $0.hasPrefix("ok ") }, count)
    let skipped = lines.filter { $0.contains("# SKIP") }
    expectEqual(skipped.count, 3)
    #expect(
      skipped.allSatisfy { $0.hasSuffix("the next server would have to go on with the drags") })
    expectEqual(status, 0)
  }

  @Test("lets time pass at once on a server of its own, and skips nothing there")
  func ownServer() throws {
    let start = MonotonicClock.now
    let (output, status) = try play(Self.flow)
    expectEqual(output, ["my-flow.txt", "  pass  A drag expires", "1 passed, 0 failed, 0 skipped"])
    expectEqual(status, 0)
    #expect(MonotonicClock.now - start < .seconds(25))
  }

  @Test("plays against a server that runs, and leaves no board behind")
  func remote() throws {
    let server = try TestServer(boards: []) { $0.cadence = .automatic }
    let flow = Self.flow.replacing("u1< drag d1 ended expired\n", with: "")
      .replacing("wait 120s", with: "u1> cancel\nu1< ok cancel d1 cancelled")
      .replacing("ended expired", with: "ended cancelled").replacing(
        "board list 3", with: "board list 1"
      )
      .replacing("list 3", with: "list 1")
    let (output, status) = try play(flow, "127.0.0.1:\(server.port)")
    expectEqual(output.last, "1 passed, 0 failed, 0 skipped", "\(output)")
    expectEqual(status, 0)
    let client = try LoopbackClient(port: server.port)
    try expectEqual(client.answers(to: ["boards"]).last, "ok boards 0")
  }

  @Test("says where a transcript differs, what it expected and got, and what all clients have said")
  func difference() throws {
    let wrong = Self.flow.replacing("ok begin d1 items=a", with: "ok begin d1 items=b")
    let (output, status) = try play(wrong)
    try #require(output.count > 20, "\(output)")
    expectEqual(
      output.prefix(18).map { $0.trimmingCharacters(in: .whitespaces) },
      [
        "my-flow.txt", "FAIL  A drag expires", "my-flow.txt:17", "u1 expected: ok begin d1 items=b",
        "u1 got:      ok begin d1 items=a", "", "conversation:", "u1 connects", output[8].trimmed,
        "u2 connects", output[10].trimmed, "u2> open list", "u2< ok open list 3",
        "u2< board list 3 2 3", "u2< section A 1 Fruit", "u2< item a apple",
        "u2< section B 0 Dairy",
        "u1> begin a board=list",
      ])
    #expect(output[8].trimmed.hasPrefix("u1< dropline 1 "))
    // What a client has not read yet is a part of it.
    #expect(
      output.dropFirst(18).map(\.trimmed).contains(
        "u2< drag d1 began list guest-1 items=a ops=move,copy"))
    expectEqual(output.last, "0 passed, 1 failed, 0 skipped")
    expectEqual(status, 1)
  }

  @Test("says it in TAP and in the XML of JUnit")
  func reports() throws {
    let wrong =
      Self.flow.replacing("ok begin d1 items=a", with: "ok begin d1 items=b")
      + "## A # in \"title\" & <more>\nu1 connects\n"
    let report = folder.at("report.xml")
    let (output, status) = try play(wrong, "--tap", "--junit", report)
    expectEqual(
      output.prefix(3), ["TAP version 14", "1..2", "not ok 1 - my-flow.txt: A drag expires"])
    #expect(output.contains("  line: 17") && output.contains("  got: \"ok begin d1 items=a\""))
    #expect(output.contains("    - \"u1> begin a board=list\""))
    expectEqual(output.last, "ok 2 - my-flow.txt: A \\# in \"title\" & <more>")
    expectEqual(status, 1)
    let script = """
      import sys, xml.etree.ElementTree as tree
      for node in tree.parse(sys.argv[1]).iter():
          print(node.tag, *(node.get(key) for key in ("name", "tests", "failures", "line") if node.get(key)))
      """
    let read = try ChildProcess(running: ["/usr/bin/env", "python3", "-c", script, report]).end()
    expectEqual(
      read.output.components(separatedBy: "\n"),
      [
        "testsuites dropline", "testsuite my-flow.txt 2 1", "testcase A drag expires 7", "failure",
        "testcase A # in \"title\" & <more> 22",
      ])
  }

  @Test(
    "names the file and the line of a mistake, and plays nothing",
    arguments: [
      ("u1 conects\n", 1, "not understood: u1 conects"),
      ("## A\nu1> ping\n", 2, "u1 has not connected: u1> ping"),
      ("## A\nu1 connects\nu1< nonsense\n", 3, "no line of a server: nonsense"),
      ("## A\nu1 connects\nu1< batch list 1 2 3\n", 3, "only 0 of 3 rows follow this line"),
      ("given\nboard list 3 2 9\nsection A 1 Fruit\n", 2, "sections or lines miscounted"),
      ("profile drags\n", 1, "no profile: profile drags"),
    ])
  func mistakes(_ transcript: String, _ line: Int, _ reason: String) throws {
    let (output, status) = try play(transcript)
    expectEqual(output, ["dropline: \(folder.at("my-flow.txt")):\(line): \(reason)"])
    expectEqual(status, 64)
  }

  @Test("fails a scenario at its deadline, whatever it waits for")
  func deadline() throws {
    let silent = try TestServer(boards: []) { $0.cadence = .automatic }
    let start = MonotonicClock.now
    let (output, status) = try play(
      "## A\nu1 connects\nwait 20s\n", "127.0.0.1:\(silent.port)", "--deadline", "1s")
    #expect(output.contains { $0.hasSuffix("it takes longer than the deadline allows") })
    expectEqual(status, 1)
    let waiting = try play(
      "## A\nu1 connects\nu1< pong\n", "127.0.0.1:\(silent.port)", "--deadline", "500ms",
      "--patience", "1m")
    #expect(waiting.output.contains { $0.contains("u1 got:      (nothing)") })
    #expect(MonotonicClock.now - start < .seconds(20))
  }

  @Test("needs a transcript with a scenario, and a server if the last word is an address")
  func statuses() throws {
    try expectEqual(ChildProcess(["play"]).end().status, 64)
    try expectEqual(ChildProcess(["play", folder.at("none.txt")]).end().status, 64)
    try expectEqual(play("# Only a comment.\n").status, 64)
    try expectEqual(play(Self.flow, "--json", "--tap").status, 64)
    try expectEqual(play(Self.flow, "--only", "no such title").status, 64)
    try expectEqual(play(Self.flow, "127.0.0.1:1").status, 69)
    try expectEqual(play(Self.flow, "--junit", folder.at("none/report.xml")).status, 74)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
