import Foundation
import TestKit
import Transcripts

extension [String] {
  /// Adds the lines of a listing of which only the head is here.
  fileprivate mutating func appendListing() {
    guard var words = last?.split(separator: " "), let count = words.popLast() else { return }
    self[self.count - 1] = (words + [count == "…" ? "1" : count]).joined(separator: " ")
    self += Array(repeating: "| a line with \"\\n\"", count: Int(count) ?? 1)
  }
}

/// The tables of one file of `protocol/`, and the lines of its transcripts.
struct Tables {
  static let folder = Repository.protocol

  private let lines: [String]

  var text: String { lines.joined(separator: "\n") }

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
  /// Every well-formed line that a client sends in a transcript.
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

  /// For each client of each scenario, what it reads. Where a transcript leaves lines of a listing
  /// open, there is one.
  static func linesByReader() throws -> [[String]] {
    try scenarios().flatMap { scenario in
      var lines: [String: [String]] = [:]
      for step in scenario.steps {
        switch step.action {
        case .expect(.line(let pattern)):
          lines[step.client, default: []].append(pattern.description)
        case .expect(.listing): lines[step.client]?.appendListing()
        default: break
        }
      }
      return lines.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private static func actions() throws -> [Step.Action] {
    try scenarios().flatMap(\.steps).map(\.action)
  }

  private static func scenarios() throws -> [Scenario] {
    let folder = folder.appending(path: "transcripts")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".txt") }.sorted().flatMap { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return try Transcript.parse(text, file: name).scenarios
    }
  }
}
