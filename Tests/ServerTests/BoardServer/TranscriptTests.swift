import TestKit
import Testing
import Transcripts

@Suite("On a server over loopback")
struct LoopbackTranscriptTests {
  @Test("every transcript passes", arguments: try TranscriptFiles.scenarios())
  func plays(_ scenario: TranscriptFiles.Entry) throws {
    var stage = LoopbackStage()
    try TranscriptPlayer.play(scenario.scenario, of: scenario.file, on: &stage)
  }
}
