import Foundation
import Transcripts

/// The transcripts of `protocol/transcripts`, for tests.
package enum TranscriptFiles {
  /// One scenario and its file.
  package struct Entry: Sendable, CustomStringConvertible {
    package let file: String
    package let scenario: Scenario

    package var description: String { "\(file): \(scenario.title)" }
  }

  /// Every scenario of every file, in order.
  package static func scenarios() throws -> [Entry] {
    try transcripts().flatMap { transcript in
      transcript.scenarios.map { Entry(file: transcript.file, scenario: $0) }
    }
  }

  /// Every file, in order.
  package static func transcripts() throws -> [Transcript] {
    let folder = Repository.protocol.appending(path: "transcripts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".txt") }.map { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return try Transcript.parse(text, file: name)
    }
  }
}
