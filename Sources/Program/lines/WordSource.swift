/// Writes the values that are strings of a few characters, which "Values" describes as "1 to 64 of `a–z 0–9`".
struct WordSource {
  private struct Word {
    let type: String
    let doc: String
    let length: String
    /// The characters, as patterns of Swift.
    let characters: [String]
  }

  /// The types, by what stands for the values. Those of the model check themselves.
  private static let types = ["TOKEN": "Token", "TYPE": "ItemType", "LABEL": "MetricLabel"]

  private let words: [Word]

  /// - Throws: If the form of such a value is no such sentence.
  init(_ page: String, file: String) throws(TableMistake) {
    var words: [Word] = []
    for row in try MarkdownTable(of: page, "Values", file: file).rows {
      guard let type = Self.types[try row.cell("value")] else { continue }
      let form = try row.cell("form")
      guard let match = form.firstMatch(of: /(\d+) to (\d+) of `([^`]+)`/) else {
        throw row.mistake("\"form\" does not say how many of which characters")
      }
      words.append(
        Word(
          type: type, doc: "`\(try row.cell("value"))`: \(form).",
          length: "\(match.1)...\(match.2)",
          characters: match.3.split(separator: " ").map(Self.pattern)))
    }
    self.words = words
  }

  /// A character, or a range of them: `a–z`.
  private static func pattern(_ characters: Substring) -> String {
    characters.split(separator: "–").map { "UInt8(ascii: \"\($0)\")" }.joined(separator: "...")
  }

  /// Writes the types.
  func write(to swift: inout SwiftText) {
    for (index, word) in words.enumerated() {
      if index > 0 { swift.line() }
      swift.doc(word.doc)
      swift.block("struct \(word.type): PlainWord") { swift in
        swift.line("static let length = \(word.length)")
        swift.line()
        swift.line("let string: String")
        swift.line()
        swift.block("static func allows(_ character: UInt8) -> Bool") { swift in
          swift.line("switch character {")
          swift.patterns(word.characters, "true")
          swift.line("default: false")
          swift.line("}")
        }
      }
    }
  }
}
