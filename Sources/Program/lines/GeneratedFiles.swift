import Foundation

/// The files that are made from the tables of the protocol.
struct GeneratedFiles {
  /// A file: its path from the root of the repository, and its text.
  struct File: Sendable {
    let path: String
    let text: String
  }

  /// Where they are. Nothing else is there.
  static let folders = [
    "Core/BoardModel", "Core/BoardWire", "Core/BoardHub", "Clients/BoardReplica",
    "Program/dropline",
  ].map { "Sources/\($0)/Generated" }

  /// The lines that a file of the project may have.
  private static let mostLines = 400

  let files: [File]
  /// The files of the clients of other languages.
  let clients: [File]

  /// Makes all files.
  ///
  /// - Parameters: The texts of the pages of `protocol`.
  /// - Throws: The first mistake in a table.
  init(lines: String, codes: String, limits: String, drags: String) throws(TableMistake) {
    let commands = try CommandTable(lines, file: "lines.md")
    var families: [CommandFamily] = []
    for (name, doc) in CommandFamily.all {
      families.append(try CommandFamily(name, doc: doc, in: commands))
    }
    let replyTable = try ReplyTable(lines, file: "lines.md", commands)
    let replies = ReplySource(table: replyTable)
    let events = try EventSource(lines, file: "lines.md")
    let rows = try RowSource(lines, file: "lines.md")
    let help = try HelpSource(lines, file: "lines.md", commands)
    let verbs = VerbSource(table: commands, families: families)
    let commandLine = try VerbCommandSource(families)
    let codeTable = try CodeTable(codes, file: "errors.md")
    let schemas = try SchemaSource(lines, file: "lines.md", commands, replyTable, codeTable)
    let sentences = try SentenceSource(
      codes, file: "errors.md", codeTable, verbs: commands.rows.map(\.verb))
    let codes = CodeSource(table: codeTable)
    let refusals = RefusalSource(codes: codeTable.refusals)
    let words = try WordSource(lines, file: "lines.md")
    let choices = try ChoiceSource(lines, file: "lines.md")
    let unions = try UnionSource(lines, file: "lines.md")
    let limits = try LimitSource(lines: lines, limits: limits)
    let policyTable = try PolicyTable(lines, file: "lines.md")
    let policies = PolicySource(table: policyTable)
    let reasons = try ReasonSource(drags, file: "drag-session.md", lines: lines)
    let fieldNames = try FieldNameSource(
      lines, file: "lines.md",
      forms: commands.rows.map(\.form) + rows.forms + events.forms
        + replyTable.listings.map(\.fields.form))
    clients = try Self.clients(commands, codeTable, policyTable, schemas, fieldNames)
    func made(
      from page: String = "lines.md", _ parts: (inout SwiftText) -> Void...
    ) -> SwiftText {
      .file(from: page, importing: ["BoardModel"], parts)
    }
    let model: [(String, SwiftText)] = [
      ("Limits", .file(from: "limits.md", [limits.writeLimits, limits.writeWords])),
      ("Policy", .file(from: "lines.md", [policies.writeModel])),
      ("FieldNames", .file(from: "lines.md", [fieldNames.write])),
      ("DropReason", .file(from: "drag-session.md", [reasons.write])),
      ("Refusal", .file(from: "errors.md", [refusals.writeModel])),
      ("SessionOutcome", .file(from: "lines.md", [unions.writeModel])),
    ]
    let wire: [(String, SwiftText)] = [
      ("Verb", .file(from: "lines.md", [verbs.writeVerbs])),
      ("Request", made(verbs.writeRequests)), ("Reply", made(replies.writeReplies)),
      ("Event", made(events.writeKinds)), ("EventParts", made(events.writeTypes)),
      ("Heads", made(events.writeHeads)), ("Row", made(rows.writeRows, rows.writeTypes)),
      ("Outcomes", made(unions.writeWire)), ("ListingRows", made(replies.writeListings)),
      ("LineSchemas", .file(from: "lines.md", [schemas.write])),
      ("ValueSentences", made(help.writeValues)),
      ("Words", .file(from: "lines.md", [words.write, choices.write])),
      ("Habits", .file(from: "lines.md", [help.writeHabits])),
      ("Facts", made(from: "errors.md", codes.writeFacts)),
      ("LineError", .file(from: "errors.md", [codes.writeErrors])),
      ("Codes", made(from: "errors.md", refusals.writeWire, codes.writeByes)),
      ("Sentences", made(from: "errors.md", sentences.write)),
      ("Metric", .file(from: "lines.md", [limits.writeMetrics])),
      ("PolicySetting", made(policies.writeWords)),
    ]
    let hub: [(String, SwiftText)] = [
      ("CostClass", [commands.costs.write]),
      ("CommandFacts", [verbs.writeChanges, verbs.writeFacts]),
      ("FamilyFacts", [verbs.writeFamilyFacts]),
      ("HelpTexts", [help.write, verbs.writeTopics]),
    ].map { name, parts in
      (name, .file(from: "lines.md", importing: ["BoardModel", "BoardWire"], parts))
    }
    let commandFiles = families.filter { !$0.isByHand }.flatMap { family in
      let requests = RequestSource(family: family).write
      let writeReplies = { (swift: inout SwiftText) in
        FieldsSource.write(replies.types(of: family), to: &swift)
      }
      let both = made(requests, writeReplies)
      return both.lines.count < Self.mostLines
        ? [(family.type, both)]
        : [(family.type, made(requests)), ("\(family.name.typeName)Replies", made(writeReplies))]
    }
    let modules = ["ArgumentParser", "BoardModel", "BoardWire"]
    let program: [(String, SwiftText)] = [
      ("VerbCommands", .file(from: "lines.md", importing: modules, [commandLine.write]))
    ]
    let effects = SwiftText.file(
      from: "lines.md", importing: ["BoardWire"], [replies.writeEffect])
    let all = [model, wire + commandFiles, hub, [("ReplyEffects", effects)], program]
    files = zip(Self.folders, all).flatMap { folder, texts in
      texts.map { File(path: "\(folder)/\($0).swift", text: $1.text) }
    }
  }

  private static func clients(
    _ commands: CommandTable, _ codes: CodeTable, _ policies: PolicyTable, _ schemas: SchemaSource,
    _ fieldNames: FieldNameSource
  ) throws(TableMistake) -> [File] {
    let python = PythonSource(
      commands: commands, codes: codes, policies: policies, schemas: schemas)
    let script = ScriptSource(
      commands: commands, codes: codes, policies: policies, schemas: schemas,
      fieldNames: fieldNames)
    let folder = "protocol/clients"
    return [
      File(path: "\(folder)/python/src/dropline/commands.py", text: python.methods),
      File(path: "\(folder)/python/src/dropline/tables.py", text: try python.tables()),
      File(path: "\(folder)/js/commands.d.ts", text: script.types),
      File(path: "\(folder)/js/tables.js", text: try script.tables()),
    ]
  }

  /// Makes all files of the tables of a repository.
  init(in folder: URL) throws {
    let page = { name in try Self.page(name, in: folder) }
    try self.init(
      lines: page("lines.md"), codes: page("errors.md"), limits: page("limits.md"),
      drags: page("drag-session.md"))
  }

  private static func page(_ name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: "protocol/\(name)"), encoding: .utf8)
  }
}
