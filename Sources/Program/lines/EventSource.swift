/// Writes what a server sends without being asked, apart from batches and snapshots.
struct EventSource {
  /// A kind of event.
  struct Row {
    let caseName: String
    let form: LineForm
    /// Who may be told of it.
    let audience: String
    /// nil if the line is nothing but its kind.
    let fields: FieldsSource?
  }

  /// The kinds whose parts are written by hand: a sentence that the server makes.
  private static let byHand = ["bye"]

  /// The words for who may be told, with the cases of `EventAudience`.
  private static let audiences = [
    "watchers": "watchers", "watchers and owner": "watchersAndOwner", "client": "client",
    "connection": "connection",
  ]

  private let rows: [Row]
  /// The parts of the lines with which a connection, a batch and a snapshot begin.
  private let heads: [FieldsSource]

  init(_ page: String, file: String) throws(TableMistake) {
    var rows: [Row] = []
    let greeting = try MarkdownTable.form(in: page, "Greeting", file: file)
    var heads = [
      try FieldsSource(
        server: LineForm(greeting.cell("form"), of: greeting), named: "Greeting",
        doc: "The line with which a server begins (rule 1.1).", at: greeting)
    ]
    for row in try MarkdownTable(of: page, "Events", file: file).rows {
      let form = try LineForm(row.oneCode("event"), of: row)
      let doc = "`\(form.written)`: \(try row.cell("meaning"))."
      let audience = try row.one(of: Self.audiences.keys.sorted(), "told")
      guard !form.parts.contains(where: { $0.notation == "LINES" }) else {
        heads.append(try .init(server: form, named: "\(form.kind.typeName)Head", doc: doc, at: row))
        continue
      }
      let name = form.parts.first { $0.role == .literal }?.name ?? form.kind
      guard !rows.contains(where: { $0.caseName == name.camelCase }) else {
        throw row.mistake("\"\(name)\" has a row above")
      }
      let isPlain = !form.parts.isEmpty && !Self.byHand.contains(name)
      let type = "\(name.typeName)Event"
      rows.append(
        Row(
          caseName: name.camelCase, form: form, audience: Self.audiences[audience] ?? "",
          fields: isPlain ? try .init(server: form, named: type, doc: doc, at: row) : nil))
    }
    (self.rows, self.heads) = (rows, heads)
  }

  var forms: [LineForm] { rows.map(\.form) }

  /// Writes the kinds.
  func writeKinds(to swift: inout SwiftText) {
    swift.doc(
      "Something that a server sends without being asked, apart from batches and snapshots.")
    swift.block("public enum Event: Hashable, Sendable") { swift in
      for row in rows { swift.line("case \(row.caseName)" + (row.type.map { "(\($0))" } ?? "")) }
    }
    swift.line()
    writeFacts(to: &swift)
    swift.line()
    writeReading(to: &swift)
    swift.line()
    swift.block("extension WireBuffer") { swift in
      swift.doc("Appends an event with its line end.")
      swift.block("public mutating func append(_ event: Event)") { swift in
        swift.line("switch event {")
        for row in rows {
          let binding = row.type == nil ? "" : "(let fields)"
          let fields = row.type == nil ? "NoFields()" : "fields"
          swift.line("case .\(row.caseName)\(binding): line(\"\(row.form.kind)\", \(fields))")
        }
        swift.line("}")
      }
    }
  }

  private func writeFacts(to swift: inout SwiftText) {
    swift.block("extension Event") { swift in
      swift.doc("Who may be told of the event.")
      swift.block("public var audience: EventAudience") { swift in
        swift.choice { swift in
          for group in rows.grouped(by: \.audience) {
            swift.patterns(group.members.map { ".\($0.caseName)" }, ".\(group.value)")
          }
        }
      }
      swift.line()
      swift.doc("The board that the event is about, if it names it.")
      swift.block("public var board: BoardName?") { swift in
        swift.choice { swift in
          for group in rows.grouped(by: { $0.hasBoard ? $0.caseName : "" }) {
            group.value.isEmpty
              ? swift.patterns(group.members.map { ".\($0.caseName)" }, "nil")
              : swift.line("case .\(group.value)(let fields): fields.board")
          }
        }
      }
    }
  }

  private func writeReading(to swift: inout SwiftText) {
    swift.doc("The kinds of event, in the order of `protocol/lines.md`.")
    swift.block("enum EventKind: String, CaseIterable") { swift in
      for row in rows { swift.line("case \(row.caseName)") }
      swift.line()
      swift.doc("The first word of the line.")
      swift.block("var firstWord: String") { swift in
        swift.choice { swift in
          for group in rows.grouped(by: \.form.kind) {
            swift.patterns(group.members.map { ".\($0.caseName)" }, "\"\(group.value)\"")
          }
        }
      }
      swift.line()
      swift.doc("Reads the parts of an event of this kind.")
      swift.block("func event(_ line: inout LineReader) throws(LineError) -> Event") { swift in
        swift.choice { swift in
          for row in rows {
            let name = row.caseName
            swift.line(
              row.type == nil
                ? "case .\(name): .\(name)" : "case .\(name): try .\(name)(.init(&line, from: nil))"
            )
          }
        }
      }
    }
  }

  /// Writes the parts.
  func writeTypes(to swift: inout SwiftText) {
    FieldsSource.write(rows.compactMap(\.fields).map { ($0, nil) }, to: &swift)
  }

  /// Writes the parts of lines that begin something.
  func writeHeads(to swift: inout SwiftText) {
    FieldsSource.write(heads.map { ($0, nil) }, to: &swift)
  }
}

extension EventSource.Row {
  fileprivate var hasBoard: Bool {
    form.parts.contains { $0.notation == "BOARD" && $0.role == .word }
  }

  /// The type of the parts; nil if there are none.
  fileprivate var type: String? {
    form.parts.isEmpty ? nil : fields?.name ?? "\(caseName.typeName)Event"
  }
}
