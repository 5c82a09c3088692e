import TestKit
import Testing
import Transcripts

@Suite("A transcript player")
struct PlayerTests {
  private func play(_ text: String, on stage: inout Echo) throws {
    try TranscriptPlayer.play(try Transcript.parse(text, file: "t.txt"), on: &stage)
  }

  @Test("performs each step in order")
  func order() throws {
    var stage = Echo()
    try play(
      """
      given
      board a 1 0 0

      u1 connects
      ## One
      u1>! "pong half "
      u1< pong half\u{20}
      wait 2s
      u1 cuts
      ## Two
      u1> ok help 2
      u1>! "| a" 0A "| b" 0A
      u1< ok help …
      u1< | …
      u1>! "ABC"
      u1<! 41 42
      u1 ends
      u1< (closed)
      """, on: &stage)
    expectEqual(
      stage.log,
      [
        "start with [\"a\"]", "u1 connects", "wait 2.0 seconds", "u1 cuts", "start with [\"a\"]",
        "u1 connects",
      ])
  }

  @Test(
    "reports the first difference with its place, the expected line and the received one",
    arguments: [
      ("u1> pong a\nu1< pong b", 3, "pong b", "pong a"),
      ("u1< pong", 2, "pong", "(nothing)"),
      ("u1 ends\nu1< pong", 3, "pong", "(closed)"),
      ("u1> pong\nu1< (closed)", 3, "(closed)", "pong"),
      ("u1> AB\nu1<! 42 43", 3, "42 43", "41 42"),
      ("u1> ok help 1\nu1> pong\nu1< ok help …\nu1< | …", 4, "no such row", "pong"),
      (
        "u1> ok help 2\nu1> | a\nu1< ok help …\nu1< | …", 4, "ok help …",
        "(nothing) behind 1 of 2 lines"
      ),
      ("u1> ok help 1\nu1> | a\nu1< ok help 2\nu1< | …", 4, "ok help 2", "ok help 1"),
      ("u1> pong\nu2 connects", 3, "no more lines", "pong"),
      (
        "u1> ok boards 1\nu1> a rev=1\nu1< ok boards 2\nu1< a rev=1\nu1< b rev=2", 6, "b rev=2",
        "(no such row)"
      ),
      (
        "u1> ok boards 2\nu1> a rev=1\nu1> b rev=2\nu1< ok boards 1\nu1< a rev=1", 5,
        "no such row", "b rev=2"
      ),
    ])
  func differences(_ text: String, _ line: Int, _ expected: String, _ got: String) throws {
    var stage = Echo()
    let difference = try #require(throws: TranscriptDifference.self) {
      try play("## T\n" + text, on: &stage)
    }
    expectEqual(difference.file, "t.txt")
    expectEqual(difference.scenario, "T")
    expectEqual(difference.client, "u1")
    expectEqual(difference.line, line)
    expectEqual(difference.expected, expected)
    expectEqual(difference.got, got)
  }

  @Test("knows the epoch of a client's last greeting, and of the one before")
  func epochs() throws {
    var stage = Echo()
    try play(
      """
      ## T
      u1 connects
      u1< dropline 1 epoch=… client=guest-41 line=4096 text=1024 profiles=…
      u1> pong this {epoch}
      u1< pong this life1
      u2 connects
      """, on: &stage)
  }

  @Test("reports a server that tells two connections two epochs")
  func manyEpochs() throws {
    var stage = Echo()
    stage.hasManyEpochs = true
    let difference = try #require(throws: TranscriptDifference.self) {
      try play("## T\nu1 connects\nu2 connects", on: &stage)
    }
    #expect(difference.line == 3 && difference.client == "u2")
    expectEqual(difference.expected, "epoch=life1, as on every connection")
    #expect(difference.got.hasPrefix("dropline 1 epoch=life2 "))
  }

  @Test("skips unknown events between any two messages")
  func unknownEvents() throws {
    var stage = Echo()
    try play(
      """
      ## T
      u1> weather list rain=yes It rains
      u1> drag d1 praised by=ann
      u1> {"kind":"weather","rows":[1]}
      u1> ok boards 1
      u1> a rev=1
      u1> weather
      u1> pong
      u1> weather
      u1< ok boards 1
      u1< a rev=1
      u1< pong
      """, on: &stage)
    for line in ["#1 weather", "| weather", "Weather?", #"{"tag":"1","kind":"weather"}"#] {
      #expect(throws: TranscriptDifference.self) {
        try play("## T\nu1> \(line)\nu1> pong\nu1< pong", on: &stage)
      }
    }
  }

  @Test("reports an error for a transcript that no server can satisfy")
  func faults() {
    for text in ["u1< okay", "u1< ok boards 1", "u1< ok help 1\nu2< | …", "u1< | …"] {
      var stage = Echo()
      #expect(throws: TranscriptError.self, "\(text)") { try play("## T\n" + text, on: &stage) }
    }
  }

  @Test("reports how many of the rows of a message are missing")
  func missingRows() throws {
    var stage = Echo()
    let text = "## T\nu1< pong\nu1< ok boards 3\nu1< a rev=1\nu1< b rev=2\nu2< c rev=3"
    let error = try #require(throws: TranscriptError.self) { try play(text, on: &stage) }
    expectEqual("\(error)", "line 3: only 2 of 3 rows follow this line")
  }
}
