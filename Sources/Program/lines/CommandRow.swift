/// A verb with all that the tables say of it.
struct CommandRow {
  /// What a command is about.
  enum Subject: String {
    case nothing = ""
    case all
    case newBoard = "new BOARD"
    case board = "BOARD"
    case bothBoards = "BOARD and TO"
    case boardOrCurrent = "BOARD or current"
    case boardOrAll = "BOARD or all"
    case session = "DRAG"
    case sessionAtBoard = "DRAG and BOARD"
    case itemsOrSession = "ITEMS or DRAG"
  }

  /// A part that a subject needs: its name, and whether it must be there.
  struct NeededPart {
    let name: String
    let isRequired: Bool

    func fits(_ part: LineForm.Part) -> Bool {
      part.name == name && (part.role == .word) == isRequired
    }
  }

  /// A role, and the one that the command needs if it has a part.
  struct Role {
    let usual: String
    /// The name of the part, and the role that is needed with it.
    let with: (part: String, role: String)?
  }

  let row: MarkdownTable.Row
  let verb: String
  let form: LineForm
  let meaning: String
  let profile: String

  let family: String
  let topic: String
  let role: Role?
  let subject: Subject
  /// Nothing, `session`, `selection`, `board` or `boards`.
  let change: String
  /// The name of the part without which it changes nothing.
  let changesWith: String?
  let waits: Bool
  /// The Swift of what the steps grow with.
  let cost: String
  let repliesMuch: Bool

  let says: String
  let examples: [String]
  let refusals: [String]
  /// The words that do the same elsewhere.
  let habits: [String]
}

/// The commands, in the order of the page.
struct CommandTable {
  static let families = CommandFamily.all.map(\.name)
  private static let roles = ["viewer", "editor", "owner"]
  private static let changes = ["", "session", "selection", "board", "boards"]

  let rows: [CommandRow]
  let costs: CostTable
  private let meanings: PartMeanings

  init(_ page: String, file: String) throws(TableMistake) {
    let forms = try MarkdownTable(of: page, "Commands", file: file)
    let server = try Self.byVerb(MarkdownTable(of: page, "Commands in a server", file: file))
    let help = try Self.byVerb(MarkdownTable(of: page, "Help", file: file))
    let elsewhere = try Self.byVerb(
      MarkdownTable(of: page, "Words from elsewhere", file: file))
    costs = try CostTable(page, file: file)
    let profiles = try ChoiceSource.words(of: "PROFILES", on: page, file: file)
    meanings = try PartMeanings(MarkdownTable(of: page, "Words and keys of commands", file: file))
    var rows: [CommandRow] = []
    for row in forms.rows {
      let form = try LineForm(row.oneCode("command"), of: row)
      guard let facts = server[form.kind] else {
        throw row.mistake("\"Commands in a server\" has no row `\(form.kind)`")
      }
      guard let words = help[form.kind] else {
        throw row.mistake("\"Help\" has no row `\(form.kind)`")
      }
      guard !rows.contains(where: { $0.verb == form.kind }) else {
        throw row.mistake("`\(form.kind)` has a row above")
      }
      rows.append(
        try Self.command(row, form, facts, words, costs, profiles, elsewhere[form.kind]))
    }
    for (verb, row) in [help, elsewhere].reduce(server, { $0.merging($1) { first, _ in first } })
    where !rows.contains(where: { $0.verb == verb }) {
      throw row.mistake("\"Commands\" has no row `\(verb)`")
    }
    self.rows = rows
    try meanings.check(rows)
  }

  /// What a part of a command says, if its value does not say it.
  func meaning(of part: LineForm.Part, in command: CommandRow) -> String? {
    meanings.meaning(of: part, in: command.verb)
  }

  private static func byVerb(
    _ table: MarkdownTable
  ) throws(TableMistake) -> [String: MarkdownTable.Row] {
    var rows: [String: MarkdownTable.Row] = [:]
    for row in table.rows {
      let verb = try row.oneCode("verb")
      guard rows.updateValue(row, forKey: verb) == nil else {
        throw row.mistake("`\(verb)` has a row above")
      }
    }
    return rows
  }

  private static func command(
    _ row: MarkdownTable.Row, _ form: LineForm, _ facts: MarkdownTable.Row,
    _ help: MarkdownTable.Row, _ costs: CostTable, _ profiles: [String],
    _ elsewhere: MarkdownTable.Row?
  ) throws(TableMistake) -> CommandRow {
    let change = try facts.conditional("changes", of: form, among: changes)
    let subject = try facts.cell("of")
    guard let subject = CommandRow.Subject(rawValue: subject) else {
      throw facts.mistake("\"of\" is never \"\(subject)\"")
    }
    for part in subject.parts where !form.parts.contains(where: part.fits) {
      throw facts.mistake("\"of\" needs a part \(part.name) of `\(form.written)`")
    }
    let cost = try facts.cell("costs")
    try costs.check(cost, of: form, at: facts)
    return CommandRow(
      row: row, verb: form.kind, form: form, meaning: try row.cell("meaning"),
      profile: try row.one(of: profiles, "profile"),
      family: try facts.one(of: families, "family"), topic: try facts.cell("topic"),
      role: try role(of: form, at: facts), subject: subject, change: change.value,
      changesWith: change.part, waits: try facts.one(of: ["", "yes"], "waits") == "yes",
      cost: costs.value(of: cost),
      repliesMuch: try facts.one(of: ["", "long"], "reply") == "long",
      says: try help.cell("says"), examples: try help.code("examples"),
      refusals: try help.cell("may be refused").split(separator: ", ").map(String.init),
      habits: try elsewhere?.code("words") ?? [])
  }

  private static func role(
    of form: LineForm, at row: MarkdownTable.Row
  ) throws(TableMistake) -> CommandRow.Role? {
    let parts = try row.cell("role").split(separator: ", ").map(String.init)
    guard let usual = parts.first else {
      guard try row.cell("family") == "connection" else {
        throw row.mistake("`\(form.kind)` has no role")
      }
      return nil
    }
    guard roles.contains(usual) else { throw row.mistake("there is no role \"\(usual)\"") }
    guard parts.count > 1 else { return .init(usual: usual, with: nil) }
    let words = parts[1].split(separator: " ").map(String.init)
    guard parts.count == 2, words.count == 3, words[1] == "with", roles.contains(words[0]) else {
      throw row.mistake("\"role\" is a role, or like \"editor, owner with force\"")
    }
    return .init(
      usual: usual, with: (try form.name(of: words[2], at: row), words[0]))
  }
}

extension CommandRow.Subject {
  /// The parts of the command that say what it is about.
  fileprivate var parts: [CommandRow.NeededPart] {
    switch self {
    case .nothing, .all: []
    case .newBoard, .board: [.init(name: "board", isRequired: true)]
    case .bothBoards: ["board", "to"].map { .init(name: $0, isRequired: true) }
    case .boardOrCurrent, .boardOrAll: [.init(name: "board", isRequired: false)]
    case .session: []
    case .sessionAtBoard: ["drag", "board"].map { .init(name: $0, isRequired: false) }
    case .itemsOrSession: ["items", "drag", "board"].map { .init(name: $0, isRequired: false) }
    }
  }
}

extension MarkdownTable.Row {
  /// A cell that is one of a few.
  func one(of values: [String], _ column: String) throws(TableMistake) -> String {
    let cell = try cell(column)
    guard values.contains(cell) else { throw mistake("\"\(column)\" is never \"\(cell)\"") }
    return cell
  }

  /// A cell such as `board`, or `board with KEY`.
  fileprivate func conditional(
    _ column: String, of form: LineForm, among values: [String]
  ) throws(TableMistake) -> (value: String, part: String?) {
    let words = try cell(column).split(separator: " ").map(String.init)
    let value = words.first ?? ""
    guard values.contains(value), words.count <= 1 || words.count == 3 && words[1] == "with" else {
      throw mistake("\"\(column)\" is never \"\(words.joined(separator: " "))\"")
    }
    return (value, words.count == 3 ? try form.name(of: words[2], at: self) : nil)
  }
}

extension LineForm {
  /// The name of the part that a condition names.
  fileprivate func name(of word: String, at row: MarkdownTable.Row) throws(TableMistake) -> String {
    let name = ["KEY": "settings", "FIELD": "changes"][word] ?? word
    guard parts.contains(where: { $0.name == name && $0.role.isKey }) else {
      throw row.mistake("`\(written)` has no key \"\(word)\"")
    }
    return name
  }
}
