import Foundation
import Transcripts

/// The tables of one file of `protocol/`, and the lines of its transcripts.
struct Tables {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "protocol")

  private let lines: [String]

  init(of file: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The rows of the first table under a heading, without its head. Cells that are all code are
  /// without their marks.
  func rows(under heading: String?) -> [[String]] {
    var rest = lines[...]
    if let heading { rest = rest.drop { $0 != "## \(heading)" } }
    let table = rest.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map(cells)
  }

  func column(_ index: Int, under heading: String?) -> [String] {
    rows(under: heading).map { $0[index] }
  }

  private func cells(_ row: String) -> [String] {
    row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
      let text = cell.trimmingCharacters(in: .whitespaces)
      let isCode = text.hasPrefix("`") && text.hasSuffix("`") && text.count { $0 == "`" } == 2
      return isCode ? String(text.dropFirst().dropLast()) : text
    }
  }
}

extension Tables {
  /// Every well-formed line that a client says in a transcript.
  static func clientLines() throws -> [String] {
    try actions().compactMap { action in
      if case .line(let line, malformed: false) = action { line } else { nil }
    }
  }

  /// Every line that a client reads in a transcript.
  static func serverLines() throws -> [String] {
    try actions().compactMap { action in
      if case .expect(.line(let pattern)) = action { pattern.description } else { nil }
    }
  }

  private static func actions() throws -> [Step.Action] {
    let folder = folder.appending(path: "transcripts")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".txt") }.sorted().flatMap { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return try Transcript.parse(text, file: name).scenarios.flatMap(\.steps).map(\.action)
    }
  }
}
