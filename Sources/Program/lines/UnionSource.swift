/// Writes the values that are a word with the keys that it needs.
struct UnionSource {
  /// A word with its keys, in the order in which a value has them.
  fileprivate struct Case {
    let word: String
    let keys: [LineForm.Part]
    let meaning: String
  }

  /// A type of such values.
  fileprivate struct Union {
    let type: String
    let word: String
    let doc: String
    /// The keys of all its words, in the order of the line.
    let keys: [String]
    let cases: [Case]
  }

  private let outcome: Union
  private let reported: Union
  private let choice: Union

  init(_ page: String, file: String) throws(TableMistake) {
    let table = try MarkdownTable(of: page, "Words with keys", file: file)
    let outcomes = try Self.cases(of: "OUTCOME", in: table)
    outcome = Union(
      type: "SessionOutcome", word: "OutcomeWord",
      doc: "How a drag session ended. Final: a session has one outcome.",
      keys: ["rev", "at", "board", "reason"], cases: outcomes)
    let keys = ["rev", "board"]
    reported = Union(
      type: "ReportedOutcome", word: "OutcomeWord",
      doc: "How a drag session ended, as far as everyone is told (rule 7.5).", keys: keys,
      cases: outcomes.map { outcome in
        let isPrivate = outcome.word == "unchanged"
        let shown = isPrivate ? [] : outcome.keys.filter { keys.contains($0.name) }
        return Case(word: outcome.word, keys: shown, meaning: outcome.meaning)
      })
    choice = Union(
      type: "Choice", word: "ChoiceWord", doc: "What became of an item that was chosen.",
      keys: ["rev", "at"], cases: try Self.cases(of: "CHOICE", in: table))
  }

  private static func cases(
    of value: String, in table: MarkdownTable
  ) throws(TableMistake) -> [Case] {
    var cases: [Case] = []
    for row in table.rows where try row.cell("value") == value {
      var keys: [LineForm.Part] = []
      for key in try row.code("keys") {
        keys += try LineForm(key, hasKind: false, of: row).parts
      }
      cases.append(
        Case(word: try row.oneCode("word"), keys: keys, meaning: try row.cell("meaning")))
    }
    return cases
  }

  /// Writes the type that the model has.
  func writeModel(to swift: inout SwiftText) { Self.writeCases(outcome, to: &swift) }

  /// Writes the other types, and how all are read and written.
  func writeWire(to swift: inout SwiftText) {
    for union in [reported, choice] {
      Self.writeCases(union, to: &swift)
      swift.line()
      Self.writeWords(union, to: &swift)
      swift.line()
    }
    swift.block("extension ReportedOutcome") { swift in
      swift.doc("What is told of an outcome.")
      swift.block("public init(_ outcome: SessionOutcome)") { swift in
        swift.line("self =")
        swift.line("  switch outcome {")
        for (known, shown) in zip(outcome.cases, reported.cases) {
          let names = known.keys.map { key in
            shown.keys.contains(key) ? "let \(key.property)" : "_"
          }
          let isShown = !shown.keys.isEmpty
          swift.line("  case .\(known.word)\(isShown ? names.inParentheses : ""): \(shown.made)")
        }
        swift.line("  }")
      }
    }
    for union in [outcome, reported, choice] {
      swift.line()
      Self.writeCoder(union, to: &swift)
    }
    swift.line()
    writeContent(to: &swift)
  }

  /// Writes which outcomes have a revision of a board.
  private func writeContent(to swift: inout SwiftText) {
    swift.block("extension SessionOutcome") { swift in
      swift.block("@inlinable var speaksOfBoard: Bool") { swift in
        swift.choice { swift in
          for isThere in [true, false] {
            let cases = outcome.cases.filter { $0.keys.contains { $0.name == "rev" } == isThere }
            swift.patterns(cases.map { ".\($0.word)" }, "\(isThere)")
          }
        }
      }
    }
  }

  private static func writeCases(_ union: Union, to swift: inout SwiftText) {
    swift.doc(union.doc)
    swift.block("public enum \(union.type): Hashable, Sendable") { swift in
      for each in union.cases {
        swift.doc(each.meaning.sentence)
        let values = each.keys.map { "\($0.property): \($0.swiftType)" }
        swift.line("case \(each.word)\(values.inParentheses)")
      }
    }
  }

  private static func writeWords(_ union: Union, to swift: inout SwiftText) {
    swift.doc("The word of such a value.")
    swift.block("public enum \(union.word): String, WireWord, Sendable") { swift in
      swift.line("case \(union.cases.map(\.word).joined(separator: ", "))")
    }
  }

  private static func writeCoder(_ union: Union, to swift: inout SwiftText) {
    let keys = union.keys.compactMap { name in
      union.cases.lazy.flatMap(\.keys).first { $0.name == name }
    }
    swift.block("extension \(union.type)") { swift in
      swift.line("@inline(__always)")
      swift.block("var word: \(union.word)") { swift in
        swift.choice { swift in
          for each in union.cases { swift.line("case .\(each.word): .\(each.word)") }
        }
      }
      for key in keys {
        swift.line()
        writePart(key, of: union, to: &swift)
      }
      swift.line()
      writeWhole(union, keys, to: &swift)
      swift.line()
      writeReading(union, keys, to: &swift)
    }
  }

  /// Writes the property that is the value of a key, or nil.
  private static func writePart(_ key: LineForm.Part, of union: Union, to swift: inout SwiftText) {
    let property = key.property
    swift.block("var \(property): \(key.plainType)?") { swift in
      swift.choice { swift in
        let having = union.cases.filter { $0.keys.contains { $0.name == key.name } }
        let patterns = having.map { each in
          ".\(each.word)"
            + each.keys.map { $0.name == key.name ? "let \(property)" : "_" }.inParentheses
        }
        swift.patterns(patterns, property)
        let others = union.cases.filter { each in !having.contains { $0.word == each.word } }
        if !others.isEmpty { swift.patterns(others.map { ".\($0.word)" }, "nil") }
      }
    }
  }

  private static func writeWhole(
    _ union: Union, _ keys: [LineForm.Part], to swift: inout SwiftText
  ) {
    swift.doc("The value of a word with these keys, or nil if one that it needs is missing.")
    let parameters =
      ["_ word: \(union.word)"]
      + keys.map { "\($0.property): \($0.plainType)?" }
    swift.function("init?", parameters) { swift in
      swift.line("switch word {")
      for each in union.cases {
        let needed = each.keys.filter { $0.role == .fact && $0.standard == nil }.map(\.property)
        guard !needed.isEmpty else {
          swift.line("case .\(each.word): self = \(each.made)")
          continue
        }
        swift.indented("case .\(each.word):", nil) { swift in
          swift.require(needed.map { "let \($0)" })
          swift.line("self = \(each.made)")
        }
      }
      swift.line("}")
    }
  }

  private static func writeReading(
    _ union: Union, _ keys: [LineForm.Part], to swift: inout SwiftText
  ) {
    let names = keys.map { "[\($0.name)=]" }.joined(separator: " ")
    swift.doc("Names `\(names)`.")
    swift.line("@inline(__always)")
    swift.line("init<Coder: LineCoder & ~Copyable>(")
    swift.line("  keysOf word: \(union.word), _ line: inout Coder, from old: Self?")
    swift.block(") throws(Coder.Failure)") { swift in
      for key in keys {
        swift.line("let \(key.property) = try line.key(\"\(key.name)\", old?.\(key.property))")
      }
      swift.block("if let old") { swift in
        swift.line("self = old")
        swift.line("return")
      }
      let arguments = ["word"] + keys.map { "\($0.property): \($0.property)" }
      swift.line("let read = Self(\(arguments.joined(separator: ", ")))")
      swift.line("try line.require(\"rev\", read != nil)")
      let plain = union.cases.first { $0.keys.isEmpty }
      swift.line("self = read ?? .\(plain?.word ?? "")")
    }
  }
}

extension UnionSource.Case {
  /// The Swift of the case from values of the same names.
  fileprivate var made: String {
    ".\(word)"
      + keys.map { "\($0.property): \($0.property)" + ($0.standard.map { " ?? \($0)" } ?? "") }
      .inParentheses
  }
}

extension LineForm.Part {
  /// The type of the value in such a case.
  fileprivate var swiftType: String { plainType + (role == .key ? "?" : "") }

  fileprivate var plainType: String {
    let types = ["REV": "Int", "PATH": "IndexPath", "BOARD": "BoardName", "REASON": "DropReason"]
    return types[notation] ?? notation
  }

  /// What the value is if a line lacks the key, although it should have it.
  fileprivate var standard: String? { notation == "REASON" ? ".limit" : nil }
}
