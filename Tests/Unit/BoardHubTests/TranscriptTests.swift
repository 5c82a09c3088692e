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

  /// Some scenarios need short changes to be made in the turn in which they were sent.
  @Test(
    "every transcript passes if changes of more than one edit are made on drafts",
    arguments: try TranscriptFiles.scenarios())
  func playsWithDrafts(_ scenario: TranscriptFiles.Entry) throws {
    var stage = HubStage(stepsOfLongChange: 11)
    try TranscriptPlayer.play(scenario.scenario, of: scenario.file, on: &stage, under: .literal)
  }
}
