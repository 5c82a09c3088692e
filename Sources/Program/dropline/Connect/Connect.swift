import ArgumentParser
import BoardModel
import Glibc
import Net
import Terminal

/// `dropline connect`: a board on a terminal, or lines if there is none.
struct Connect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Watch a board in the terminal and drag its items about.",
    usage: "dropline connect [<server>] [<board>] [--name <name>] [--space <space>]",
    discussion: """
      The argument with a colon is the server, the other one the board; either may be left out. \
      Without a board the server's only one is opened, or there is a list to choose from. A board that there is \
      not is created if you say so. Press ? for the keys.

      EXAMPLES
        dropline connect groceries
        dropline connect tls://boards.example:7667 today --name ann

      If the server needs a name and a token, they are asked for on the terminal, and stored for the \
      next time; $DROPLINE_TOKEN is the token of --name for scripts, and is not stored.

      Where standard input or output is no terminal, or the terminal is a dumb one, lines go to the \
      server as they come, its lines come back, and the end of input ends the conversation once \
      everything is answered, as `nc -N` does it. The board is opened first if one is named. Exit \
      status 1 says that there is no such space, 69 that the server could not be reached, 74 that the \
      connection broke.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      The server, as HOST:PORT or unix:PATH, and the board, in any order. The server is $DROPLINE_SERVER if left \
      out, and localhost:7667 if that is not set.
      """,
      valueName: "server or board"))
  var places: [String] = []

  @Option(
    help: """
      The name to go by; others see it at what you drag. The default is $DROPLINE_NAME, then $USER, \
      or `somebody` where that is no name, with a number behind it where it is taken.
      """)
  var name: ClientName?

  @Option(
    help:
      "The space of the server; $DROPLINE_SPACE if left out, and the default one if that is not set."
  )
  var space: SpaceName?

  func validate() throws { _ = try destination() }

  func run() throws {
    ProcessSetup.ignoreBrokenPipes()
    ProcessSetup.clearSignalMask()
    let destination = try destination()
    try reportingFailure {
      let status =
        isInteractive
        ? try TerminalClient.run(destination) : try LineRelay.run(destination)
      if status != 0 { throw ExitCode(status) }
    }
  }

  /// Whether there is a terminal with cursor addressing.
  private var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && environment("TERM") != "dumb"
      && environment("TERM") != nil
  }

  private func destination() throws -> ConnectDestination {
    var destination = ConnectDestination(address: try .fromEnvironment())
    for place in places {
      // No board has only digits, so that is a port.
      if place.contains(":") || place.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        guard let address = ServerAddress(argument: place) else {
          throw ValidationError("\(printable(place)) is no \(ServerAddress.form).")
        }
        destination.address = address
      } else {
        guard let board = BoardName(place), destination.board == nil else {
          throw ValidationError("\(printable(place)) is no board and no \(ServerAddress.form).")
        }
        destination.board = board
      }
    }
    if destination.board == nil {
      destination.board = try argument(of: "DROPLINE_BOARD", "board")
    }
    destination.space = try space ?? argument(of: "DROPLINE_SPACE", "space")
    destination.name = try name ?? argument(of: "DROPLINE_NAME", "name")
    destination.token = try destination.name == nil ? nil : tokenFromEnvironment()
    return destination
  }
}

/// Where to connect to, and as whom.
struct ConnectDestination {
  var address: ServerAddress
  /// The space of the server; nil for the default one.
  var space: SpaceName?
  var board: BoardName?
  /// The requested name.
  var name: ClientName?
  /// The token of the name, if it is not one that is stored.
  var token: String?
  /// Whether the token is to be stored for the next time.
  var keepsToken = false
}

/// An environment variable, or nil if it is unset or empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
