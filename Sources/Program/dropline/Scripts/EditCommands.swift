import ArgumentParser
import BoardModel
import BoardWire

/// `dropline insert`: inserts an item.
struct Insert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add an item.",
    discussion: """
      \(ScriptHelp.places) The text is taken as it is; several words are joined by blanks.

      EXAMPLES
        dropline insert groceries/end:s1 Call Ann
        dropline insert --board groceries 0.0 -- '--- urgent ---'
        dropline insert groceries/end:s1 --field due=2026-12-01 Call Ann

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: "Where it goes.", completion: BoardCompletion.places(),
    transform: OnBoard.init)
  var place: OnBoard<Place>

  @Option(help: ArgumentHelp("A field of the item; may be repeated.", valueName: "name=value"))
  var field: [FieldArgument] = []

  @Argument(help: "What it says.")
  var text: [String]

  func run() throws {
    let request = EditRequest.insert(
      .init(
        place.value, text: joined(text), on: try board.board(of: place.board),
        fields: try FieldArguments.fields(field)))
    try ScriptConversation(server).send(.edit(request))
  }
}

/// `dropline set`: sets fields of items.
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set fields of items, such as done or due.",
    discussion: """
      All of them or none, as one change. NAME= without a value takes a field away. The text and the other \
      fields stay as they are.

      EXAMPLES
        dropline set groceries/i2 i3 done=yes
        dropline set groceries/i2 due=2026-12-01 label=red done=

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: ArgumentHelp("The items, and last the fields.", valueName: "item … name=value"),
    completion: BoardCompletion.itemsAndFields())
  var words: [String]

  func validate() throws { _ = try request() }

  func run() throws { try ScriptConversation(server).send(try request()) }

  private func request() throws -> Request {
    let changes = words.compactMap { FieldArgument(argument: $0) }
    let items = words.prefix(words.count - changes.count)
    guard !items.isEmpty, !changes.isEmpty, words.suffix(changes.count).allSatisfy(\.isField) else {
      throw ValidationError("Name the items, and behind them the fields as NAME=VALUE.")
    }
    let references = try items.map { try OnBoard<ItemReferences>($0) }
    return .edit(
      .set(
        .init(
          references.references, changes: FieldArguments.changes(changes),
          on: try board.board(of: references.map(\.board)))))
  }
}

/// `dropline edit`: changes the text of an item.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change the text of an item.",
    discussion: """
      The text is taken as it is; several words are joined by blanks.

      EXAMPLE
        dropline edit groceries/i2 Milk, two bottles

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: "The item: its id or its index path.", completion: BoardCompletion.items(),
    transform: OnBoard.init)
  var item: OnBoard<ItemReference>

  @Argument(help: "What it shall say.")
  var text: [String]

  func run() throws {
    let request = EditRequest.edit(
      .init(item.value, text: joined(text), on: try board.board(of: item.board)))
    try ScriptConversation(server).send(.edit(request))
  }
}

/// The text of several arguments, joined by blanks.
func joined(_ words: [String]) -> Text { Text(words.joined(separator: " ")) }

/// Whether to ignore the leases of others.
struct ForceFlag: ParsableArguments {
  @Flag(help: "Do it although somebody drags what is concerned.")
  var force = false
}

/// `dropline delete`: deletes items.
struct Delete: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take items away.",
    discussion: """
      All of them or none, as one change.

      EXAMPLE
        dropline delete groceries/i2 i3

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag

  @Argument(
    help: "The items: ids or index paths.", completion: BoardCompletion.items(),
    transform: OnBoard.init)
  var items: [OnBoard<ItemReferences>]

  func run() throws {
    let request = EditRequest.delete(
      .init(items.references, force: force.force, on: try board.board(of: items.map(\.board))))
    try ScriptConversation(server).send(.edit(request))
  }
}

/// `dropline move`: moves items, without a drag.
struct Move: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move items without a drag, so that no policy judges it.",
    discussion: """
      All of them or none, as one change, in the order in which they are named. \
      \(ScriptHelp.places) An index path counts with the items taken out.

      EXAMPLE
        dropline move groceries/i2 i3 end:s2

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption
  @OptionGroup var force: ForceFlag

  @Argument(
    help: ArgumentHelp("The items, and last the place.", valueName: "item … place"),
    completion: BoardCompletion.itemsAndPlaces())
  var words: [String]

  func validate() throws { _ = try request() }

  func run() throws { try ScriptConversation(server).send(try request()) }

  private func request() throws -> Request {
    let words = try ItemsAndPlace(words)
    let home = try board.board(of: words.items.map(\.board))
    let board = try board.board(of: home, words.place.board)
    return .edit(
      .move(
        .init(words.items.references, place: words.place.value, force: force.force, on: board)))
  }
}

/// `dropline clear`: deletes the items of a section.
struct Clear: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take all items of a section away, and leave the section.",
    discussion: """
      EXAMPLE
        dropline clear groceries/s2

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
    let request = EditRequest.clear(
      .init(section.value, force: force.force, on: try board.board(of: section.board)))
    try ScriptConversation(server).send(.edit(request))
  }
}

/// `dropline choose`: performs the action of a tap on an item.
struct Choose: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Choose an item, as a tap or Enter does.",
    discussion: """
      What comes of it is the business of the section (`on-choose`): the item is selected, moved to \
      another section, or deleted. A selection of somebody without a token ends with the command.

      EXAMPLE
        dropline choose shelf/i2

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(
    help: "The item: its id or its index path.", completion: BoardCompletion.items(),
    transform: OnBoard.init)
  var item: OnBoard<ItemReference>

  func run() throws {
    let request = SelectionRequest.choose(
      .init(item.value, on: try board.board(of: item.board)))
    try ScriptConversation(server).send(.selection(request))
  }
}
