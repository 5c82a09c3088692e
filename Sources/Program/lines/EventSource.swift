/// Writes what a server sends without being asked, apart from batches and snapshots.
struct EventSource {
  /// A kind of event.
  struct Row {
    let caseName: String
    let form: LineForm
    /// nil if the line is nothing but its kind.
    let fields: FieldsSource?
  }

  /// The kinds whose parts are written by hand: the keys of a policy, and a sentence that the server makes.
  private static let byHand = ["policy", "bye"]
  /// The lines that begin a change or a snapshot, and are no events of `Event`.
  private static let heads = ["batch", "board"]

  private let rows: [Row]

  init(_ page: String, file: String) throws(TableMistake) {
    var rows: [Row] = []
    for row in try MarkdownTable(of: page, "Events", file: file).rows {
      let form = try LineForm(row.oneCode("event"), of: row)
      guard !Self.heads.contains(form.kind) else { continue }
      let name = form.parts.first { $0.role == .literal }?.name ?? form.kind
      guard !rows.contains(where: { $0.caseName == name.camelCase }) else {
        throw row.mistake("\"\(name)\" has a row above")
      }
      let doc = "`\(form.written)`: \(try row.cell("meaning"))."
      let isPlain = !form.parts.isEmpty && !Self.byHand.contains(name)
      let type = "\(name.typeName)Event"
      rows.append(
        Row(
          caseName: name.camelCase, form: form,
          fields: isPlain ? try .init(server: form, named: type, doc: doc, at: row) : nil))
    }
    self.rows = rows
  }

  /// Writes the kinds.
  func writeKinds(to swift: inout SwiftText) {
    swift.doc(
      "Something that a server sends without being asked, apart from batches and snapshots.")
    swift.block("public enum Event: Hashable, Sendable") { swift in
      for row in rows { swift.line("case \(row.caseName)" + (row.type.map { "(\($0))" } ?? "")) }
    }
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
}

extension EventSource.Row {
  /// The type of the parts; nil if there are none.
  fileprivate var type: String? {
    form.parts.isEmpty ? nil : fields?.name ?? "\(caseName.typeName)Event"
  }
}
