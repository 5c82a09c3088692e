import Foundation

/// The files that are made from the tables of the protocol.
struct GeneratedFiles {
  /// A file: its path from the root of the repository, and its text.
  struct File: Sendable {
    let path: String
    let text: String
  }

  /// Where they are. Nothing else is there.
  static let folder = "Sources/Core/BoardWire/Generated"

  let files: [File]

  /// Makes all files.
  ///
  /// - Parameter lines: The text of `protocol/lines.md`.
  /// - Throws: The first mistake in a table.
  init(lines: String) throws(TableMistake) {
    let table = try CommandTable(lines, file: "lines.md")
    var families: [CommandFamily] = []
    for (name, doc) in CommandFamily.all {
      families.append(try CommandFamily(name, doc: doc, in: table))
    }
    let replies = ReplySource(table: try ReplyTable(lines, file: "lines.md", table))
    let events = try EventSource(lines, file: "lines.md")
    let verbs = VerbSource(table: table, families: families)
    let requests = families.filter { !$0.isByHand }.map { RequestSource(family: $0) }
    let texts =
      [
        ("Verb", verbs.text), ("Request", verbs.requests), ("Reply", replies.text),
        ("Event", events.text), ("EventFields", events.types),
        ("HelpTexts", HelpSource(table: table).text),
      ] + replies.types(families) + requests.map { ($0.family.type, $0.text) }
    files = texts.map { File(path: "\(Self.folder)/\($0).swift", text: $1) }
  }

  /// Makes all files of the tables of a repository.
  init(in folder: URL) throws {
    try self.init(
      lines: String(contentsOf: folder.appending(path: "protocol/lines.md"), encoding: .utf8))
  }
}
