/// Writes the verbs, and how their commands are read.
struct VerbSource {
  let table: CommandTable
  let families: [CommandFamily]

  func writeVerbs(to swift: inout SwiftText) {
    swift.doc("The verbs of version 1, in the order of `protocol/lines.md`.")
    swift.block("public enum Verb: String, CaseIterable, Hashable, Sendable") { swift in
      for command in table.rows {
        swift.doc("`\(command.form.written)`: \(command.meaning).")
        let name = command.verb.camelCase
        swift.line("case \(name.declared)" + (name == command.verb ? "" : " = \"\(command.verb)\""))
      }
    }
    swift.line()
    swift.block("extension Verb") { swift in
      writeChoice(
        "public var profile: Profile", "The profile that the verb belongs to.", \.profile,
        to: &swift)
      swift.line()
      writeChoice(
        "package var family: CommandFamily", "The part of the server that executes the command.",
        \.family,
        to: &swift)
      swift.line()
      writeBlocks(to: &swift)
      swift.line()
      writeRequest(to: &swift)
    }
  }

  /// Writes the topics of `help`.
  func writeTopics(to swift: inout SwiftText) {
    swift.block("extension Verb") { swift in
      writeChoice(
        "var topic: HelpGroup", "The topic of `help` that lists the verb.", \.topic, to: &swift)
    }
  }

  /// Writes what the commands of a verb can change.
  func writeChanges(to swift: inout SwiftText) {
    swift.block("extension Verb") { swift in
      writeChoice(
        "package var change: CommandChange", "What the command can change at most.",
        { $0.change.isEmpty ? "nothing" : $0.change }, to: &swift)
    }
  }

  /// Writes what a server asks of all commands.
  func writeFacts(to swift: inout SwiftText) {
    FactsSource.write(FactsSource.all, of: families, to: &swift)
  }

  /// Writes what a server asks of the commands of each family.
  func writeFamilyFacts(to swift: inout SwiftText) {
    for (index, family) in families.enumerated() {
      if index > 0 { swift.line() }
      FactsSource.write(FactsSource.all, of: family, to: &swift)
    }
  }

  /// Writes a property whose value is one of a few names.
  private func writeChoice(
    _ head: String, _ doc: String, _ value: (CommandRow) -> String, to swift: inout SwiftText
  ) {
    swift.doc(doc)
    swift.block(head) { swift in
      swift.choice { swift in
        for group in table.rows.grouped(by: value) {
          swift.patterns(group.members.map { ".\($0.verb.camelCase)" }, ".\(group.value)")
        }
      }
    }
  }

  private func writeBlocks(to swift: inout SwiftText) {
    swift.doc("Whether lines follow the command, up to a line `end`.")
    let verbs = table.rows.filter { $0.family == "block" }.map { "self == .\($0.verb.camelCase)" }
    swift.line("public var beginsBlock: Bool { \(verbs.joined(separator: " || ")) }")
  }

  private func writeRequest(to swift: inout SwiftText) {
    swift.doc("Reads the parts of a command.")
    swift.line("@inline(__always)")
    swift.block("func request(_ line: inout LineReader) throws(LineError) -> Request") { swift in
      swift.choice { swift in
        for family in families {
          for member in family.members { swift.line(reading(member, of: family)) }
        }
      }
    }
  }

  private func reading(_ member: CommandFamily.Member, of family: CommandFamily) -> String {
    let name = member.caseName
    if family.isByHand { return "case .\(name): try .\(family.name)(.read(&line))" }
    return member.fields == nil
      ? "case .\(name): .\(family.name)(.\(name))"
      : "case .\(name): try .\(family.name)(.\(name)(.read(&line)))"
  }

  /// Writes the families.
  func writeRequests(to swift: inout SwiftText) {
    swift.doc(
      "One command, read and found well formed; whether it can be done is the hub's business.")
    swift.line("///")
    swift.doc(
      "A board of nil is the connection's current board, a drag session of nil the client's only one."
    )
    swift.block("public enum Request: Hashable, Sendable") { swift in
      for family in families {
        swift.doc(family.doc)
        swift.line("case \(family.name)(\(family.type))")
      }
    }
    swift.line()
    swift.doc("The parts of a server that execute commands.")
    swift.block("package enum CommandFamily") { swift in
      for family in families { swift.line("case \(family.name)") }
    }
    swift.line()
    FactsSource.write([FactsSource.verb], of: families, to: &swift)
    for family in families where family.isByHand {
      swift.line()
      FactsSource.write([FactsSource.verb], of: family, to: &swift)
    }
    swift.line()
    writeLine(to: &swift)
  }

  private func writeLine(to swift: inout SwiftText) {
    swift.block("extension WireBuffer") { swift in
      swift.doc("Appends a command with its line end: for a block, the line that begins it.")
      swift.block("public mutating func append(_ request: Request, tag: String? = nil)") { swift in
        swift.line("append(tag: tag)")
        swift.line("switch request {")
        for family in families {
          swift.line("case .\(family.name)(let request): request.append(to: &self)")
        }
        swift.line("}")
      }
    }
  }
}

extension Array {
  /// The elements by a value that they have, in the order in which the values come first.
  func grouped(by value: (Element) -> String) -> [(value: String, members: [Element])] {
    var groups: [(value: String, members: [Element])] = []
    for element in self {
      let value = value(element)
      if let index = groups.firstIndex(where: { $0.value == value }) {
        groups[index].members.append(element)
      } else {
        groups.append((value, [element]))
      }
    }
    return groups
  }
}
