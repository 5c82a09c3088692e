/// A sentence for people behind a code, and when it is said.
struct SaidSentence {
  private static let subjects = [
    "a section": ".section", "an item": ".item", "a board": ".board",
    "small letters": ".inSmallLetters",
  ]

  /// The sentence as Swift, with the values of the code.
  private(set) var text = ""
  /// What WORD names, as Swift.
  private(set) var subject: String?
  private var verbs: [String] = []
  private var clauses: [String] = []
  /// The values of the code that the sentence or its condition needs.
  private(set) var used: Set<String> = []
  private let parts: [LineForm.Part]

  var isConditional: Bool { subject != nil || !verbs.isEmpty || !clauses.isEmpty }

  /// Reads a sentence.
  ///
  /// - Parameter verbs: All verbs, if the sentence has a condition.
  init(
    _ row: MarkdownTable.Row, of code: CodeTable.Code, if verbs: [String]? = nil
  ) throws(TableMistake) {
    parts = code.forms.first ?? []
    text = interpolated(try row.cell("sentence"), isOfCommand: verbs != nil)
    guard let verbs else { return }
    let phrases = try row.cell("if").split(separator: ", ").map(String.init)
    for phrase in try phrases.filter({ !$0.hasPrefix("`") }) + row.code("if") {
      if verbs.contains(phrase) {
        self.verbs.append(phrase)
      } else if let subject = Self.subjects[phrase] {
        self.subject = subject
      } else {
        guard let clause = clause(phrase) else {
          throw row.mistake("\"if\" is never \"\(phrase)\"")
        }
        clauses.append(clause)
      }
    }
    guard isConditional else { throw row.mistake("\"if\" has no condition") }
  }

  private mutating func clause(_ phrase: String) -> String? {
    switch phrase {
    case "a path": return "\(word).utf8.contains(UInt8(ascii: \".\"))"
    case "a key": return "context.hasKey(\(word))"
    case "a number": return "ErrorSentences.isNumber(\(word))"
    case "any command": return "context.verb != nil"
    case "own": return value(of: "CLIENT").map { "context.client == \($0)" }
    case _ where phrase.contains("="): return clause(setting: phrase.split(separator: "="))
    case _:
      return parts.first { "no \($0.name)" == phrase }.map { "\(use($0)) == nil" }
    }
  }

  /// The clause that a value of the code is this one, or that the command can have such a key.
  private mutating func clause(setting sides: [Substring]) -> String {
    guard let part = parts.first(where: { $0.name == sides[0] }) else {
      return "context.hasKey(\"\(sides[0])\")"
    }
    return use(part) + " == " + (part.notation == "BYTE" ? "0x\(sides[1])" : "\"\(sides[1])\"")
  }

  /// The patterns of a `switch` over the verb, or over what WORD names and the verb.
  func patterns(withSubject: Bool) -> [String] {
    let names = verbs.isEmpty ? ["_"] : verbs.map { ".\($0.camelCase)" }
    let clause = clauses.isEmpty ? "" : " where \(clauses.joined(separator: " && "))"
    return names.map { (withSubject ? "(\(subject ?? "_"), \($0))" : $0) + clause }
  }
}

extension SaidSentence {
  private mutating func use(_ part: LineForm.Part) -> String {
    let property = CodeSource.fact(part).property
    used.insert(property)
    return property
  }

  private mutating func value(of notation: String) -> String? {
    parts.first { $0.notation == notation }
      .map { use($0) + (notation == "TIME" ? ".written" : "") }
  }

  /// The Swift of what the client wrote, as a string.
  private var word: String {
    mutating get {
      let types = ["PLACE": ".behindColon", "BOARD": ".string", "WORD": ".string"]
      return parts.first.map { use($0) + (types[$0.notation] ?? "") } ?? ""
    }
  }

  /// A sentence as Swift, with values for words in capitals.
  ///
  /// - Parameter isOfCommand: Whether WORD is what the client wrote, and ITEM, SECTION, PLACE and BOARD are parts of a form.
  private mutating func interpolated(_ sentence: String, isOfCommand: Bool) -> String {
    var rest = sentence.literal[...]
    var text = ""
    // A word ends at a colon, as in `start:WORD`.
    let capitals = /\b[A-Z]+(?=s?\b)/.wordBoundaryKind(.simple)
    while let match = rest.firstMatch(of: capitals) {
      let value =
        switch match.output {
        case "USAGE": "ErrorSentences.usage(verb)"
        case "WORD" where isOfCommand: word
        case "LOWERCASE" where isOfCommand: "\(word).lowercased()"
        case "ITEM" where isOfCommand, "SECTION" where isOfCommand, "PLACE" where isOfCommand,
          "BOARD" where isOfCommand:
          String?.none
        case let notation: value(of: String(notation))
        }
      text += rest[..<match.range.lowerBound] + (value.map { "\\(\($0))" } ?? match.output)
      rest = rest[match.range.upperBound...]
    }
    return text + rest
  }
}
