/// The commands that one part of the server executes.
struct CommandFamily {
  /// The families with what they are, in the order of the page.
  static let all: [(name: String, doc: String)] = [
    ("connection", "Commands about the conversation itself."),
    ("board", "Commands about whole boards, watching them and looking at them."),
    ("drag", "Commands of drag sessions."),
    ("edit", "Commands that change the data of a board directly."),
    ("block", "The heads of blocks: the lines up to `end` are their rows."),
    ("policy", "Commands about policies."),
    ("undo", "Commands that take changes back or list them."),
    ("selection", "Commands about what a client has selected."),
  ]

  /// A command with the type of its parts.
  struct Member {
    let command: CommandRow
    /// nil if the line is nothing but its verb.
    let fields: FieldsSource?
    /// The name of the type that has the same parts, if one stands before.
    let shared: String?

    var caseName: String { command.verb.camelCase }
    var typeName: String? { shared ?? fields?.name }
  }

  let name: String
  let doc: String
  let members: [Member]

  /// The type of the requests of the family.
  var type: String { "\(name.typeName)Request" }
  /// The family of one command whose parts are written by hand, since its keys are those of all policies.
  var isByHand: Bool {
    members.contains { $0.command.form.parts.contains { $0.role == .settings } }
  }

  init(_ name: String, doc: String, in table: CommandTable) throws(TableMistake) {
    self.name = name
    self.doc = doc
    var members: [Member] = []
    for command in table.rows where command.family == name {
      guard !command.form.parts.isEmpty else {
        members.append(Member(command: command, fields: nil, shared: nil))
        continue
      }
      let source = try FieldsBuilder.command(
        command.form, named: command.verb.typeName,
        doc: "`\(command.form.written)`: \(command.meaning).", at: command.row
      ) { table.meaning(of: $0, in: command) }
      let same = members.first { $0.shared == nil && $0.fields?.isSame(as: source) == true }
      members.append(Member(command: command, fields: source, shared: same?.fields?.name))
    }
    self.members = members
  }
}
