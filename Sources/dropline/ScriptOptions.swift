import ArgumentParser
import BoardCore
import BoardWire

/// Which server a command for scripts talks to, and as whom.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The server; $DROPLINE_SERVER if left out, and localhost:7667 if that is not set.",
      valueName: "host:port"))
  var server: ServerAddress?

  @Option(
    help: ArgumentHelp(
      "Who to be; $DROPLINE_NAME if left out, and a guest if that is not set.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "What proves the name again later; $DROPLINE_TOKEN if left out.", valueName: "token"))
  var token: String?

  @Option(help: ArgumentHelp("How long the server may take for an answer.", valueName: "time"))
  var patience = TimeOption(.seconds(10))

  @Flag(help: "Print answers in the JSON form of the protocol, an object on each line.")
  var json = false

  func validate() throws {
    try Self.check(name, "--name")
    try Self.check(token, "--token")
    if token != nil, clientName == nil { throw ValidationError("--token belongs to a --name.") }
  }

  private static func check(_ word: String?, _ option: String) throws {
    guard let word else { return }
    guard isWord(word) else { throw ValidationError("\(option) takes one word.") }
  }

  /// - Throws: `ValidationError` where the environment holds no address.
  func address() throws -> ServerAddress { try server ?? .fromEnvironment() }

  /// The line that says who we are, if we are anybody.
  var hello: String? {
    guard let clientName else { return nil }
    let token = token ?? environment("DROPLINE_TOKEN")
    return "hello \(clientName)" + (token.map { " \($0)" } ?? "")
  }

  private var clientName: String? { name ?? environment("DROPLINE_NAME") }
}

/// The board that a command for scripts is about.
struct BoardOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The board; $DROPLINE_BOARD if left out. An item or a place may say BOARD/ itself.",
      valueName: "board", visibility: .default),
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: String?

  func validate() throws {
    if let board, BoardName(board) == nil {
      throw ValidationError("\(board) is no name of a board.")
    }
  }

  var name: String? { board ?? environment("DROPLINE_BOARD") }

  /// A place or an item with the board in front, unless it has one.
  func on(_ word: String) -> String {
    guard let name, !word.contains("/") else { return word }
    return "\(name)/\(word)"
  }

  /// The board as a word of its own.
  var word: [String] { name.map { [$0] } ?? [] }
}

/// Whether it stays one word in a line of the protocol.
func isWord(_ text: String) -> Bool {
  !text.isEmpty && !text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
}

/// Words of a command, each of them one word.
///
/// - Throws: `ValidationError` for what would be two words, or another line.
func checked(_ words: [String]) throws -> [String] {
  for word in words where !isWord(word) {
    throw ValidationError("'\(printable(word))' is not one word.")
  }
  return words
}
