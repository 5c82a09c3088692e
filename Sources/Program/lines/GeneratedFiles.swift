import Foundation

/// The files that are made from the tables of the protocol.
struct GeneratedFiles {
  /// A file: its path from the root of the repository, and its text.
  struct File: Sendable {
    let path: String
    let text: String
  }

  /// Where they are. Nothing else is there.
  static let folders = ["BoardModel", "BoardWire"].map { "Sources/Core/\($0)/Generated" }

  let files: [File]

  /// Makes all files.
  ///
  /// - Parameters: The texts of the pages of `protocol`.
  /// - Throws: The first mistake in a table.
  init(lines: String, codes: String, specification: String) throws(TableMistake) {
    let commands = try CommandTable(lines, file: "lines.md")
    var families: [CommandFamily] = []
    for (name, doc) in CommandFamily.all {
      families.append(try CommandFamily(name, doc: doc, in: commands))
    }
    let replies = ReplySource(table: try ReplyTable(lines, file: "lines.md", commands))
    let events = try EventSource(lines, file: "lines.md")
    let verbs = VerbSource(table: commands, families: families)
    let codes = CodeSource(table: try CodeTable(codes, file: "errors.md"))
    let limits = try LimitSource(specification, file: "specification.md")
    let policies = PolicySource(table: try PolicyTable(specification, file: "specification.md"))
    let requests = families.filter { !$0.isByHand }.map { RequestSource(family: $0) }
    let texts =
      [
        ("Verb", verbs.text), ("Request", verbs.requests), ("Reply", replies.text),
        ("Event", events.text), ("EventFields", events.types),
        ("HelpTexts", HelpSource(table: commands).text), ("Facts", codes.facts),
        ("RefusalCode", codes.refusals), ("LineError", codes.errors), ("Bye", codes.byes),
        ("Metric", limits.metricText),
        ("PolicySetting", policies.wire),
      ] + replies.types(families) + requests.map { ($0.family.type, $0.text) }
    files =
      [("Limits", limits.text), ("Policy", policies.model)].map {
        File(path: "\(Self.folders[0])/\($0).swift", text: $1)
      } + texts.map { File(path: "\(Self.folders[1])/\($0).swift", text: $1) }
  }

  /// Makes all files of the tables of a repository.
  init(in folder: URL) throws {
    let page = { (name: String) in
      try String(contentsOf: folder.appending(path: "protocol/\(name)"), encoding: .utf8)
    }
    try self.init(
      lines: page("lines.md"), codes: page("errors.md"), specification: page("specification.md"))
  }
}
