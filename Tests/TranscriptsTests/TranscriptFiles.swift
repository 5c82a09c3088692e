import Foundation
import Testing
import Transcripts

/// The transcripts of `protocol/transcripts`, read once.
enum TranscriptFiles {
  static let all: [Transcript] = names.map { name in
    do {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return try Transcript.parse(text, file: name)
    } catch {
      fatalError("\(name): \(error)")
    }
  }

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }()

  static let `protocol` = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "protocol")

  static let folder = `protocol`.appending(path: "transcripts")
}

/// A scenario with the file it stands in.
struct Played: CustomTestStringConvertible {
  let file: String
  let scenario: Scenario

  var testDescription: String { "\(file): \(scenario.title)" }

  static let all = TranscriptFiles.all.flatMap { transcript in
    transcript.scenarios.map { Played(file: transcript.file, scenario: $0) }
  }

  func place(_ step: Step) -> String { "\(file):\(step.line)" }
}
