import Foundation
import Transcripts

/// The transcripts of `protocol/transcripts`, for every test that plays them.
public enum TranscriptFiles {
  /// One scenario and where it stands.
  public struct Entry: Sendable, CustomStringConvertible {
    public let file: String
    public let scenario: Scenario

    public var description: String { "\(file): \(scenario.title)" }
  }

  /// Every scenario of every file, in order.
  public static func scenarios() throws -> [Entry] {
    try transcripts().flatMap { transcript in
      transcript.scenarios.map { Entry(file: transcript.file, scenario: $0) }
    }
  }

  /// Every file, in order.
  public static func transcripts() throws -> [Transcript] {
    let folder = Repository.root.appending(path: "protocol/transcripts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".txt") }.map { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return try Transcript.parse(text, file: name)
    }
  }
}
