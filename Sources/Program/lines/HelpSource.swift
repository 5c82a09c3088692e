/// Writes what `help` says of each verb.
struct HelpSource {
  private let table: CommandTable
  /// What is said of values, by their names, as words and as keys.
  private let values: [(names: [String], word: String, key: String)]

  init(_ page: String, file: String, _ table: CommandTable) throws(TableMistake) {
    self.table = table
    var values: [(names: [String], word: String, key: String)] = []
    for row in try MarkdownTable(of: page, "Values in sentences", file: file).rows {
      values.append((try row.code("value"), try row.cell("as a word"), try row.cell("as a key")))
    }
    self.values = values
  }

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

  /// Writes what is said of values.
  func writeValues(to swift: inout SwiftText) {
    swift.block("extension ErrorSentences") { swift in
      swift.doc("What a word of a command looks like.")
      swift.block("package static func form(of name: String) -> String?") { swift in
        write(values.map { ($0.names, $0.word) }, of: "name", otherwise: "nil", to: &swift)
      }
    }
    swift.line()
    swift.block("extension LineSchema.Part") { swift in
      swift.doc("The values that a key takes, for people.")
      swift.block("package var values: String") { swift in
        write(values.map { ($0.names, $0.key) }, of: "notation", otherwise: "notation", to: &swift)
      }
    }
  }

  private func write(
    _ sentences: [(names: [String], sentence: String)], of value: String, otherwise: String,
    to swift: inout SwiftText
  ) {
    swift.line("switch \(value) {")
    for (names, sentence) in sentences where !sentence.isEmpty {
      swift.patterns(names.map(\.literal), sentence.literal)
    }
    swift.line("default: \(otherwise)")
    swift.line("}")
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
