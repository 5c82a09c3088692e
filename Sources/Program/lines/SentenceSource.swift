/// Writes the sentences for people behind codes. Those that depend on the command or the board are functions by hand,
/// which are named as the codes are.
struct SentenceSource {
  private let codes: CodeTable
  /// The sentences by the beginnings of their lines: `refused no-board`.
  private let sentences: [String: String]

  init(_ page: String, file: String, _ codes: CodeTable) throws(TableMistake) {
    self.codes = codes
    let lines =
      codes.refusals.map { "refused \($0.code)" } + codes.errors.map { "error \($0.code)" }
      + codes.byes.map { "bye \($0.code)" }
    var sentences: [String: String] = [:]
    for row in try MarkdownTable(of: page, "Sentences", file: file).rows {
      let line = try row.oneCode("line")
      guard lines.contains(line) else { throw row.mistake("there is no code of `\(line)`") }
      guard sentences.updateValue(try row.cell("sentence"), forKey: line) == nil else {
        throw row.mistake("`\(line)` has a row above")
      }
    }
    self.sentences = sentences
  }

  func write(to swift: inout SwiftText) {
    swift.block("extension Refusal") { swift in
      swift.doc("The sentence at the end of the refusal, for people.")
      swift.block("public func sentence(in context: RefusalContext) -> String") { swift in
        swift.choice { swift in
          for code in codes.refusals { writeRefusal(code, to: &swift) }
        }
      }
    }
    swift.line()
    swift.block("extension LineError") { swift in
      swift.doc("The sentence at the end of the error, for people.")
      swift.line("///")
      swift.doc("- Parameter verb: The verb of the command, if it could be read.")
      swift.block("func sentence(_ verb: Verb?) -> String") { swift in
        swift.choice { swift in
          for code in codes.errors { writeError(code, to: &swift) }
        }
      }
    }
    swift.line()
    writeByes(to: &swift)
  }

  private func writeRefusal(_ code: CodeTable.Code, to swift: inout SwiftText) {
    let name = code.caseName
    let properties = RefusalSource.properties(of: code)
    guard let sentence = sentences["refused \(code.code)"] else {
      let arguments = (properties + ["context"]).joined(separator: ", ")
      return swift.patterns(
        [".\(name)" + properties.map { "let \($0)" }.inParentheses],
        "RefusalSentences.\(name)(\(arguments))")
    }
    // Words in capitals are the values of the keys.
    var used: Set<String> = []
    let text = sentence.literal.replacing(/\b[A-Z]+\b/) { word in
      guard let part = code.forms.first?.first(where: { $0.notation == word.output }) else {
        return String(word.output)
      }
      let property = CodeSource.fact(part).property
      used.insert(property)
      return "\\(\(property))"
    }
    let bindings = properties.map { used.contains($0) ? "let \($0)" : "_" }
    swift.patterns([".\(name)" + (used.isEmpty ? "" : bindings.inParentheses)], text)
  }

  private func writeError(_ code: CodeTable.Code, to swift: inout SwiftText) {
    let name = code.caseName
    if let sentence = sentences["error \(code.code)"] {
      return swift.patterns([".\(name)"], sentence.literal)
    }
    let fact = CodeSource.fact(of: code)
    let argument = fact.map { $0.type == "QuotedWord" ? "fact.string, " : "fact, " } ?? ""
    swift.patterns(
      [".\(name)" + (fact == nil ? "" : "(let fact)")], "ErrorSentences.\(name)(\(argument)verb)")
  }

  private func writeByes(to swift: inout SwiftText) {
    swift.block("extension Bye") { swift in
      swift.doc("The sentence for people, which may be empty.")
      swift.block("var sentence: Text") { swift in
        swift.choice { swift in
          for group in codes.byes.grouped(by: { sentences["bye \($0.code)"] ?? "" }) {
            swift.patterns(group.members.map { ".\($0.caseName)" }, group.value.literal)
          }
        }
      }
    }
  }
}
