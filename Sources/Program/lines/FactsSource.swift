/// Writes what a server asks of commands before it executes them: role, boards, change, cost.
enum FactsSource {
  /// A fact of a command.
  struct Fact {
    let name: String
    let type: String
    let doc: String
    /// The Swift of its value. `fields` are the parts of the command.
    let value: @Sendable (CommandRow) -> String
  }

  static let verb = Fact(
    name: "verb", type: "Verb", doc: "The verb of the command.",
    value: { ".\($0.verb.camelCase)" })

  /// What a server asks.
  static let all: [Fact] = [
    Fact(
      name: "subject", type: "CommandSubject", doc: "What the command is about.",
      value: { $0.subjectSource }),
    Fact(
      name: "role", type: "Role?",
      doc:
        "The least role that the client must have on the subject; nil if everybody may give the command.",
      value: { $0.roleSource }),
    Fact(
      name: "change", type: "CommandChange", doc: "What the command can change.",
      value: { $0.changeSource }),
    Fact(
      name: "waitsForChanges", type: "Bool",
      doc: "Whether the command is executed only after a long change of the same board.",
      value: { $0.waits ? "true" : "false" }),
    Fact(
      name: "cost", type: "CostClass", doc: "What the steps of the command grow with.",
      value: { $0.cost }),
    Fact(
      name: "repliesMuch", type: "Bool",
      doc: "Whether the reply may be much longer than the command.",
      value: { $0.repliesMuch ? "true" : "false" }),
  ]

  /// Writes the facts of the commands of a family.
  static func write(_ facts: [Fact], of family: CommandFamily, to swift: inout SwiftText) {
    swift.block("extension \(family.type)") { swift in
      for (index, fact) in facts.enumerated() {
        if index > 0 { swift.line() }
        write(fact, of: family, to: &swift)
      }
    }
  }

  /// Writes the facts of all commands.
  static func write(_ facts: [Fact], of families: [CommandFamily], to swift: inout SwiftText) {
    swift.block("extension Request") { swift in
      for (index, fact) in facts.enumerated() {
        if index > 0 { swift.line() }
        writeChoice(of: fact, families, to: &swift)
      }
    }
  }

  private static func write(_ fact: Fact, of family: CommandFamily, to swift: inout SwiftText) {
    let head = "\(fact.access) var \(fact.name): \(fact.type)"
    let groups = family.members.grouped { member in
      let value = fact.value(member.command)
      return value.contains("fields.") ? "\(value) of \(member.typeName ?? "")" : value
    }
    if family.isByHand || groups.count == 1 && !groups[0].value.contains("fields.") {
      let value = fact.value(family.members[0].command)
      return swift.line("\(head) { \(value.replacing("fields.", with: "")) }")
    }
    swift.block(head) { swift in
      swift.choice { swift in
        for group in groups {
          let value = fact.value(group.members[0].command)
          let binding = value.contains("fields.") ? "(let fields)" : ""
          swift.patterns(group.members.map { ".\($0.caseName)\(binding)" }, value)
        }
      }
    }
  }

  private static func writeChoice(
    of fact: Fact, _ families: [CommandFamily], to swift: inout SwiftText
  ) {
    swift.doc(fact.doc)
    swift.block("\(fact.access) var \(fact.name): \(fact.type)") { swift in
      swift.choice { swift in
        for family in families {
          swift.line("case .\(family.name)(let request): request.\(fact.name)")
        }
      }
    }
  }
}

extension FactsSource.Fact {
  fileprivate var access: String { type == "Verb" ? "public" : "package" }
}

extension CommandRow {
  fileprivate var subjectSource: String {
    switch subject {
    case .nothing: ".nothing"
    case .all: ".allBoards"
    case .newBoard: ".newBoard(fields.board)"
    case .board, .boardOrCurrent: ".board(fields.board)"
    case .bothBoards: ".bothBoards(fields.board, fields.to)"
    case .boardOrAll: ".boardOrAll(fields.board)"
    case .session: ".session(fields.drag)"
    case .sessionAtBoard: ".sessionAtBoard(fields.drag, fields.board)"
    case .itemsOrSession: ".itemsOrSession(fields.items, fields.drag, fields.board)"
    }
  }

  fileprivate var roleSource: String {
    guard let role else { return "nil" }
    guard let with = role.with else { return ".\(role.usual)" }
    return "\(condition(with.part)) ? .\(with.role) : .\(role.usual)"
  }

  fileprivate var changeSource: String {
    let value = change.isEmpty ? "nothing" : change
    return changesWith.map { "\(condition($0)) ? .\(value) : .nothing" } ?? ".\(value)"
  }

  /// Whether a flag is set, or any key of a policy or change of a field.
  private func condition(_ part: String) -> String {
    switch part {
    case "settings": "!fields.values.isEmpty"
    case "changes": "!fields.changes.isEmpty"
    default: "fields.\(part)"
    }
  }
}
