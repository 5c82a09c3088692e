import ArgumentParser
import BoardWire

/// `dropline insert`: a new item.
struct Insert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add an item.",
    discussion: """
      \(ScriptHelp.places) The text is taken as it is; several words are joined by blanks.

      EXAMPLES
        dropline insert groceries/end:s1 Call Ann
        dropline insert --board groceries 0.0 -- '--- urgent ---'

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(help: "Where it goes.")
  var place: String

  @Argument(help: "What it says.")
  var text: [String]

  func validate() throws { _ = try checked([place]) }

  func run() throws {
    try ScriptTalk(server).tell("insert \(board.on(place)) \(escaped(text))")
  }
}

/// `dropline edit`: another text.
struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change the text of an item.",
    discussion: """
      The text is taken as it is; several words are joined by blanks.

      EXAMPLE
        dropline edit groceries/i2 Milk, two bottles

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Argument(help: "The item: its name or its index path.")
  var item: String

  @Argument(help: "What it shall say.")
  var text: [String]

  func validate() throws { _ = try checked([item]) }

  func run() throws {
    try ScriptTalk(server).tell("edit \(board.on(item)) \(escaped(text))")
  }
}

/// A text as it stands in a command.
private func escaped(_ words: [String]) -> String {
  TextEscapes.escaped(words.joined(separator: " "))
}

/// Whether leases of others count.
struct ForceFlag: ParsableArguments {
  @Flag(help: "Do it although somebody drags what is concerned.")
  var force = false

  var word: [String] { force ? ["force=yes"] : [] }
}

/// `dropline delete`: items go.
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

  @Argument(help: "The items: names or index paths.")
  var items: [String]

  func validate() throws { _ = try checked(items) }

  func run() throws {
    let words = [board.on(items[0])] + items.dropFirst() + force.word
    try ScriptTalk(server).tell("delete \(words.joined(separator: " "))")
  }
}

/// `dropline move`: items somewhere else, without a drag.
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

  @Argument(help: ArgumentHelp("The items, and last the place.", valueName: "item … place"))
  var words: [String]

  func validate() throws {
    guard words.count >= 2 else { throw ValidationError("Name an item and a place.") }
    _ = try checked(words)
  }

  func run() throws {
    let words = [board.on(words[0])] + words.dropFirst() + force.word
    try ScriptTalk(server).tell("move \(words.joined(separator: " "))")
  }
}

/// `dropline clear`: a section without items.
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

  @Argument(help: "The section: its name or its index.")
  var section: String

  func validate() throws { _ = try checked([section]) }

  func run() throws {
    let words = ["clear", board.on(section)] + force.word
    try ScriptTalk(server).tell(words.joined(separator: " "))
  }
}

/// `dropline choose`: the action of a section, as a tap has it.
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

  @Argument(help: "The item: its name or its index path.")
  var item: String

  func validate() throws { _ = try checked([item]) }

  func run() throws { try ScriptTalk(server).tell("choose \(board.on(item))") }
}
