/// Writes the requests of a family: what its commands say.
struct RequestSource {
  let family: CommandFamily

  var text: String {
    var swift = SwiftText.generated()
    swift.line("import BoardModel")
    swift.line()
    writeCases(to: &swift)
    swift.line()
    swift.block("extension \(family.type)") { swift in
      writeLines(to: &swift)
    }
    swift.line()
    FactsSource.write(family, to: &swift)
    return swift.text
  }

  private func writeCases(to swift: inout SwiftText) {
    swift.doc(family.doc)
    swift.block("public enum \(family.type): Hashable, Sendable") { swift in
      for member in family.members {
        if let fields = member.fields {
          swift.line("case \(member.caseName)(\(fields.name))")
        } else {
          swift.doc("`\(member.command.form.written)`: \(member.command.meaning).")
          swift.line("case \(member.caseName)")
        }
      }
      for member in family.members {
        guard let fields = member.fields else { continue }
        swift.line()
        if let shared = member.shared {
          swift.doc(fields.doc)
          swift.line("public typealias \(fields.name) = \(shared)")
        } else {
          fields.write(to: &swift)
        }
      }
    }
  }

  private func writeLines(to swift: inout SwiftText) {
    swift.doc("Appends the command as a line.")
    swift.block("func append(to buffer: inout WireBuffer)") { swift in
      swift.choice { swift in
        for member in family.members {
          let verb = member.command.verb
          swift.line(
            member.fields == nil
              ? "case .\(member.caseName): buffer.line(\"\(verb)\", NoFields())"
              : "case .\(member.caseName)(let fields): buffer.line(\"\(verb)\", fields)")
        }
      }
    }
  }
}

extension SwiftText {
  /// A file with the mark of what is not written by hand.
  static func generated(from page: String = "lines.md") -> SwiftText {
    var swift = SwiftText()
    swift.line("// Made from protocol/\(page) by `swift run lines`. What is changed here is lost.")
    swift.line()
    return swift
  }
}
