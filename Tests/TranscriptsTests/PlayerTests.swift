import Testing
import Transcripts

/// A stage on which every client hears its own lines, in capitals.
private struct Echo: Stage {
  private var heard: [String: [String]] = [:]
  private var ended: Set<String> = []
  private(set) var log: [String] = []

  mutating func start(holding boards: [GivenBoard]) {
    heard = [:]
    ended = []
    log.append("start with \(boards.map(\.name))")
  }

  mutating func connect(_ client: String) { log.append("\(client) connects") }

  mutating func send(_ bytes: [UInt8], from client: String) {
    let text = String(decoding: bytes, as: UTF8.self).uppercased()
    heard[client, default: []] += text.split(separator: "\n").map(String.init)
  }

  mutating func nextLine(of client: String) -> Received<String> {
    guard let line = heard[client]?.first else {
      return ended.contains(client) ? .closed : .nothing
    }
    heard[client]?.removeFirst()
    return .value(line)
  }

  mutating func nextBytes(_ count: Int, of client: String) -> Received<[UInt8]> {
    switch nextLine(of: client) {
    case .value(let line): .value(Array(line.utf8.prefix(count)))
    case .closed: .closed
    case .nothing: .nothing
    }
  }

  mutating func halfClose(_ client: String) { ended.insert(client) }
  mutating func cut(_ client: String) { log.append("\(client) cuts") }
  mutating func advance(by time: Duration) { log.append("wait \(time)") }
  mutating func crash() { log.append("crash") }
  mutating func setFull(_ isFull: Bool) { log.append("full \(isFull)") }

  mutating func finish() -> [Leftover] {
    heard.keys.sorted().flatMap { client in
      (heard[client] ?? []).map { Leftover(client: client, line: $0) }
    }
  }
}

@Suite("A player")
struct PlayerTests {
  private func play(_ text: String, on stage: inout Echo) throws {
    try Player.play(try Transcript.parse(text, file: "t.txt"), on: &stage)
  }

  @Test("takes each step to the stage, in order")
  func order() throws {
    var stage = Echo()
    try play(
      """
      given
      board a 1 0 0

      u1 connects
      ## One
      u1>! "half "
      u1< HALF\u{20}
      wait 2s
      u1 cuts
      ## Two
      u1> list 2
      u1< LIST …
      u1>! "| a" 0A "| b" 0A
      u1< | …
      u1>! "abc"
      u1<! 41 42
      u1 ends
      u1< (closed)
      """, on: &stage)
    #expect(
      stage.log == [
        "start with [\"a\"]", "u1 connects", "wait 2.0 seconds", "u1 cuts", "start with [\"a\"]",
        "u1 connects",
      ])
  }

  @Test(
    "reports the first difference with its place, what stands there and what came",
    arguments: [
      ("u1> a\nu1< B", 3, "B", "A"),
      ("u1< B", 2, "B", "(nothing)"),
      ("u1 ends\nu1< B", 3, "B", "(closed)"),
      ("u1> a\nu1< (closed)", 3, "(closed)", "A"),
      ("u1> a\nu1<! 42 43", 3, "42 43", "41"),
      ("u1> a 1\nu1< A 1\nu1> b\nu1< | …", 5, "| … (1 of 1)", "B"),
      ("u1> a\nu2 connects", 3, "no more lines", "A"),
    ])
  func differences(_ text: String, _ line: Int, _ expected: String, _ got: String) throws {
    var stage = Echo()
    let difference = try #require(throws: Difference.self) {
      try play("## T\n" + text, on: &stage)
    }
    #expect(difference.file == "t.txt")
    #expect(difference.scenario == "T")
    #expect(difference.client == "u1")
    #expect(difference.line == line)
    #expect(difference.expected == expected)
    #expect(difference.got == got)
  }
}
