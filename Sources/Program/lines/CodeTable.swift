/// The codes of refusals, errors and byes, in the order of the page.
struct CodeTable {
  /// A code with the keys behind it.
  struct Code {
    let row: MarkdownTable.Row
    let code: String
    let meaning: String
    /// The keys; several lists if it has one or the other.
    let forms: [[LineForm.Part]]
  }

  let refusals: [Code]
  let errors: [Code]
  let byes: [Code]
  /// The keys of all refusals and errors, each once, so that those of a code are in its order.
  let keys: [LineForm.Part]

  init(_ page: String, file: String) throws(TableMistake) {
    refusals = try Self.codes(MarkdownTable(of: page, "Refusals", file: file), "code")
    errors = try Self.codes(MarkdownTable(of: page, "Errors", file: file), "code")
    byes = try Self.codes(MarkdownTable(of: page, "Byes", file: file), "reason")
    if let error = errors.first(where: { $0.forms.count > 1 || $0.forms.contains { $0.count > 1 } })
    {
      throw error.row.mistake("`\(error.code)` has more than one key, and an error has one at most")
    }
    let lists = (refusals + errors).flatMap(\.forms)
    guard let ordered = Self.merged(lists) else {
      throw TableMistake(file: file, line: 1, reason: "no order of keys is that of every code")
    }
    keys = ordered
  }

  private static func codes(
    _ table: MarkdownTable, _ column: String
  ) throws(TableMistake) -> [Code] {
    var codes: [Code] = []
    for row in table.rows {
      let code = try row.oneCode(column)
      guard !codes.contains(where: { $0.code == code }) else {
        throw row.mistake("`\(code)` has a row above")
      }
      var forms: [[LineForm.Part]] = []
      for form in column == "reason" ? [] : try row.code("keys") {
        forms.append(try LineForm(form, hasKind: false, of: row).parts)
      }
      codes.append(Code(row: row, code: code, meaning: try row.cell("meaning"), forms: forms))
    }
    return codes
  }

  /// All parts in an order that has each list in its own; nil if there is none.
  private static func merged(_ lists: [[LineForm.Part]]) -> [LineForm.Part]? {
    var rest = lists.map { $0.map { $0.withoutBrackets }[...] }.filter { !$0.isEmpty }
    var merged: [LineForm.Part] = []
    while !rest.isEmpty {
      // The first of a list that stands behind nothing in another.
      guard
        let next = rest.lazy.compactMap(\.first).first(where: { part in
          rest.allSatisfy { !$0.dropFirst().contains { $0.name == part.name } }
        })
      else { return nil }
      merged.append(next)
      rest = rest.map { $0.first?.name == next.name ? $0.dropFirst() : $0 }.filter { !$0.isEmpty }
    }
    return merged
  }
}

extension LineForm.Part {
  /// The part as one that is always there.
  fileprivate var withoutBrackets: LineForm.Part {
    LineForm.Part(
      role: .key, name: name, notation: notation, form: form.filter { !"[]".contains($0) })
  }
}
