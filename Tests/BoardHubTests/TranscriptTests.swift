import TestKit
import Testing
import Transcripts

@Suite("On the hub in memory")
struct HubTranscriptTests {
  @Test("every transcript passes", arguments: try TranscriptFiles.scenarios())
  func plays(_ scenario: TranscriptFiles.Entry) throws {
    var stage = HubStage()
    // Dropline keeps its own order of rows and keys as well.
    try TranscriptPlayer.play(scenario.scenario, of: scenario.file, on: &stage, under: .literal)
  }
}
