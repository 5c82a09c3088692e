/// Writes the names that no field of an item may have.
struct FieldNameSource {
  let names: [String]

  /// - Throws: If a line with fields has a key that is not among the names.
  init(_ page: String, file: String, forms: [LineForm]) throws(TableMistake) {
    let table = try MarkdownTable(of: page, "Names that are no fields", file: file)
    var names: [String] = []
    for row in table.rows { names += try row.code("names") }
    self.names = names.sorted()
    for form in forms where form.parts.contains(where: { $0.role == .fields }) {
      for part in form.parts where part.role.isKey && part.role != .fields {
        guard names.contains(part.name) || part.name.contains("-") else {
          throw TableMistake(
            file: file, line: 1,
            reason:
              "`\(form.written)` has fields, so that \"\(part.name)\" must be no name of a field")
        }
      }
    }
  }

  func write(to swift: inout SwiftText) {
    swift.block("extension FieldName") { swift in
      swift.doc(
        "The names that are no fields, since lines with fields have such keys, or may have them.")
      swift.indented("static let reserved = [", "]") { swift in
        for name in names { swift.line("\"\(name)\",") }
      }
    }
  }
}
