import BoardTesting
import Net
import SystemTestKit
import TestKit
import Testing
import Transcripts

@Suite("On a server over loopback")
struct LoopbackTranscriptTests {
  @Test(
    "every transcript passes, each scenario on a server of its own",
    arguments: try TranscriptFiles.scenarios())
  func plays(_ scenario: TranscriptFiles.Entry) throws {
    var stage = try runningStage()
    try TranscriptPlayer.play(scenario.scenario, of: scenario.file, on: &stage)
  }
}

@Suite("On a server over a Unix socket")
struct UnixSocketTranscriptTests {
  @Test(
    "every transcript passes, each scenario on a server of its own",
    arguments: try TranscriptFiles.scenarios())
  func plays(_ scenario: TranscriptFiles.Entry) throws {
    var stage = try runningStage {
      try LineSocket(to: ServerAddress(.unix(try #require($0.unixSocket))))
    }
    try TranscriptPlayer.play(scenario.scenario, of: scenario.file, on: &stage)
  }
}

@Suite("On a server over WebSockets")
struct WebSocketTranscriptTests {
  /// The scenarios of texts: a WebSocket has no other bytes. In none of them a client is silent for so
  /// long that its WebSocket is closed.
  private static func scenarios() throws -> [TranscriptFiles.Entry] {
    try TranscriptFiles.scenarios().filter { entry in
      entry.scenario.steps.allSatisfy { step in
        switch step.action {
        case .bytes(let bytes): String(validating: bytes, as: UTF8.self) != nil
        case .expect(.bytes): false
        case .wait(let time): time < .seconds(900)
        default: true
        }
      }
    }
  }

  @Test(
    "every transcript of texts passes, each scenario on a server of its own",
    arguments: try scenarios())
  func plays(_ scenario: TranscriptFiles.Entry) throws {
    var stage = try runningStage { try WebSocketClient(port: $0.webPort) }
    try TranscriptPlayer.play(scenario.scenario, of: scenario.file, on: &stage)
  }
}
