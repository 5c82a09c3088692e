import ArgumentParser
import BoardModel
import BoardWire

/// Whose changes of which board are taken back.
struct OwnChanges: ParsableArguments {
  @OptionGroup var option: BoardOption
  @OptionGroup var force: ForceFlag

  @Argument(
    help: "The board; --board or $DROPLINE_BOARD if left out.",
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName?

  /// - Throws: `ValidationError` if no board is named, or nobody who could have changed it.
  func validate(of server: ServerOptions) throws {
    _ = try name()
    try server.requireName()
  }

  func fields() throws -> UndoRequest.Undo { .init(try name(), force: force.force) }

  private func name() throws -> BoardName { try requiredBoard(option.board(of: board)) }
}

/// `dropline undo`: undoes the client's last change.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back one's own last change of a board.",
    discussion: """
      Changes belong to names and their tokens: say the same --name, or $DROPLINE_NAME, as when it was \
      made, also in `connect`. The token is found by itself on the machine where it was made. What \
      others did since stays.

      EXAMPLES
        dropline undo groceries --name ann
        dropline undo groceries --name ann --token a-long-secret-of-ann

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var change: OwnChanges

  func validate() throws { try change.validate(of: server) }

  func run() throws {
    let fields = try change.fields()
    try ScriptConversation(server).send(.undo(.undo(fields)))
  }
}

/// `dropline redo`: redoes the client's last undo.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take back one's own last undo of a board.",
    discussion: """
      See `dropline undo`.

      EXAMPLE
        dropline redo groceries --name ann

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var change: OwnChanges

  func validate() throws { try change.validate(of: server) }

  func run() throws {
    let fields = try change.fields()
    try ScriptConversation(server).send(.undo(.redo(fields)))
  }
}
