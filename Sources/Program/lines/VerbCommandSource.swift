/// Writes the commands `dropline VERB`, by which an editor changes the board that the key `board` names.
struct VerbCommandSource {
  /// Arguments of the command line that are one part of a command, or two.
  fileprivate struct Argument {
    /// The name of the property, and its type.
    let name: String
    let type: String
    /// The values of the parts, by the names of the parts.
    var values: [String: String]
    /// Whether it may name the board.
    var isOnBoard = false
    var isOption = false
    /// Whether reading a value may fail.
    var mayFail = false
  }

  /// A command with its request.
  fileprivate struct Command {
    let member: CommandFamily.Member
    let family: CommandFamily
    let fields: FieldsSource
    let arguments: [Argument]
    let abstract: String
  }

  private let commands: [Command]

  /// - Throws: If no argument is known for a part of a command, or its help begins with no verb.
  init(_ families: [CommandFamily]) throws(TableMistake) {
    var commands: [Command] = []
    for family in families {
      for member in family.members where member.command.isEdit {
        guard let fields = member.fields else { continue }
        commands.append(
          Command(
            member: member, family: family, fields: fields,
            arguments: try Self.arguments(of: member.command, fields),
            abstract: try member.command.imperative()))
      }
    }
    self.commands = commands
  }

  private static func arguments(
    of command: CommandRow, _ fields: FieldsSource
  ) throws(TableMistake) -> [Argument] {
    let notations = command.form.parts.map(\.notation)
    var arguments: [Argument] = []
    for part in command.form.parts where part.name != "board" {
      if arguments.contains(where: { $0.values[part.property] != nil }) { continue }
      arguments.append(try argument(for: part, beside: notations, of: command))
    }
    return arguments.filter(\.isOption) + arguments.filter { !$0.isOption }
  }

  private static func argument(
    for part: LineForm.Part, beside notations: [String], of command: CommandRow
  ) throws(TableMistake) -> Argument {
    func one(_ type: String) -> Argument {
      Argument(
        name: part.property, type: type, values: [part.property: "\(part.property).value"],
        isOnBoard: true)
    }
    func items(and other: String, _ type: String) -> Argument {
      Argument(
        name: "words", type: type, values: ["items": "words.items", other: "words.\(other)"],
        isOnBoard: true, mayFail: true)
    }
    switch (part.role, part.notation) {
    case (.word, "SECTION"): return one("OnBoardArgument<SectionReference>")
    case (.word, "INDEX"): return one("OnBoardArgument<SectionPlace>")
    case (.word, "ITEM"): return one("OnBoardArgument<ItemReference>")
    case (.word, "PLACE"): return one("OnBoardArgument<Place>")
    case (.word, "ITEMS") where notations.contains("PLACE"):
      return items(and: "place", "ItemsAndPlaceArguments")
    case (.word, "ITEMS") where notations.contains("FIELD"):
      return items(and: "changes", "ItemsAndFieldsArguments")
    case (.word, "ITEMS"): return one("ItemsArgument")
    case (.flag, _) where part.name == "force":
      return Argument(
        name: "force", type: "ForceFlag", values: ["force": "force.force"], isOption: true)
    case (.fields, _) where part.name == "fields":
      return Argument(
        name: "fields", type: "FieldOption", values: ["fields": "fields.value"], isOption: true,
        mayFail: true)
    case (.text, _):
      let type = FieldsBuilder.isTitle(command.meaning) ? "TitleArgument" : "TextArgument"
      return Argument(name: "text", type: type, values: ["text": "text.value"])
    case _:
      throw command.row.mistake("`\(part.form)`: no argument of `dropline VERB` is known for it")
    }
  }

  func write(to swift: inout SwiftText) {
    swift.doc("The commands that send one verb.")
    swift.block("enum VerbCommands") { swift in
      let types = commands.map { "\($0.name).self" }
      swift.list("static let all: [any VerbCommand.Type] = ", types)
    }
    for command in commands {
      swift.line()
      command.write(to: &swift)
    }
  }
}

extension VerbCommandSource.Command {
  fileprivate var name: String { "\(member.command.verb.typeName)Command" }

  fileprivate func write(to swift: inout SwiftText) {
    swift.doc("`dropline \(member.command.verb)`: \(member.command.meaning).")
    swift.block("struct \(name): VerbCommand") { swift in
      swift.line("static let verb = Verb.\(member.caseName)")
      swift.line("static let abstract = \(abstract.literal)")
      swift.list("static let examples = ", member.command.shellExamples.map(\.literal))
      swift.line()
      swift.line("@OptionGroup var server: ServerOptions")
      swift.line("@OptionGroup var board: BoardOption")
      for argument in arguments {
        swift.line("@OptionGroup var \(argument.name): \(argument.type)")
      }
      swift.line()
      writeRequest(to: &swift)
    }
  }

  private func writeRequest(to swift: inout SwiftText) {
    let boards = arguments.filter(\.isOnBoard)
    let named = boards.map { "\($0.name).boards" }.joined(separator: " + ")
    let value = boards.contains(where: \.mayFail) ? "get throws { try \(named) }" : named
    swift.line("var boards: [[BoardName?]] { \(value) }")
    swift.line()
    let attempt = arguments.contains(where: \.mayFail) ? "try " : ""
    swift.block("func request(on board: BoardName?) throws -> Request") { swift in
      swift.call(
        ["\(attempt).\(family.name)(", ".\(member.caseName)(", ".init("],
        fields.arguments { name in
          name == "board" ? name : arguments.compactMap { $0.values[name] }.first ?? name
        })
    }
  }
}

extension CommandRow {
  /// Whether an editor changes with it the board that a key names.
  fileprivate var isEdit: Bool {
    role?.usual == "editor" && (change == "board" || change == "selection")
      && form.parts.contains { $0.name == "board" && $0.role == .key }
  }

  /// What `help` says, as it is said to somebody: `sorts a section` as `Sort a section.`
  ///
  /// - Throws: If it does not begin with a verb.
  fileprivate func imperative() throws(TableMistake) -> String {
    let verb = says.prefix { $0 != " " }
    guard verb.hasSuffix("s") else { throw row.mistake("\"\(says)\" does not say what it does") }
    let isLonger = ["ches", "shes", "sses", "xes"].contains(where: verb.hasSuffix)
    return "\(verb.dropLast(isLonger ? 2 : 1))\(says.dropFirst(verb.count))".sentence
  }

  /// The examples as they are typed in a shell, on a board.
  fileprivate var shellExamples: [String] {
    examples.filter { !$0.hasPrefix("(") && !$0.contains("\\") }.map { example in
      let words = example.split(separator: " ", maxSplits: 2).map {
        $0 == "force=yes" ? "--force" : String($0)
      }
      return (["dropline", words[0], "groceries/\(words[1])"] + words[2...])
        .joined(separator: " ")
    }
  }
}
