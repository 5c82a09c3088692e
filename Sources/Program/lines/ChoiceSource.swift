/// Writes the values that are one of a few words, which their rows of "Values" list.
struct ChoiceSource {
  /// A value that becomes an enumeration.
  private struct Kind {
    let value: String
    /// The head of the type.
    let declaration: String
    let doc: String
  }

  private static let kinds = [
    Kind(
      value: "VERDICT", declaration: "enum VerdictWord: String, WireWord",
      doc: "What a proposal answers."),
    Kind(
      value: "STATE", declaration: "enum StateWord: String, WireWord",
      doc: "Where a drag session is."),
    Kind(
      value: "FORM", declaration: "public enum WireForm: String, CaseIterable, WireWord, Sendable",
      doc: "The forms in which a server writes to a connection (section 15 of the specification)."),
    Kind(
      value: "CONTENT",
      declaration: "public enum WatchedContent: String, CaseIterable, WireWord, Sendable",
      doc: "What of the content of a board those are sent who do not watch all (rule 20.1)."),
    Kind(
      value: "PROFILES", declaration: "public enum Profile: String, CaseIterable, Sendable",
      doc: "A part of the protocol that a server has as a whole or not at all."),
  ]

  private let words: [(kind: Kind, words: [String])]

  /// - Throws: If such a value has no row.
  init(_ page: String, file: String) throws(TableMistake) {
    words = try Self.kinds.map { kind throws(TableMistake) in
      (kind, try Self.words(of: kind.value, on: page, file: file))
    }
  }

  /// The words that a value may be: those that its row lists, and those of a value that the row names.
  static func words(
    of value: String, on page: String, file: String
  ) throws(TableMistake) -> [String] {
    let rows = try MarkdownTable(of: page, "Values", file: file).rows
    for row in rows where try row.cell("value") == value {
      var words = try row.code("form")
      for other in kinds where try row.cell("form").hasSuffix(" \(other.value)") {
        words += try Self.words(of: other.value, on: page, file: file)
      }
      return words
    }
    throw TableMistake(file: file, line: 1, reason: "\"Values\" has no row \(value)")
  }

  /// Writes the types.
  func write(to swift: inout SwiftText) {
    for (index, (kind, words)) in words.enumerated() {
      if index > 0 { swift.line() }
      swift.doc(kind.doc)
      swift.block(kind.declaration) { swift in
        swift.line("case \(words.joined(separator: ", "))")
      }
    }
  }
}
