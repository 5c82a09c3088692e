import ArgumentParser
import BoardModel
import Net

/// `dropline tail`: the batches of a board as they arrive.
struct Tail: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the batches of a board as they come.",
    discussion: """
      In the lines of the protocol, or with --json an object on each line. It goes on over lost \
      connections and restarts of the server, from the revision that it printed last, so that no \
      change is missed and none comes twice. A snapshot is printed in place of a batch where the \
      server no longer has the changes, where it is shorter, or where the server has begun a new \
      epoch. A board that is renamed is followed under its new name. SIGINT and SIGTERM end it, and \
      so does the end of whoever reads it.

      EXAMPLES
        dropline tail groceries
        dropline tail groceries --from 41 --count 1
        dropline tail groceries --json | jq -c '.rows[]'

      EXIT STATUS
        0 it was ended, or has printed --count batches; 1 refused, for instance because there is no \
      such board, or the board was removed; 64 asked wrongly; 69 there was no server in the beginning; 74 standard output \
      cannot be written; 76 the server does not speak the protocol.
      """)

  @OptionGroup var server: ServerOptions

  @Option(
    help: ArgumentHelp(
      "Begin with what came after this revision, instead of with what comes from now on.",
      valueName: "revision"))
  var from: Int?

  @Option(help: ArgumentHelp("End after so many batches.", valueName: "number"))
  var count: Int?

  @Option(
    help: ArgumentHelp("Take batches no more often than this, such as 250ms.", valueName: "time"))
  var every: TimeOption?

  @Flag(help: "Print the whole board first, as a snapshot.")
  var snapshot = false

  @Flag(help: "Print what happens to drags, selections and the name of the board as well.")
  var events = false

  @Argument(
    help: "The board; $DROPLINE_BOARD if left out.",
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName?

  /// - Throws: `ValidationError` if no board is named.
  func name() throws -> BoardName { try requiredBoard(board) }

  func validate() throws {
    _ = try name()
    guard count.map({ $0 > 0 }) != false else {
      throw ValidationError("--count takes a positive number.")
    }
    guard from.map({ $0 >= 0 }) != false else { throw ValidationError("--from takes a revision.") }
    guard from == nil || !snapshot else {
      throw ValidationError("--from and --snapshot say two different beginnings.")
    }
  }

  func run() throws {
    ProcessSetup.ignoreBrokenPipes()
    ProcessSetup.clearSignalMask()
    try TailSession(self).run()
  }
}
