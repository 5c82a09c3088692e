/// Writes why nothing may be dropped somewhere, which `drag-session.md` lists in the order of evaluation.
struct ReasonSource {
  private struct Reason {
    let word: String
    let meaning: String
    /// Whether the place would normally take the drop.
    let isTemporary: Bool
  }

  private let reasons: [Reason]

  /// - Parameter lines: `lines.md`, which names the same reasons as the values of REASON.
  init(_ page: String, file: String, lines: String) throws(TableMistake) {
    let table = try MarkdownTable(of: page, "Evaluation", file: file)
    reasons = try table.rows.map { row throws(TableMistake) in
      Reason(
        word: try row.oneCode("reason"), meaning: try row.cell("if"),
        isTemporary: try row.one(of: ["cancel", "forbidden"], "verdict") == "forbidden")
    }
    let named = try ChoiceSource.words(of: "REASON", on: lines, file: "lines.md")
    guard named.filter({ $0 != "bye" }) == reasons.map(\.word) else {
      throw TableMistake(
        file: file, line: 1, reason: "\"Evaluation\" has not the reasons of REASON in lines.md")
    }
  }

  /// Writes the type.
  func write(to swift: inout SwiftText) {
    swift.doc("Why nothing may be dropped here, or not now.")
    swift.block("public enum DropReason: String, CaseIterable, Hashable, Sendable") { swift in
      for reason in reasons {
        swift.doc(reason.meaning.sentence)
        let name = reason.word.camelCase
        swift.line("case \(name)" + (name == reason.word ? "" : " = \"\(reason.word)\""))
      }
      swift.line()
      swift.doc(
        "Whether the place would normally take the drop (`forbidden`) or not at all (`cancel`).")
      swift.block("public var isTemporary: Bool") { swift in
        swift.choice { swift in
          for isTemporary in [true, false] {
            let names = reasons.filter { $0.isTemporary == isTemporary }.map(\.word.camelCase)
            swift.patterns(names.map { ".\($0)" }, "\(isTemporary)")
          }
        }
      }
    }
  }
}
