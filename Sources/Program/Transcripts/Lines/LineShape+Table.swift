import Articles

// The shapes of all lines, from the pages of `protocol/` that are embedded in the program.

extension LineShape {
  /// The lines of a server by KIND.
  static let messages: [String: [LineShape]] = {
    let tables = ["Replies", "Events"].flatMap { ProtocolFile.lines.rows(under: $0) }
    let drawn = tables.filter { $0[1].hasPrefix("drawn lines") }.map { $0[0] }
    return table([ProtocolFile.lines.code(under: "Greeting")] + tables.map { $0[0] }, drawn: drawn)
  }()

  /// The rows of batches and snapshots, by KIND.
  static let rows = table(ProtocolFile.lines.rows(under: "Rows").map { $0[0] })
    .merging(messages.filter { ["drag", "selected", "policy"].contains($0.key) }) { row, _ in row }

  /// The rows of listings, by verb.
  static let listings = Dictionary(
    uniqueKeysWithValues: ProtocolFile.lines.rows(under: "Listing rows").map { row in
      (row[1].firstCode, shape(row[0]))
    })

  /// The keys of `refused` and `error`.
  static let facts = Set(
    ["Refusals", "Errors"].flatMap { ProtocolFile.errors.rows(under: $0) }
      .flatMap { $0[1].split { " `[]".contains($0) } }
      .compactMap { word in word.firstIndex(of: "=").map { String(word[..<$0]) } })

  /// The keys of a row of `policy`.
  static let policies = Set(
    ProtocolFile.specification.rows(under: "8. Drag sessions").map { $0[0].firstCode })
}

/// A page of `protocol/`.
struct ProtocolFile: Sendable {
  static let lines = ProtocolFile(protocol_lines())
  static let errors = ProtocolFile(protocol_errors())
  static let specification = ProtocolFile(protocol_specification())

  private let lines: [Substring]

  private init(_ page: ProtocolPage) {
    let bytes = UnsafeBufferPointer(start: page.bytes, count: page.count)
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The cells of the first table under a heading, without its head. A cell that is all code is
  /// without its marks.
  func rows(under heading: String) -> [[String]] {
    let table = lines.drop { $0 != "## \(heading)" }.drop { !$0.hasPrefix("|") }
      .prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map { row in
      row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { cell($0) }
    }
  }

  /// The first indented line under a heading.
  func code(under heading: String) -> String {
    let line = lines.drop { $0 != "## \(heading)" }.first { $0.hasPrefix("    ") }
    return line.map { String($0.dropFirst(4)) } ?? ""
  }

  private func cell(_ text: Substring) -> String {
    let text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    let isCode = text.hasPrefix("`") && text.hasSuffix("`") && text.count { $0 == "`" } == 2
    return isCode ? text.firstCode : text
  }
}

extension String {
  /// What stands between the first two marks of code; the string itself if there are none.
  fileprivate var firstCode: String {
    let parts = split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : self
  }
}
