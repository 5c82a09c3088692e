/// Writes the sentences for people behind codes. Those that depend on more than the tables say are functions by hand, which
/// are named as the codes are.
struct SentenceSource {
  private let codes: CodeTable
  /// The sentences by the beginnings of their lines: `refused no-board`. The first that applies is said.
  private let sentences: [String: [SaidSentence]]

  init(
    _ page: String, file: String, _ codes: CodeTable, verbs: [String]
  ) throws(TableMistake) {
    self.codes = codes
    let lines = Dictionary(
      uniqueKeysWithValues: codes.refusals.map { ("refused \($0.code)", $0) }
        + codes.errors.map { ("error \($0.code)", $0) } + codes.byes.map { ("bye \($0.code)", $0) })
    var sentences: [String: [SaidSentence]] = [:]
    for (heading, verbs) in [("Sentences of commands", verbs), ("Sentences", nil)] {
      for row in try MarkdownTable(of: page, heading, file: file).rows {
        let line = try row.oneCode("line")
        guard let code = lines[line] else { throw row.mistake("there is no code of `\(line)`") }
        guard sentences[line]?.last?.isConditional != false else {
          throw row.mistake("`\(line)` has a row above")
        }
        sentences[line, default: []].append(try SaidSentence(row, of: code, if: verbs))
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
    let properties = RefusalSource.properties(of: code)
    let arguments = (properties + ["context"]).joined(separator: ", ")
    write(
      code, sentences["refused \(code.code)"] ?? [], properties, verb: "context.verb",
      otherwise: "RefusalSentences.\(code.caseName)(\(arguments))", to: &swift)
  }

  private func writeError(_ code: CodeTable.Code, to swift: inout SwiftText) {
    let fact = CodeSource.fact(of: code)
    let argument =
      fact.map { $0.property + ($0.type == "QuotedWord" ? ".string, " : ", ") } ?? ""
    write(
      code, sentences["error \(code.code)"] ?? [], fact.map { [$0.property] } ?? [], verb: "verb",
      otherwise: "ErrorSentences.\(code.caseName)(\(argument)verb)", to: &swift)
  }

  /// Writes the case of a code.
  ///
  /// - Parameters:
  ///   - properties: The values of the code.
  ///   - otherwise: The call of what is by hand, if no sentence of a table applies.
  private func write(
    _ code: CodeTable.Code, _ sentences: [SaidSentence], _ properties: [String], verb: String,
    otherwise: String, to swift: inout SwiftText
  ) {
    let conditional = sentences.filter(\.isConditional)
    let last = sentences.last.flatMap { $0.isConditional ? nil : $0.text }
    let used = last == nil ? Set(properties) : Set(sentences.flatMap(\.used))
    let bindings = properties.map { used.contains($0) ? "let \($0)" : "_" }
    let pattern = ".\(code.caseName)" + (used.isEmpty ? "" : bindings.inParentheses)
    guard !conditional.isEmpty else { return swift.patterns([pattern], last ?? otherwise) }
    let hasSubject = conditional.contains { $0.subject != nil }
    swift.indented("case \(pattern):", nil) { swift in
      swift.line("switch \(hasSubject ? "(context.subject, \(verb))" : verb) {")
      for sentence in conditional {
        swift.patterns(sentence.patterns(withSubject: hasSubject), sentence.text)
      }
      swift.patterns(["_"], last ?? otherwise)
      swift.line("}")
    }
  }

  private func writeByes(to swift: inout SwiftText) {
    swift.block("extension Bye") { swift in
      swift.doc("The sentence for people, which may be empty.")
      swift.block("var sentence: Text") { swift in
        swift.choice { swift in
          for group in codes.byes.grouped(by: { sentences["bye \($0.code)"]?.last?.text ?? "\"\"" })
          {
            swift.patterns(group.members.map { ".\($0.caseName)" }, group.value)
          }
        }
      }
    }
  }
}
