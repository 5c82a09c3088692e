import ArgumentParser
import BoardModel
import BoardWire

/// `dropline create`: makes an empty board.
struct Create: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make an empty board.",
    discussion: """
      It has no sections; `dropline insert-section` adds one.

      EXAMPLE
        dropline create today && dropline insert-section today/end Morning

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Argument(help: "The name of the board.")
  var board: BoardName

  func run() throws { try ScriptConversation(server).send(.board(.create(.init(board)))) }
}

/// `dropline remove-board`: removes a board and its content.
struct RemoveBoard: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove a board.",
    discussion: """
      With all that is on it, its history and its policies. It is refused while somebody else \
      watches the board or drags there.

      EXAMPLES
        dropline remove-board today
        dropline remove-board today --force

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Flag(help: "Remove it although others watch it or drag there.")
  var force = false

  @Argument(
    help: "The board.", completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName

  func run() throws {
    try ScriptConversation(server).send(.board(.removeBoard(.init(board, force: force))))
  }
}

/// `dropline rename-board`: renames a board.
struct RenameBoard: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Give a board another name.",
    discussion: """
      Everything on it stays, and so do those who watch it.

      EXAMPLE
        dropline rename-board today monday

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Argument(
    help: "The board.", completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName

  @Argument(help: "Its new name.")
  var to: BoardName

  func run() throws {
    try ScriptConversation(server).send(.board(.renameBoard(.init(board, to: to))))
  }
}
