/// What the steps of a command grow with, and the parts of its line that tell how far.
struct CostTable {
  private struct Row {
    let name: String
    let meaning: String
    let parts: [LineForm.Part]
    /// The types of the parts.
    let types: [String]
  }

  private let rows: [Row]

  init(_ page: String, file: String) throws(TableMistake) {
    var rows: [Row] = []
    for row in try MarkdownTable(of: page, "Costs", file: file).rows {
      let form = try LineForm(row.code("of").joined(separator: " "), hasKind: false, of: row)
      var types: [String] = []
      for part in form.parts {
        let isOptional = part.role == .lastWord || part.role == .key
        types.append(try SwiftValue.ofClient(part, at: row).type + (isOptional ? "?" : ""))
      }
      rows.append(
        Row(
          name: try row.oneCode("cost"), meaning: try row.cell("grows with"), parts: form.parts,
          types: types))
    }
    self.rows = rows
  }

  /// - Throws: If there is no such class, or the line lacks a part that it needs.
  func check(
    _ name: String, of form: LineForm, at row: MarkdownTable.Row
  ) throws(TableMistake) {
    guard let cost = rows.first(where: { $0.name == name }) else {
      throw row.mistake(
        name.isEmpty ? "`\(form.kind)` has no cost" : "there is no cost \"\(name)\"")
    }
    for part in cost.parts where !form.parts.contains(where: { $0.property == part.property }) {
      throw row.mistake("the cost \"\(name)\" needs a part `\(part.form)` of `\(form.written)`")
    }
  }

  /// The Swift of the cost of a command, whose parts are `fields`.
  func value(of name: String) -> String {
    let parts = rows.first { $0.name == name }?.parts ?? []
    return ".\(name)" + parts.map { $0.costLabel + "fields.\($0.property)" }.inParentheses
  }

  /// Writes the classes. `BoardHub` says what each costs.
  func write(to swift: inout SwiftText) {
    swift.doc("What the steps of a command grow with.")
    swift.block("package enum CostClass") { swift in
      for row in rows {
        swift.doc(row.meaning.sentence)
        let values = zip(row.parts, row.types).map { $0.costLabel + $1 }
        swift.line("case \(row.name)\(values.inParentheses)")
      }
    }
  }
}

extension LineForm.Part {
  /// A key is named where a cost is made.
  fileprivate var costLabel: String { role.isKey ? "\(property): " : "" }
}
