/// What is wrong with a table of the protocol, and where.
struct TableMistake: Error, CustomStringConvertible, Equatable {
  /// The file within `protocol`.
  let file: String
  /// The line, from 1.
  let line: Int
  let reason: String

  var description: String { "protocol/\(file):\(line): \(reason)" }
}

/// A table of a page in Markdown, by the names of its columns.
struct MarkdownTable {
  /// A row, and where it stands.
  struct Row {
    let file: String
    let line: Int
    fileprivate let cells: [String: String]

    /// A cell as it is written.
    ///
    /// - Throws: If the table has no such column.
    func cell(_ column: String) throws(TableMistake) -> String {
      guard let cell = cells[column] else { throw mistake("the table has no column \"\(column)\"") }
      return cell
    }

    /// The parts of a cell that are marked as code, in order.
    func code(_ column: String) throws(TableMistake) -> [String] {
      let parts = try cell(column).split(separator: "`", omittingEmptySubsequences: false)
      guard parts.count % 2 == 1 else { throw mistake("a mark of code has no end") }
      return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// The one part of a cell that is marked as code.
    func oneCode(_ column: String) throws(TableMistake) -> String {
      let parts = try code(column)
      guard parts.count == 1 else { throw mistake("\"\(column)\" is not one `word` or form") }
      return parts[0]
    }

    func mistake(_ reason: String) -> TableMistake {
      TableMistake(file: file, line: line, reason: reason)
    }
  }

  let rows: [Row]

  /// Reads the first table under a heading.
  ///
  /// - Parameters:
  ///   - page: The text of the page.
  ///   - heading: A heading of the second level, without its marks.
  /// - Throws: If there is none, or a row has another number of cells than the head.
  init(of page: String, _ heading: String, file: String) throws(TableMistake) {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "## \(heading)"),
      let head = lines[start...].firstIndex(where: { $0.hasPrefix("|") })
    else { throw TableMistake(file: file, line: 1, reason: "there is no table \"\(heading)\"") }
    let columns = Self.cells(lines[head])
    var rows: [Row] = []
    for (offset, line) in lines[head...].prefix(while: { $0.hasPrefix("|") }).enumerated()
      .dropFirst(2)
    {
      let cells = Self.cells(line)
      let row = Row(
        file: file, line: head + offset + 1,
        cells: Dictionary(zip(columns, cells)) { first, _ in first })
      guard cells.count == columns.count else {
        throw row.mistake("\(cells.count) cells, and the table has \(columns.count) columns")
      }
      rows.append(row)
    }
    self.rows = rows
  }

  /// The one form under a heading that stands there as code, as a row.
  static func form(
    in page: String, _ heading: String, file: String
  ) throws(TableMistake) -> Row {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "## \(heading)"),
      let line = lines[start...].firstIndex(where: { $0.hasPrefix("    ") })
    else { throw TableMistake(file: file, line: 1, reason: "there is no form \"\(heading)\"") }
    return Row(file: file, line: line + 1, cells: ["form": String(lines[line].trimmed)])
  }

  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { String($0.trimmed) }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without the blanks around it.
  fileprivate var trimmed: Substring {
    let start = firstIndex { $0 != " " } ?? endIndex
    let end = lastIndex { $0 != " " }.map { index(after: $0) } ?? start
    return self[start..<end]
  }
}
