/// Writes the codes of refusals and errors, and the facts behind them.
struct CodeSource {
  let table: CodeTable

  /// How a fact is kept: its property, its type, and how what reads and writes the word is made of it.
  struct Fact {
    let property: String
    let type: String
    let wire: (make: String, property: String)?
  }

  /// The facts that quote what a client wrote.
  private static let quoted = ["ITEM", "PLACE", "SECTION", "ID", "RULE", "WHAT", "TYPE"]
  private static let types = [
    "ITEMS": "[ItemID]", "CLIENT": "ClientName", "DRAG": "SessionID", "DRAGS": "[SessionID]",
    "TIME": "Duration", "ROLE": "Role", "BOARD": "BoardName", "N": "Int", "REV": "Int",
    "CHANGE": "UndoConflict.Change", "OUTCOME": "OutcomeWord", "PATH": "IndexPath",
    "REASON": "DropReason", "WORD": "QuotedWord", "KEY": "QuotedWord", "SPACE": "SpaceName",
    "VERSION": "Int", "BYTE": "UInt8",
  ]

  static func fact(_ part: LineForm.Part) -> Fact {
    let property = part.name == "for" ? "duration" : part.property
    if quoted.contains(part.notation) {
      return Fact(
        property: property, type: "String", wire: ("QuotedWord(unchecked: $0)", "string"))
    }
    return Fact(
      property: property, type: types[part.notation] ?? part.notation,
      wire: part.notation == "BYTE" ? ("HexByte($0)", "byte") : nil)
  }

  /// Writes the facts.
  func writeFacts(to swift: inout SwiftText) {
    swift.doc(
      "What is true now: the facts behind the code of a refusal or an error, each under its key.")
    swift.block("public struct Facts: Hashable, Sendable") { swift in
      for key in table.keys {
        let fact = Self.fact(key)
        swift.line("public var \(fact.property): \(fact.type)?")
      }
      swift.line()
      swift.line("public init() {}")
      swift.line()
      swift.line("init(_ set: (inout Facts) -> Void) { set(&self) }")
    }
    swift.line()
    swift.block("extension Facts: LineFields") { swift in
      swift.line("@inline(__always)")
      let head = "init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?)"
      swift.block("\(head) throws(Coder.Failure)") { swift in
        for key in table.keys {
          let fact = Self.fact(key)
          let old = "old?.\(fact.property)"
          let value = fact.wire.map { "\(old).map { \($0.make) })?.\($0.property)" } ?? "\(old))"
          swift.line("\(fact.property) = try line.key(\"\(key.name)\", \(value)")
        }
      }
    }
  }

  /// Writes the errors, each of which has at most one fact.
  func writeErrors(to swift: inout SwiftText) {
    swift.doc("What is wrong with a line that was not executed.")
    swift.block("public enum LineError: Error, Hashable, Sendable") { swift in
      for error in table.errors {
        swift.doc(error.meaning.sentence)
        swift.line("case \(error.caseName)" + (Self.fact(of: error).map { "(\($0.type))" } ?? ""))
      }
    }
    swift.line()
    swift.block("extension LineError") { swift in
      Self.writeCodes(table.errors, "Every code there is.", "Code", to: &swift)
      swift.line()
      swift.doc("The code and the facts behind it.")
      swift.block("public var wire: (code: Code, facts: Facts)") { swift in
        swift.choice { swift in
          for error in table.errors {
            let name = error.caseName
            guard let fact = Self.fact(of: error) else {
              swift.line("case .\(name): (.\(name), Facts())")
              continue
            }
            swift.line("case .\(name)(let fact): (.\(name), Facts { $0.\(fact.property) = fact })")
          }
        }
      }
      swift.line()
      swift.doc("The error of a code, or nil if its fact is missing.")
      swift.block("public init?(_ code: Code, _ facts: Facts)") { swift in
        swift.line("let error: LineError? =")
        swift.line("  switch code {")
        for error in table.errors {
          let name = error.caseName
          let value = Self.fact(of: error).map { "facts.\($0.property).map { .\(name)($0) }" }
          swift.line("  case .\(name): \(value ?? ".\(name)")")
        }
        swift.line("  }")
        swift.line("guard let error else { return nil }")
        swift.line("self = error")
      }
    }
  }

  /// Writes the reasons for which a server closes a connection.
  func writeByes(to swift: inout SwiftText) {
    Self.writeCodes(table.byes, "Why the server closes a connection.", "Bye", to: &swift)
  }

  static func fact(of error: CodeTable.Code) -> Fact? { error.forms.first?.first.map(fact) }

  static func writeCodes(
    _ codes: [CodeTable.Code], _ doc: String, _ name: String, to swift: inout SwiftText
  ) {
    swift.doc(doc)
    swift.block("public enum \(name): String, CaseIterable, Hashable, Sendable") { swift in
      for code in codes {
        let word = code.caseName
        swift.line("case \(word)" + (word == code.code ? "" : " = \"\(code.code)\""))
      }
    }
  }
}

extension CodeTable.Code {
  var caseName: String {
    code.camelCase.replacing("Json", with: "JSON").replacing("Utf8", with: "UTF8")
  }
}
