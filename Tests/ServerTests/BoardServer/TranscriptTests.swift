import TestKit
import Testing
import Transcripts

@Suite("Over loopback")
struct LoopbackTranscriptTests {
  @Test("every transcript is what a real server says", arguments: try TranscriptFiles.scenarios())
  func plays(_ scenario: TranscriptFiles.Entry) throws {
    var stage = LoopbackStage()
    try TranscriptPlayer.play(scenario.scenario, of: scenario.file, on: &stage)
  }
}
