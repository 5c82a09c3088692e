import BoardModel
import TestKit
import Testing

@testable import Transcripts

@Suite("The notation of transcripts")
struct ParserTests {
  private func actions(_ text: String) throws -> [Step.Action] {
    try Transcript.parse("## T\n" + text, file: "t").scenarios[0].steps.map(\.action)
  }

  @Test("names the client and the action of each step")
  func steps() throws {
    let text = """
      # nobody
      u1 connects

      u1> ping  a
      u1>
      u1>? ping 007\u{20}
      u1< pong a
      u1< | …
      u1< (closed)
      u1 ends
      u1 cuts
      wait 31s
      wait 250ms
      """
    try expectEqual(
      actions(text),
      [
        .connect, .line("ping  a", malformed: false), .line("", malformed: false),
        .line("ping 007 ", malformed: true), .expect(.line(LinePattern("pong a"))),
        .expect(.listing), .expect(.closed), .end, .cut, .wait(.seconds(31)),
        .wait(.milliseconds(250)),
      ])
  }

  @Test("has the defaults of what a row of policies leaves out, for the client that reads it")
  func policies() throws {
    let text = """
      u1< #a ok policy list 2
      u1< *
      u2< s1 paused=yes
      u1< s1 title=T limit=3
      u1< s1 paused=yes
      u1< {"kind":"ok","verb":"policy","rows":[{"target":"*","limit":3},{"target":"s1"}]}
      """
    let keys = PolicyKey.allCases.filter { $0 != .title }
    let defaults = keys.map { "\($0.rawValue)=\(Policy().setting(of: $0).word)" }
    let row = defaults.joined(separator: " ")
    let bounded = row.replacing(" limit=none ", with: " limit=3 ")
    let members = keys.map { "\"\($0.rawValue)\":\"\(Policy().setting(of: $0).word)\"" }
    let bounds = members.map { $0 == "\"limit\":\"none\"" ? "\"limit\":3" : $0 }
    let rows = [bounds, members].map { $0.joined(separator: ",") }
    try expectEqual(
      actions(text),
      [
        "#a ok policy list 2", "* \(row)", "s1 paused=yes", "s1 \(bounded) title=T",
        "s1 paused=yes",
        #"{"kind":"ok","verb":"policy","rows":[{"target":"*",\#(rows[0])},"#
          + #"{"target":"s1",\#(rows[1])}]}"#,
      ].map { .expect(.line(LinePattern($0))) })
  }

  @Test("has bytes as pairs of digits and as quoted text, each with a repeat count")
  func rawBytes() throws {
    try expectEqual(
      actions("u1>! FF f4 \"a b\" 00*3 (\"x\" (0D 0A)*2)*2\nu1<! 0A"),
      [
        .bytes(
          [0xFF, 0xF4, 0x61, 0x20, 0x62, 0, 0, 0] + [0x78, 13, 10, 13, 10, 0x78, 13, 10, 13, 10]),
        .expect(.bytes([0x0A])),
      ])
  }

  @Test("numbers steps by the lines of the file")
  func lineNumbers() throws {
    let steps = try Transcript.parse("# c\n\n## T\nu1 connects\n\nu2 connects", file: "t")
      .scenarios[0].steps
    expectEqual(steps.map(\.line), [4, 6])
    expectEqual(steps.map(\.client), ["u1", "u2"])
  }

  @Test("begins every scenario with the steps before the first title")
  func opening() throws {
    let text = """
      given
      board a 1 1 1
      section s 0

      u1 connects
      ## One
      u1> one
      ## Two
      given
      board b 7 0 0

      u2> two
      """
    let scenarios = try Transcript.parse(text, file: "t").scenarios
    expectEqual(scenarios.map(\.title), ["One", "Two"])
    expectEqual(scenarios.map(\.steps.count), [2, 1])
    expectEqual(scenarios[0].boards, [GivenBoard(name: "a", revision: 1, lines: ["section s 0"])])
    expectEqual(scenarios[1].boards, [GivenBoard(name: "b", revision: 7, lines: [])])
  }

  @Test("has the requirements of a server, for one scenario or all")
  func needs() throws {
    let transcript = try Transcript.parse(
      """
      needs a fresh server
      given
      board a 1 0 0

      ## One
      needs a window of zero
      ## Two
      ## Three
      given
      board b 1 0 0

      needs given boards
      """, file: "t.txt")
    expectEqual(
      transcript.scenarios.map(\.needs),
      [[.freshServer, .noWindow], [.freshServer], [.givenBoards]])
    #expect(throws: TranscriptError.self) { try Transcript.parse("needs luck", file: "t.txt") }
  }

  @Test("has the profiles of a file, which a scenario can replace")
  func profiles() throws {
    let transcript = try Transcript.parse(
      """
      profile edit drag
      ## One
      ## Two
      profile core
      ## Three
      given
      board b 1 0 0

      ## Four
      profile people edit
      """, file: "t.txt")
    expectEqual(
      transcript.scenarios.map(\.profiles),
      [
        [.edit, .drag], [], [.edit, .drag], [.people, .edit],
      ])
    #expect(throws: TranscriptError.self) { try Transcript.parse("profile edits", file: "t.txt") }
    #expect(throws: TranscriptError.self) { try Transcript.parse("profile ", file: "t.txt") }
  }

  @Test(
    "is refused at the number of the first invalid line",
    arguments: [
      "connects", "u1 goes", "u1>! F", "u1>! \"a", "u1>! ", "u1>! 00*", "u1>! (00", "u1>! 00)",
      "u1>\tx", "wait 3",
      "given\nboard a 1 1 2\nsection s 0\n", "given\nboard a 1 0 1\nsection s 0\n",
      "given\nsection s 0\n",
    ])
  func malformed(_ text: String) {
    #expect(throws: TranscriptError.self) {
      _ = try Transcript.parse("## T\n" + text, file: "t")
    }
  }
}
