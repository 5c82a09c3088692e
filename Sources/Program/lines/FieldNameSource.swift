/// Writes the names that no field of an item may have.
struct FieldNameSource {
  let names: [String]

  /// - Throws: If a line with fields has a key that is not among the names, or a name is longer than eight characters.
  init(_ page: String, file: String, forms: [LineForm]) throws(TableMistake) {
    let table = try MarkdownTable(of: page, "Names that are no fields", file: file)
    var names: [String] = []
    for row in table.rows { names += try row.code("names") }
    self.names = names.sorted()
    if let long = names.first(where: { $0.utf8.count > 8 }) {
      throw TableMistake(file: file, line: 1, reason: "\"\(long)\" has more than eight characters")
    }
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

  /// The characters of a name one behind the other in a number, as the formatter has it: two of them in a group.
  private static func number(of name: String) -> String {
    let digits = name.utf8.map { String($0, radix: 16, uppercase: true) }
    let first = digits.count.isMultiple(of: 2) ? 0 : 1
    let pairs = stride(from: first, to: digits.count, by: 2).map { digits[$0] + digits[$0 + 1] }
    return "0x" + (digits.prefix(first) + pairs).joined(separator: "_")
  }

  func write(to swift: inout SwiftText) {
    swift.block("extension FieldName") { swift in
      swift.doc(
        """
        Whether a name is no field, since lines with fields have such a key, or may have it. It is given as a number: its \
        characters, at most eight, one behind the other.
        """)
      swift.block("static func isReserved(_ name: UInt64) -> Bool") { swift in
        swift.choice(of: "name") { swift in
          for name in names {
            swift.line("case \(Self.number(of: name)): true  // \(name)")
          }
          swift.line("default: false")
        }
      }
    }
  }
}
