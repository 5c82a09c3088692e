import ArgumentParser
import BoardModel
import BoardWire
import Net

/// The server and the identity of a command for scripts.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The server, as HOST:PORT or unix:PATH; $DROPLINE_SERVER if left out, and localhost:7667 if that is "
        + "not set.", valueName: "server"))
  var server: ServerAddress?

  @Option(
    help: ArgumentHelp(
      "The space of the server; $DROPLINE_SPACE if left out, and the default one if that is not set.",
      valueName: "space"))
  var space: SpaceName?

  @Option(
    help: ArgumentHelp(
      "Who to be; $DROPLINE_NAME if left out, and a guest if that is not set.", valueName: "name"))
  var name: ClientName?

  @Option(
    help: ArgumentHelp(
      "What proves the name again later; $DROPLINE_TOKEN if left out, and the one that `connect` keeps "
        + "for the name if that is not set.", valueName: "token"))
  var token: String?

  @Option(
    name: .customLong("patience"),
    help: ArgumentHelp("How long the server may take for an answer.", valueName: "time"))
  var timeout = TimeOption(.seconds(10))

  @Flag(help: "Print answers in the JSON form of the protocol, an object on each line.")
  var json = false

  func validate() throws {
    if token != nil, try clientName() == nil {
      throw ValidationError("--token belongs to a --name.")
    }
    _ = try givenToken()
    _ = try spaceName()
  }

  /// - Throws: `ValidationError` if the environment variable is not an address.
  func address() throws -> ServerAddress { try server ?? .fromEnvironment() }

  /// - Throws: `ValidationError` if the environment variable is not the name of a space.
  func spaceName() throws -> SpaceName? { try space ?? argument(of: "DROPLINE_SPACE", "space") }

  /// The `hello` request, or nil for a guest.
  ///
  /// - Throws: `ValidationError` if an environment variable is not a name or not a token.
  func hello() throws -> Request? {
    guard let client = try clientName() else { return nil }
    let token =
      try givenToken()
      ?? NameClaim.sharedToken(of: client, at: try address(), in: try spaceName())
    return .connection(.hello(.init(client, token: token)))
  }

  /// The token of the option or of the environment variable.
  private func givenToken() throws -> String? {
    guard try clientName() != nil else { return nil }
    return try token.map(checkedToken) ?? tokenFromEnvironment()
  }

  /// - Throws: `ValidationError` if there is no name to which changes belong.
  func requireName() throws {
    guard try clientName() == nil else { return }
    throw ValidationError(
      "A guest has changed nothing: say the --name, or $DROPLINE_NAME, with which it was changed.")
  }

  private func clientName() throws -> ClientName? {
    try name ?? argument(of: "DROPLINE_NAME", "name")
  }
}

/// The token that `DROPLINE_TOKEN` has, or nil.
///
/// - Throws: `ValidationError` if it is no token.
func tokenFromEnvironment() throws -> String? {
  try environment("DROPLINE_TOKEN").map(checkedToken)
}

private func checkedToken(_ word: String) throws -> String {
  do throws(LineError) { return try SingleWord.token(word) } catch {
    throw ValidationError(
      "A token is \(Limits.tokenCharacters) to \(Limits.nameBytes) letters, digits, _ and -.")
  }
}

/// The board of a command for scripts.
struct BoardOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The board; $DROPLINE_BOARD if left out. An item or a place may say BOARD/ itself.",
      valueName: "board", visibility: .default),
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName?

  func validate() throws { _ = try name() }

  /// - Throws: `ValidationError` if the environment variable is not a board name.
  func name() throws -> BoardName? { try board ?? argument(of: "DROPLINE_BOARD", "board") }
}

/// The board of a command that needs one: the argument, or the environment variable.
///
/// - Throws: `ValidationError` if there is none.
func requiredBoard(_ board: BoardName?) throws -> BoardName {
  if let board = try board ?? argument(of: "DROPLINE_BOARD", "board") { return board }
  throw ValidationError("Name a board; `dropline boards` lists them.")
}

/// The parsed value of an environment variable; nil if it is unset.
///
/// - Throws: `ValidationError` if it cannot be parsed.
func argument<Value: ExpressibleByArgument>(of variable: String, _ kind: String) throws -> Value? {
  guard let word = environment(variable) else { return nil }
  guard let value = Value(argument: word) else {
    throw ValidationError("\(variable) is no \(kind): \(printable(word))")
  }
  return value
}
