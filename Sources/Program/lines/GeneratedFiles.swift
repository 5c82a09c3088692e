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
    let requests = families.filter { !$0.isByHand }.map {
      ($0.type, RequestSource(family: $0).text)
    }
    let texts =
      [
        ("Verb", verbs.text), ("Request", verbs.requests), ("Reply", replies.text),
        ("Event", Self.joined([events.text, events.types])),
        ("HelpTexts", HelpSource(table: commands).text), ("Facts", codes.facts),
        ("LineError", codes.errors), ("Codes", Self.joined([codes.refusals, codes.byes])),
        ("Metric", limits.metricText), ("PolicySetting", policies.wire),
      ] + Self.paired(requests, replies.types(families))
    files =
      [("Limits", limits.text), ("Policy", policies.model)].map {
        File(path: "\(Self.folders[0])/\($0).swift", text: $1)
      } + texts.map { File(path: "\(Self.folders[1])/\($0).swift", text: $1) }
  }

  /// The requests of each family with its replies, in one file if that is not too long.
  private static func paired(
    _ requests: [(String, String)], _ replies: [(name: String, text: String)]
  ) -> [(String, String)] {
    var rest = replies
    let files = requests.map { name, text in
      let other = name.replacing("Request", with: "Replies")
      guard let index = rest.firstIndex(where: { $0.name == other }) else { return (name, text) }
      let both = joined([text, rest[index].text])
      guard both.split(separator: "\n", omittingEmptySubsequences: false).count <= 400 else {
        return (name, text)
      }
      rest.remove(at: index)
      return (name, both)
    }
    return files + rest.map { ($0.name, $0.text) }
  }

  /// Files of one page and the same imports as one.
  private static func joined(_ texts: [String]) -> String {
    let head = "import BoardModel\n\n"
    return texts.dropFirst().reduce(texts[0]) { whole, text in
      guard let range = text.range(of: head) else {
        return whole + text.drop { $0 != "\n" }.dropFirst()
      }
      return whole + "\n" + text[range.upperBound...]
    }
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
