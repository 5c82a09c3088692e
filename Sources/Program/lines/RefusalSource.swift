/// Writes the refusals: a code with its facts, in both directions.
struct RefusalSource {
  /// A value of a refusal: the fact that it is, and its type.
  fileprivate struct Value {
    let property: String
    let type: String
    let isOptional: Bool
    /// The fact as it is made of the value, and the value as it is made of the facts.
    let toFact: String
    let fromFact: String
  }

  /// The codes whose ITEM is on the board: its id. Elsewhere it is what the client wrote (3.11).
  private static let ofKnownItems = [
    "already-selected", "leased", "not-draggable", "not-selectable", "not-selected",
    "selection-kept",
  ]

  let codes: [CodeTable.Code]

  /// Writes the type.
  func writeModel(to swift: inout SwiftText) {
    swift.doc(
      "An ordinary no: nothing changed, and the value says what is true now. Each case is a code with its facts."
    )
    swift.block("public enum Refusal: Error, Hashable, Sendable") { swift in
      for code in codes {
        swift.doc(code.meaning.sentence)
        let values = Self.values(of: code).enumerated().map { offset, value in
          (offset == 0 ? "" : "\(value.property): ") + value.type + (value.isOptional ? "?" : "")
        }
        swift.line("case \(code.caseName)" + values.inParentheses)
      }
    }
  }

  /// Writes the codes, and what leads from a refusal to its line and back.
  func writeWire(to swift: inout SwiftText) {
    swift.block("extension Refusal") { swift in
      CodeSource.writeCodes(codes, "Every code there is.", "Code", to: &swift)
      swift.line()
      swift.doc("The code and the facts behind it.")
      swift.block("public var wire: (code: Code, facts: Facts)") { swift in
        swift.choice { swift in
          for code in codes { writeFacts(of: code, to: &swift) }
        }
      }
      swift.line()
      swift.doc("The refusal of a code, or nil if one of its facts is missing.")
      swift.block("public init?(_ code: Code, _ facts: Facts)") { swift in
        swift.line("switch code {")
        for code in codes { writeRefusal(of: code, to: &swift) }
        swift.line("}")
      }
    }
  }

  private func writeFacts(of code: CodeTable.Code, to swift: inout SwiftText) {
    let values = Self.values(of: code)
    let name = code.caseName
    guard !values.isEmpty else { return swift.line("case .\(name): (.\(name), Facts())") }
    let bindings = values.map { "let \($0.property)" }.inParentheses
    let (facts, made) = (values.map { "$0." + $0.property }, values.map(\.toFact))
    let assignment =
      values.count == 1
      ? "\(facts[0]) = \(made[0])" : "\(facts.inParentheses) = \(made.inParentheses)"
    swift.indented("case .\(name)\(bindings):", nil) { swift in
      let whole = "(.\(name), Facts { \(assignment) })"
      if swift.fits(whole) { return swift.line(whole) }
      swift.indented("(", ")") { swift in
        swift.line(".\(name),")
        swift.line("Facts { \(assignment) }")
      }
    }
  }

  private func writeRefusal(of code: CodeTable.Code, to swift: inout SwiftText) {
    let values = Self.values(of: code)
    let needed = values.filter { !$0.isOptional }.map { "let \($0.property) = \($0.fromFact)" }
    let made = values.enumerated().map { offset, value in
      (offset == 0 ? "" : "\(value.property): ")
        + (value.isOptional ? value.fromFact : value.property)
    }
    let refusal = ".\(code.caseName)\(made.inParentheses)"
    guard !needed.isEmpty else { return swift.line("case .\(code.caseName): self = \(refusal)") }
    swift.indented("case .\(code.caseName):", nil) { swift in
      swift.require(needed)
      swift.line("self = \(refusal)")
    }
  }

  /// What the values of a refusal are called.
  static func properties(of code: CodeTable.Code) -> [String] { values(of: code).map(\.property) }

  private static func values(of code: CodeTable.Code) -> [Value] {
    guard code.forms.count < 2 else {
      return [Value("conflict", "UndoConflict", "conflict", "facts.conflict")]
    }
    // An outcome is one value with all keys but the drag's.
    guard let parts = code.forms.first else { return [] }
    guard !parts.contains(where: { $0.notation == "OUTCOME" }) else {
      return [
        Value("drag", "SessionID", "drag", "facts.drag"),
        Value("ending", "SessionOutcome", "ending", "facts.ending"),
      ]
    }
    return parts.map { part in value(part, of: code.code) }
  }

  private static func value(_ part: LineForm.Part, of code: String) -> Value {
    let fact = CodeSource.fact(part)
    let property = fact.property
    let isOptional = part.role == .key
    if part.notation == "ITEM", ofKnownItems.contains(code) {
      return Value(
        property, "ItemID", "item.string", "facts.item.flatMap({ ItemID($0) })")
    }
    guard !["WORD", "KEY"].contains(part.notation) else {
      return Value(
        property, "String", "QuotedWord(\(property))", "facts.\(property)?.string")
    }
    return Value(
      property, fact.type, property, "facts.\(property)", isOptional)
  }
}

extension RefusalSource.Value {
  fileprivate init(
    _ property: String, _ type: String, _ toFact: String, _ fromFact: String,
    _ isOptional: Bool = false
  ) {
    self.init(
      property: property, type: type, isOptional: isOptional, toFact: toFact, fromFact: fromFact)
  }
}

extension [String] {
  /// The elements as those of a tuple, or nothing.
  var inParentheses: String { isEmpty ? "" : "(\(joined(separator: ", ")))" }
}
