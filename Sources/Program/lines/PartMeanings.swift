/// What the parts of commands say, if their values do not say it.
struct PartMeanings {
  private struct Entry {
    let row: MarkdownTable.Row
    let part: String
    /// The commands; none for all.
    let verbs: [String]
    let meaning: String
  }

  private let entries: [Entry]

  init(_ table: MarkdownTable) throws(TableMistake) {
    var entries: [Entry] = []
    for row in table.rows {
      entries.append(
        Entry(
          row: row, part: try row.oneCode("part"), verbs: try row.code("of"),
          meaning: try row.cell("meaning")))
    }
    self.entries = entries
  }

  /// The meaning of a part; that of the command goes before that of all commands.
  func meaning(of part: LineForm.Part, in verb: String) -> String? {
    let of = entries.filter { $0.part == part.bare }
    return (of.first { $0.verbs.contains(verb) } ?? of.first { $0.verbs.isEmpty })?.meaning
  }

  /// - Throws: If an entry is of no command that has such a part.
  func check(_ commands: [CommandRow]) throws(TableMistake) {
    for entry in entries {
      let having = commands.filter { $0.form.parts.contains { $0.bare == entry.part } }.map(\.verb)
      guard !having.isEmpty else {
        throw entry.row.mistake("no command has a part `\(entry.part)`")
      }
      for verb in entry.verbs where !having.contains(verb) {
        throw entry.row.mistake("`\(verb)` has no part `\(entry.part)`")
      }
    }
  }
}

extension LineForm.Part {
  /// The part without the brackets of what is optional.
  fileprivate var bare: String { form.hasPrefix("[") ? String(form.dropFirst().dropLast()) : form }
}
