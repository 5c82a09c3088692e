/// Writes the requests of a family: what its commands say.
struct RequestSource {
  let family: CommandFamily

  func write(to swift: inout SwiftText) {
    writeCases(to: &swift)
    swift.line()
    swift.block("extension \(family.type)") { swift in
      writeLines(to: &swift)
    }
    swift.line()
    FactsSource.write([FactsSource.verb], of: family, to: &swift)
  }

  private func writeCases(to swift: inout SwiftText) {
    swift.doc(family.doc)
    swift.block("public enum \(family.type): Hashable, Sendable") { swift in
      for member in family.members {
        if let fields = member.fields {
          swift.line("case \(member.caseName.declared)(\(fields.name))")
        } else {
          swift.doc("`\(member.command.form.written)`: \(member.command.meaning).")
          swift.line("case \(member.caseName)")
        }
      }
      swift.line()
      FieldsSource.write(
        family.members.compactMap { member in member.fields.map { ($0, member.shared) } },
        to: &swift)
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
