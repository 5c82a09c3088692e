import Foundation
import TestKit

/// The tables of `protocol/lines.md`, or of a file beside it.
enum LinesTable {
  /// The rows of the table under a heading, cell by cell, without the head. The first cell is without
  /// the marks of code.
  static func rows(under heading: String, of file: String = "lines.md") throws -> [[String]] {
    let text = try String(
      contentsOf: Repository.protocol.appending(path: file), encoding: .utf8)
    let lines = text.components(separatedBy: "\n").drop { $0 != "## \(heading)" }
    let table = lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map { row in
      var cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      cells[0] = cells[0].trimmingCharacters(in: ["`"])
      return cells
    }
  }
}
