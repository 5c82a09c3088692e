import ArgumentParser
import BoardWire

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
        dropline undo --name ann --board groceries
        dropline undo --name ann --token a-long-secret-of-ann --board groceries

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag

  func validate() throws { try server.requireName() }

  func run() throws {
    let fields = UndoRequest.TakeBack(try board.name(), force: force.force)
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
        dropline redo --name ann --board groceries

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag

  func validate() throws { try server.requireName() }

  func run() throws {
    let fields = UndoRequest.TakeBack(try board.name(), force: force.force)
    try ScriptConversation(server).send(.undo(.redo(fields)))
  }
}
