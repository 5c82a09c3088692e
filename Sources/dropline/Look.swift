import ArgumentParser

/// `dropline boards`: what a server has.
struct Boards: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the boards of a server.",
    discussion: """
      A line for each: its name, revision, sections, items and watchers.

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  func run() throws { try ScriptTalk(server).tell("boards", listingOnly: true) }
}

/// `dropline show`: a board for people.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a board, as it is or as it was.",
    discussion: """
      For people: what is drawn may grow. Programs read `dropline export`, or `open` in the protocol.

      EXAMPLES
        dropline show groceries
        dropline show groceries --at 41

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Option(
    name: .customLong("at"),
    help: ArgumentHelp("Draw the board as it was at this revision.", valueName: "revision"))
  var revision: UInt?

  @Argument(
    help: "The board; $DROPLINE_BOARD if left out.",
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: String?

  func validate() throws {
    guard let name = board ?? environment("DROPLINE_BOARD") else {
      throw ValidationError("Name a board; `dropline boards` lists them.")
    }
    _ = try checked([name])
  }

  func run() throws {
    let name = board ?? environment("DROPLINE_BOARD") ?? ""
    let words = ["show", name] + (revision.map { ["@\($0)"] } ?? [])
    try ScriptTalk(server).tell(words.joined(separator: " "), listingOnly: true)
  }
}
