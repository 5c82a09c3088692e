/// Writes the replies: their cases, how their first lines are read and written, and what a client takes from them.
struct ReplySource {
  let table: ReplyTable

  /// The name of the type of a reply's parts: that of the first reply that has the same.
  private func shared(_ reply: ReplyRow) -> String? {
    guard let fields = reply.fields else { return nil }
    return table.rows.first { $0.fields?.isSame(as: fields) == true }?.fields?.name
  }

  /// Writes the cases.
  func writeReplies(to swift: inout SwiftText) {
    writeCases(to: &swift)
    swift.line()
    swift.block("extension Reply") { swift in
      writeVerb(to: &swift)
      swift.line()
      writeContent(to: &swift)
    }
    swift.line()
    writeReading(to: &swift)
    swift.line()
    writeLine(to: &swift)
  }

  private func writeCases(to swift: inout SwiftText) {
    swift.doc("The one answer to a command.")
    swift.block("public enum Reply: Hashable, Sendable") { swift in
      for reply in table.rows { swift.line("case \(reply.caseName.declared)\(reply.payload)") }
      swift.doc("The sentence is for people; without one it is that of the refusal alone.")
      swift.line("case refused(Refusal, sentence: String? = nil)")
      swift.doc(
        "The verb is that of the command, if it could be read: the sentence shows its form.")
      swift.line("case error(LineError, Verb?)")
    }
  }

  private func writeVerb(to swift: inout SwiftText) {
    swift.doc(
      "The verb that the reply answers; nil for a refusal and an error, which do not say it.")
    swift.block("public var verb: Verb?") { swift in
      swift.choice { swift in
        for reply in table.rows { swift.line("case .\(reply.caseName): .\(reply.caseName)") }
        swift.line("case .refused, .error: nil")
      }
    }
  }

  /// Writes what the copy of a client takes from a reply.
  func writeEffect(to swift: inout SwiftText) {
    swift.block("extension Reply") { swift in
      swift.doc("What a client's copy takes from the reply, whatever its verb.")
      swift.block("public var effect: ReplyEffect") { swift in
        swift.choice { swift in
          let nothing = table.rows.filter { $0.learnt.isEmpty }.map { ".\($0.caseName)" }
          swift.patterns(nothing + [".refused", ".error"], ".nothing")
          let others = table.rows.filter { !$0.learnt.isEmpty }
          for group in others.grouped(by: { "\($0.learnt) \(shared($0) ?? "")" }) {
            swift.patterns(
              group.members.map { ".\($0.caseName)(let fields)" },
              Learnt.value(group.members[0].learnt) ?? "")
          }
        }
      }
    }
  }

  private func writeContent(to swift: inout SwiftText) {
    swift.doc(
      "Whether the reply has ids, index paths or revisions of a board, which its reader should have."
    )
    swift.block("@inlinable public var speaksOfBoard: Bool") { swift in
      swift.choice { swift in
        for content in ["", "yes"] {
          let cases = table.rows.filter { $0.content == content }.map { ".\($0.caseName)" }
          swift.patterns(
            cases + (content.isEmpty ? [".error"] : []), content.isEmpty ? "false" : "true")
        }
        let drops = table.rows.filter { $0.content == "of a drop" }
        swift.patterns(
          drops.map { ".\($0.caseName)(let fields)" }, "fields.outcome.speaksOfBoard")
        swift.line("case .refused(let refusal, _): refusal.wire.facts.revision != nil")
      }
    }
  }

  private func writeReading(to swift: inout SwiftText) {
    swift.block("extension Verb") { swift in
      swift.doc("Reads the parts of the first line of a reply behind its verb.")
      swift.block("func reply(_ line: inout LineReader) throws(LineError) -> ReplyHead") { swift in
        swift.choice { swift in
          for line in table.rows.flatMap(\.reading) { swift.line(line) }
        }
      }
    }
  }

  private func writeLine(to swift: inout SwiftText) {
    swift.block("extension WireBuffer") { swift in
      swift.doc("Appends the one answer to a command, with the lines that follow it.")
      swift.line("///")
      swift.doc("- Parameter tag: The tag of the command.")
      swift.block("public mutating func append(_ reply: Reply, tag: String? = nil)") { swift in
        swift.line("append(tag: tag)")
        swift.line("switch reply {")
        for line in table.rows.flatMap(\.writing) { swift.line(line) }
        swift.line("case .refused(let refusal, let sentence):")
        swift.line("  line(\"refused\", FailureLine(.init(refusal, sentence)))")
        swift.line("case .error(let error, let verb):")
        swift.line("  line(\"error\", FailureLine(.init(error, verb)))")
        swift.line("}")
      }
    }
  }

  /// The types of the parts of the replies to a family, each with the one that has the same, if that stands before.
  func types(of family: CommandFamily) -> [(fields: FieldsSource, shared: String?)] {
    let verbs = family.members.map(\.command.verb)
    return table.rows.filter { verbs.contains($0.verb) }.compactMap { reply in
      reply.fields.map { ($0, shared(reply) == $0.name ? nil : shared(reply)) }
    }
  }

  /// Writes the types of the rows of listings.
  func writeListings(to swift: inout SwiftText) {
    FieldsSource.write(table.listings.map { ($0.fields, nil) }, to: &swift)
  }
}

extension ReplyRow {
  /// What the case of the reply has.
  fileprivate var payload: String {
    switch lines {
    case .none: fields.map { "(\($0.name))" } ?? ""
    case .drawing: hasBoard ? "(BoardName, [String])" : "([String])"
    case .listing: "(\(hasBoard ? "BoardName, " : "")Listing<\(verb.typeName)Row>)"
    case .batch: "(\(verb.typeName)Reply, BatchUpdate)"
    case .items: "(\(verb.typeName)Reply, [Item])"
    }
  }

  /// The lines of a case that reads the reply.
  fileprivate var reading: [String] {
    let head = "case .\(caseName):"
    switch lines {
    case .none:
      return fields == nil
        ? ["\(head) return .whole(.\(caseName))"]
        : ["\(head) return try .whole(.\(caseName)(.init(&line, from: nil)))"]
    case .batch, .items: return ["\(head) return try .\(caseName)(&line)"]
    case .drawing, .listing:
      let call = "return try .\(lines == .drawing ? "drawing" : "listing")(&line)"
      guard hasBoard else { return ["\(head) \(call) { .\(caseName)($0) }"] }
      return [
        head, "  let board: BoardName = try line.word(\"board\", nil)",
        "  \(call) { .\(caseName)(board, $0) }",
      ]
    }
  }

  /// The lines of a case that writes the reply.
  fileprivate var writing: [String] {
    let head = "\"\(head)\""
    return switch lines {
    case .none:
      fields == nil
        ? ["case .\(caseName): line(\(head), NoFields())"]
        : ["case .\(caseName)(let fields): line(\(head), fields)"]
    case .batch, .items:
      [
        "case .\(caseName)(let fields, let rows):", "  line(\(head), fields)",
        "  append(rows: rows)",
      ]
    case .drawing, .listing:
      hasBoard
        ? ["case .\(caseName)(let board, let lines): append(\(head), board, lines)"]
        : ["case .\(caseName)(let lines): append(\(head), nil, lines)"]
    }
  }
}
