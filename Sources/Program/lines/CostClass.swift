/// What the steps of a command grow with, and the parts of its line that tell how far.
enum CostClass {
  /// The classes with the properties of the parts that they need. `BoardHub` says what each costs.
  static let all: [(name: String, parts: [String])] = [
    ("fixed", []), ("greeting", []), ("boards", []), ("edit", []), ("watchers", []),
    ("update", ["since"]), ("rest", []), ("drawing", ["revision"]), ("clients", []), ("search", []),
    ("metrics", []), ("items", ["items"]), ("edits", ["items"]), ("section", ["section"]),
    ("drop", []), ("session", []), ("drags", []), ("rows", []), ("policies", ["target"]),
    ("undo", []),
    ("redo", []), ("history", ["from", "to"]), ("selection", ["items"]),
  ]

  /// The parts with the labels of `CostClass` of `BoardWire`.
  static func arguments(of name: String) -> String {
    let labels = ["since": "since: ", "revision": "revision: ", "from": "from: ", "to": "to: "]
    let parts = parts(of: name).map { "\(labels[$0] ?? "")fields.\($0)" }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
  }

  private static func parts(of name: String) -> [String] {
    all.first { $0.name == name }?.parts ?? []
  }

  /// - Throws: If there is no such class, or the line lacks a part that it needs.
  static func check(
    _ name: String, of form: LineForm, at row: MarkdownTable.Row
  ) throws(TableMistake) {
    guard all.contains(where: { $0.name == name }) else {
      throw row.mistake(
        name.isEmpty ? "`\(form.kind)` has no cost" : "there is no cost \"\(name)\"")
    }
    for part in parts(of: name) where !form.parts.contains(where: { $0.property == part }) {
      throw row.mistake("the cost \"\(name)\" needs a part \"\(part)\" of `\(form.written)`")
    }
  }
}
