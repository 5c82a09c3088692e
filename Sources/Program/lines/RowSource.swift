/// Writes the rows of batches, snapshots and blocks.
struct RowSource {
  /// A kind of row.
  private struct Row {
    let kind: String
    let fields: FieldsSource

    var caseName: String { kind.camelCase }
  }

  /// The rows that are no change of a batch by themselves.
  private static let ofContent = ["section", "item"]

  private let rows: [Row]

  /// The forms of the rows.
  var forms: [LineForm] { rows.map(\.fields.form) }

  init(_ page: String, file: String) throws(TableMistake) {
    var rows: [Row] = []
    for row in try MarkdownTable(of: page, "Rows", file: file).rows {
      let form = try LineForm(row.oneCode("row"), of: row)
      guard !rows.contains(where: { $0.kind == form.kind }) else {
        throw row.mistake("`\(form.kind)` has a row above")
      }
      rows.append(Row(kind: form.kind, fields: try FieldsBuilder.row(form, at: row)))
    }
    self.rows = rows
  }

  /// Writes the kinds, and how a row is read.
  func writeRows(to swift: inout SwiftText) {
    swift.doc("One line inside a batch, a snapshot or a block, as it was read.")
    swift.block("public enum Row: Hashable, Sendable") { swift in
      for row in rows { swift.line("case \(row.caseName)(\(row.fields.name))") }
    }
    swift.line()
    swift.block("extension Row") { swift in
      writeKind(to: &swift)
      swift.line()
      writeReading(to: &swift)
    }
  }

  private func writeKind(to swift: inout SwiftText) {
    swift.doc("The kind of a row of a batch; nil for a row of a content.")
    swift.block("var kind: RowKind?") { swift in
      swift.choice { swift in
        for row in rows where !Self.ofContent.contains(row.kind) {
          swift.line("case .\(row.caseName): .\(row.caseName)")
        }
        swift.patterns(Self.ofContent.map { ".\($0.camelCase)" }, "nil")
      }
    }
  }

  private func writeReading(to swift: inout SwiftText) {
    swift.doc(
      "Reads the parts of a row behind its kind. Short kinds are frequent, and tried first.")
    swift.block("init(_ kind: Word, _ line: inout LineReader) throws(LineError)") { swift in
      for (offset, row) in rows.sorted(by: { $0.kind.count < $1.kind.count }).enumerated() {
        swift.line("\(offset == 0 ? "" : "} else ")if kind.equals(\"\(row.kind)\") {")
        swift.line("  self = .\(row.caseName)(try .init(&line, from: nil))")
      }
      swift.line("} else {")
      swift.line("  throw .argument(kind)")
      swift.line("}")
    }
  }

  /// Writes the parts.
  func writeTypes(to swift: inout SwiftText) {
    FieldsSource.write(rows.map { ($0.fields, nil) }, to: &swift)
  }
}
