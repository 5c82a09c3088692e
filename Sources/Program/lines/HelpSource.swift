/// Writes what `help` says of each verb.
struct HelpSource {
  let table: CommandTable

  func write(to swift: inout SwiftText) {
    swift.block("extension Verb") { swift in
      swift.doc("What `help` says of the verb.")
      swift.block("var help: HelpText") { swift in
        swift.choice { swift in
          for command in table.rows { write(command, to: &swift) }
        }
      }
    }
  }

  /// Writes the words that people bring along from elsewhere.
  func writeHabits(to swift: inout SwiftText) {
    swift.doc("Words that people bring along from elsewhere.")
    swift.block("enum Habits") { swift in
      swift.doc("The verbs that do what the words do elsewhere.")
      swift.indented("static let verbs: [String: Verb] = [", "]") { swift in
        for command in table.rows {
          for word in command.habits {
            swift.line("\(word.literal): .\(command.verb.camelCase),")
          }
        }
      }
    }
  }

  private func write(_ command: CommandRow, to swift: inout SwiftText) {
    swift.line("case .\(command.verb.camelCase):")
    swift.line("  .init(")
    swift.line("    \(command.says.literal),")
    let examples = command.examples.map(\.literal)
    let whole = "    [\(examples.joined(separator: ", "))],"
    if whole.count <= 94 {
      swift.line(whole)
    } else {
      swift.line("    [")
      for example in examples { swift.line("      \(example),") }
      swift.line("    ],")
    }
    let codes = command.refusals.map { ".\($0.camelCase)" }
    swift.line("    [\(codes.joined(separator: ", "))])")
  }
}

extension String {
  /// The text as a string of Swift.
  var literal: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
