import BoardModel
import BoardServer
import BoardWire
import Glibc
import Net
import Transcripts

extension Scenario {
  /// Plays it on a fresh server in this process.
  ///
  /// - Throws: `TranscriptDifference`, or what else is wrong.
  package func play(
    of file: String, by clients: StageClients, log: inout PlayLog
  ) throws {
    var conditions = PlayConditions.exact
    conditions.hasRunningClock = true
    // A recorded conversation has names that its server had counted.
    conditions.names = NameMapping(of: self, ending: "")
    var stage = ServerStage(clients)
    try TranscriptPlayer.play(self, of: file, on: &stage, under: conditions, log: &log)
  }

  /// The scenario with these boards, if it gives none itself.
  func given(_ boards: [GivenBoard]) -> Scenario {
    guard self.boards.isEmpty else { return self }
    return Scenario(
      title: title, line: line, boards: boards, needs: needs, profiles: profiles, steps: steps)
  }
}

extension Transcript {
  /// Reads a file.
  ///
  /// - Throws: `TestFailure` if it is missing, has a mistake or no scenario.
  static func read(_ path: String, at place: SourcePlace) throws(TestFailure) -> Transcript {
    guard let file = fopen(path, "r") else {
      throw TestFailure("\(path): \(String(cString: strerror(errno)))", at: place)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    let transcript: Transcript
    do throws(TranscriptError) {
      transcript = try Transcript.parse(String(decoding: bytes, as: UTF8.self), file: path)
      try transcript.check()
    } catch {
      throw TestFailure("\(path):\(error.line): \(error.reason)", at: place)
    }
    guard !transcript.scenarios.isEmpty else {
      throw TestFailure("\(path) has no scenario, which begins with `## TITLE`", at: place)
    }
    return transcript
  }
}

extension GivenBoard {
  /// A board of a server.
  init(_ name: BoardName, revision: Int, _ content: Content) {
    let lines = content.flatMap { section in
      ["section \(section.id) \(section.items.count) \(TextEscapes.escaped(section.title.string))"]
        + section.items.map { "item \($0.id) \(TextEscapes.escaped($0.text.string))" }
    }
    self.init(name: name.string, revision: revision, lines: lines)
  }
}
