import ArgumentParser
import BoardModel
import BoardWire

/// A command `dropline VERB`, which sends one verb. Each is made from the tables of the protocol: its arguments are the
/// parts of the line.
protocol VerbCommand: ParsableCommand {
  static var verb: Verb { get }
  static var abstract: String { get }
  static var examples: [String] { get }

  var server: ServerOptions { get }
  var board: BoardOption { get }
  /// The boards that the arguments of each part name.
  var boards: [[BoardName?]] { get throws }

  /// The request on a board; on nil if none is named.
  ///
  /// - Throws: `ValidationError` if the arguments make none.
  func request(on board: BoardName?) throws -> Request
}

extension VerbCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: verb.rawValue, abstract: abstract, discussion: VerbHelp(Self.self).text)
  }

  func validate() throws { _ = try request() }

  func run() throws { try ScriptConversation(server).send(request()) }

  /// What the first part does not say of its board, `--board` says; the others name none, or the same.
  private func request() throws -> Request {
    var boards = try boards
    let home = try board.board(of: boards.removeFirst())
    return try request(on: board.board(of: [home] + boards.joined()))
  }
}

/// What the help of a command says beside what the tables say of the verb.
struct VerbHelp {
  private static let remarks: [Verb: String] = [
    .insert: ScriptHelp.places,
    .delete: "All of them or none, as one change.",
    .move: """
    No drag is needed, and no policy judges it. All of them or none, as one change, in the order in which they are \
    named. \(ScriptHelp.places) An index path counts with the items taken out.
    """,
    .set: """
    All of them or none, as one change. NAME= without a value takes a field away. The text and the other fields stay \
    as they are. A name is of a to z and digits, with a letter first; a value has at most 256 bytes.
    """,
    .insertSection: """
    PLACE is an index, or before:SECTION, after:SECTION or end, SECTION an id or an index.
    """,
    .moveSection: """
    PLACE is the index that it has afterwards, or before:SECTION, after:SECTION or end.
    """,
    .deleteSection: "`dropline clear` deletes the items and leaves the section.",
    .clear: "The section stays.",
    .choose: """
    What comes of it is the business of the section (`on-choose`): the item is selected, moved to another section, or deleted. \
    A selection of somebody without a token ends with the command.
    """,
  ]

  /// Examples that show more than those of the tables.
  private static let furtherExamples: [Verb: [String]] = [
    .insert: [
      "dropline insert groceries/end:s1 Call Ann",
      "dropline insert --board groceries 0.0 -- '--- urgent ---'",
      "dropline insert groceries/end:s1 --field due=2026-12-01 Call Ann",
    ],
    .move: ["dropline move groceries/i2 i3 end:s2"],
  ]

  /// The help of all commands that send one verb.
  static var all: [VerbHelp] { VerbCommands.all.map { VerbHelp($0) } }

  let verb: Verb
  let examples: [String]

  init(_ command: any VerbCommand.Type) {
    verb = command.verb
    examples = Self.furtherExamples[verb] ?? command.examples
  }

  var text: String {
    let typed = examples.map { "\n  \($0)" }.joined()
    return [
      Self.remarks[verb], "EXAMPLE\(examples.count > 1 ? "S" : "")\(typed)", ScriptHelp.statuses,
    ].compactMap(\.self).joined(separator: "\n\n")
  }
}
