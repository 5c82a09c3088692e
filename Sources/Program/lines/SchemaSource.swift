/// Writes the forms of all lines, and what values are in the JSON form, as data.
struct SchemaSource {
  /// The values that are other ones in lines of this kind than elsewhere; `key` is a fact behind a code.
  private static let exceptions: [(value: String, json: String)] = [
    ("batch FROM", "number"), ("batch TO", "number"), ("move-section FROM", "number"),
    ("move-section TO", "number"), ("insert-section ITEMS", "number"),
    ("section ITEMS", "numberOrString"), ("key ITEM", "escaped"), ("key SECTION", "escaped"),
    ("key PLACE", "escaped"),
  ]
  /// What values are in the JSON form, by the words of the table.
  private static let jsonForms = [
    "string": "string", "text": "escaped", "number": "number", "list": "list",
    "number or string": "numberOrString", "setting": "setting", "`text`": "text",
    "number of `rows`": "lineCount", "fields": "fields",
  ]

  /// For each line the parts of the call that makes its schema: its form, and what follows it.
  private let commands: [[String]]
  private let replies: [[String]]
  private let failures: [[String]]
  private let events: [[String]]
  private let rows: [[String]]
  /// The kinds of the lines of a snapshot: rows and events.
  private let snapshotKinds: [String]
  private let listings: [[String]]
  private let facts: [String]
  private let values: [(value: String, json: String)]

  /// - Throws: If a value that a line has is in no row, or in two.
  init(
    _ page: String, file: String, _ commands: CommandTable, _ replies: ReplyTable,
    _ codes: CodeTable
  ) throws(TableMistake) {
    self.commands = commands.rows.map { command in
      Self.schema(command.form.written, rows: command.family == "block" ? ".kinds" : nil)
    }
    self.replies = replies.rows.map { Self.schema($0.form.written, rows: $0.schemaRows) }
    failures = try MarkdownTable(of: page, "Replies", file: file).rows
      .map { row throws(TableMistake) in try row.oneCode("reply") }
      .filter { $0.contains("key=…") }
      .map { Self.schema($0.replacing("CODE", with: "CODE [replayed=yes]")) }
    let greeting = try MarkdownTable.form(in: page, "Greeting", file: file).cell("form")
    let table = try MarkdownTable(of: page, "Events", file: file)
    events =
      try [Self.schema(greeting)]
      + table.rows.map { row throws(TableMistake) in
        let form = try row.oneCode("event")
        return Self.schema(form, rows: form.contains(" LINES") ? ".kinds" : nil)
      }
    rows = try MarkdownTable(of: page, "Rows", file: file).rows.map { row throws(TableMistake) in
      Self.schema(try row.oneCode("row"))
    }
    snapshotKinds = try Self.snapshotKinds(of: table, file: file, among: events + rows)
    listings = replies.listings.map { listing in
      Self.schema(listing.fields.form.written, of: ".\(listing.verb.camelCase): ", hasKind: false)
    }
    facts = codes.keys.map { "\"\($0.form)\"" }
    values = try Self.values(MarkdownTable(of: page, "Values", file: file))
    let parts =
      commands.rows.flatMap(\.form.parts) + replies.rows.flatMap(\.form.parts)
      + replies.listings.flatMap(\.fields.form.parts) + codes.keys
    for part in parts where !part.notation.isEmpty && part.role != .flag {
      guard values.contains(where: { $0.value == part.notation }) else {
        throw TableMistake(
          file: file, line: 1, reason: "\"Values\" has no row \(part.notation) of `\(part.form)`")
      }
    }
  }

  private static func schema(
    _ form: String, of verb: String = "", rows: String? = nil, hasKind: Bool = true
  ) -> [String] {
    ["\(verb).init(", "\"\(form)\""] + (rows.map { ["rows: \($0)"] } ?? [])
      + (hasKind ? [] : ["hasKind: false"])
  }

  /// The kinds that the row of a snapshot names.
  private static func snapshotKinds(
    of table: MarkdownTable, file: String, among lines: [[String]]
  ) throws(TableMistake) -> [String] {
    for row in table.rows where try row.oneCode("event").hasPrefix("board ") {
      let kinds = try row.code("meaning")
      for kind in kinds where !lines.contains(where: { $0[1].hasPrefix("\"\(kind) ") }) {
        throw row.mistake("there is no `\(kind)` in \"Events\" or \"Rows\"")
      }
      return kinds
    }
    throw TableMistake(file: file, line: 1, reason: "\"Events\" has no `board`")
  }

  private static func values(
    _ table: MarkdownTable
  ) throws(TableMistake) -> [(value: String, json: String)] {
    var values: [(value: String, json: String)] = []
    for row in table.rows {
      let shown = try row.cell("JSON")
      guard let json = jsonForms[shown] else { throw row.mistake("\"JSON\" is never \"\(shown)\"") }
      for value in try row.cell("value").split(separator: ",").map({ $0.filter(\.isUppercase) }) {
        guard !values.contains(where: { $0.value == value }) else {
          throw row.mistake("\(value) has a row above")
        }
        values.append((value, json))
      }
    }
    return values
  }

  /// What a value is in the JSON form, by what stands for it.
  func json(of notation: String) -> String? { values.first { $0.value == notation }?.json }

  /// Writes the lines of each speaker, in the order of the page.
  func write(to swift: inout SwiftText) {
    swift.block("extension LineSchema") { swift in
      swift.list("commands: [LineSchema]", "The commands.", commands, access: "public ")
      swift.list(
        "replies: [LineSchema]", "What answers a command.", replies, access: "package ")
      swift.list("failures: [LineSchema]", "What answers a command that is not executed.", failures)
      swift.list("events: [LineSchema]", "What a server sends without being asked.", events)
      swift.list(
        "rows: [LineSchema]", "The lines of batches, snapshots and blocks.", rows,
        access: "package ")
      swift.list(
        "snapshotKinds: [String]", "The kinds of the lines of a snapshot.",
        snapshotKinds.map { ["\"\($0)\""] }, access: "package ")
      swift.list("listings: [Verb: LineSchema]", "The rows of listings.", listings)
      swift.list("facts: [String]", "The keys behind a code.", facts.map { [$0] })
      swift.list(
        "jsonForms: [String: JSONForm]",
        "What values are in the JSON form, by what stands for them.",
        (values + Self.exceptions).map { ["\"\($0.value)\": .\($0.json)"] })
    }
  }
}

extension ReplyRow {
  /// What the lines are that follow, as a schema has it.
  fileprivate var schemaRows: String? {
    switch lines {
    case .none: nil
    case .batch, .items: ".kinds"
    case .drawing: ".drawing"
    case .listing: ".listing(.\(caseName))"
    }
  }
}

extension SwiftText {
  /// Writes a constant of several elements, one behind the other; the parts of one are on one line if they fit.
  fileprivate mutating func list(
    _ name: String, _ doc: String, _ elements: [[String]], access: String = ""
  ) {
    if lines.last?.hasSuffix("{") == false { line() }
    self.doc(doc)
    indented("\(access)static let \(name) = [", "]") { swift in
      for element in elements { swift.element(element) }
    }
  }

  private mutating func element(_ parts: [String]) {
    guard parts.count > 1 else { return line("\(parts[0]),") }
    let rest = parts.dropFirst().joined(separator: ", ")
    guard !fits("\(parts[0])\(rest)),") else { return line("\(parts[0])\(rest)),") }
    indented(parts[0], parts.count == 2 ? ")," : nil) { swift in
      for part in parts.dropFirst().dropLast() { swift.line("\(part),") }
      swift.line(parts[parts.count - 1] + (parts.count == 2 ? "" : "),"))
    }
  }
}
