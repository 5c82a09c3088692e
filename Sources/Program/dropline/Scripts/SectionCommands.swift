import ArgumentParser
import BoardModel
import BoardWire

/// `dropline insert-section`: adds a section.
struct InsertSection: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add a section.",
    discussion: """
      PLACE is an index, or before:SECTION, after:SECTION or end, SECTION an id or an index. The title is \
      taken as it is; several words are joined by blanks.

      EXAMPLES
        dropline insert-section groceries/end Next week
        dropline insert-section --board groceries before:s2 Soon

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: "Where it goes.", completion: BoardCompletion.sections(places: true),
    transform: OnBoard.init)
  var place: OnBoard<SectionPlace>

  @Argument(help: "Its title.")
  var title: [String]

  func run() throws {
    let request = EditRequest.insertSection(
      .init(place.value, text: joined(title), on: try board.board(of: place.board)))
    try ScriptConversation(server).send(.edit(request))
  }
}

/// `dropline rename-section`: changes the title of a section.
struct RenameSection: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change the title of a section.",
    discussion: """
      The title is taken as it is; several words are joined by blanks.

      EXAMPLE
        dropline rename-section groceries/s1 To buy soon

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: "The section: its id or its index.", completion: BoardCompletion.sections(),
    transform: OnBoard.init)
  var section: OnBoard<SectionReference>

  @Argument(help: "Its new title.")
  var title: [String]

  func run() throws {
    let request = EditRequest.renameSection(
      .init(section.value, text: joined(title), on: try board.board(of: section.board)))
    try ScriptConversation(server).send(.edit(request))
  }
}

/// `dropline move-section`: moves a section with its items.
struct MoveSection: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move a section with its items.",
    discussion: """
      PLACE is the index that it has afterwards, or before:SECTION, after:SECTION or end.

      EXAMPLE
        dropline move-section groceries/s2 0

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: "The section: its id or its index.", completion: BoardCompletion.sections(),
    transform: OnBoard.init)
  var section: OnBoard<SectionReference>

  @Argument(
    help: "Where it goes.", completion: BoardCompletion.sections(places: true),
    transform: OnBoard.init)
  var place: OnBoard<SectionPlace>

  func run() throws {
    let board = try board.board(of: board.board(of: section.board), place.board)
    let request = EditRequest.moveSection(.init(section.value, index: place.value, on: board))
    try ScriptConversation(server).send(.edit(request))
  }
}

/// `dropline delete-section`: deletes a section with its items.
struct DeleteSection: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take a section away with its items.",
    discussion: """
      `dropline clear` takes the items away and leaves the section.

      EXAMPLE
        dropline delete-section groceries/s2

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag

  @Argument(
    help: "The section: its id or its index.", completion: BoardCompletion.sections(),
    transform: OnBoard.init)
  var section: OnBoard<SectionReference>

  func run() throws {
    let request = EditRequest.deleteSection(
      .init(section.value, force: force.force, on: try board.board(of: section.board)))
    try ScriptConversation(server).send(.edit(request))
  }
}
