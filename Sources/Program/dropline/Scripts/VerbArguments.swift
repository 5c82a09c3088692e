import ArgumentParser
import BoardModel
import BoardWire

// The arguments of `dropline VERB`, each a part of the line of the verb.

/// One word on a board.
struct OnBoardArgument<Value: DescribedWord>: ParsableArguments {
  @Argument(help: Value.help, completion: Value.completion, transform: OnBoard.init)
  private var word: OnBoard<Value>

  var value: Value { word.value }
  var boards: [[BoardName?]] { [[word.board]] }
}

/// A word that help describes.
protocol DescribedWord: ArgumentWord, SendableMetatype {
  static var help: ArgumentHelp { get }
  static var completion: CompletionKind { get }
}

extension SectionReference: DescribedWord {
  static var help: ArgumentHelp { .init("The section: its id or its index.", valueName: "section") }
  static var completion: CompletionKind { BoardCompletion.sections() }
}

extension SectionPlace: DescribedWord {
  static var help: ArgumentHelp { .init("Where it goes.", valueName: "place") }
  static var completion: CompletionKind { BoardCompletion.sections(places: true) }
}

extension ItemReference: DescribedWord {
  static var help: ArgumentHelp { .init("The item: its id or its index path.", valueName: "item") }
  static var completion: CompletionKind { BoardCompletion.items() }
}

extension Place: DescribedWord {
  static var help: ArgumentHelp { .init("Where it goes.", valueName: "place") }
  static var completion: CompletionKind { BoardCompletion.places() }
}

/// Items, each an argument or several with commas between them.
struct ItemsArgument: ParsableArguments {
  @Argument(
    help: "The items: ids or index paths.", completion: BoardCompletion.items(),
    transform: OnBoard.init)
  private var items: [OnBoard<ItemReferences>]

  var value: ItemReferences { items.references }
  var boards: [[BoardName?]] { [items.map(\.board)] }
}

/// Items, and a place behind them.
struct ItemsAndPlaceArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The items, and last the place.", valueName: "item … place"),
    completion: BoardCompletion.itemsAndPlaces())
  private var words: [String]

  private var read: ItemsAndPlace { get throws { try ItemsAndPlace(words) } }

  var items: ItemReferences { get throws { try read.items.references } }
  var place: Place { get throws { try read.place.value } }
  var boards: [[BoardName?]] {
    get throws { try [read.items.map(\.board), [read.place.board]] }
  }
}

/// Items, and changes of their fields behind them.
struct ItemsAndFieldsArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The items, and last the fields.", valueName: "item … name=value …"),
    completion: BoardCompletion.itemsAndFields())
  private var words: [String]

  private var fields: [FieldArgument] { words.compactMap { FieldArgument(argument: $0) } }

  private var references: [OnBoard<ItemReferences>] {
    get throws {
      let items = words.prefix(words.count - fields.count)
      guard !items.isEmpty, !fields.isEmpty, words.suffix(fields.count).allSatisfy(\.isField) else {
        throw ValidationError("Name the items, and behind them the fields as NAME=VALUE.")
      }
      return try items.map { try OnBoard($0) }
    }
  }

  var items: ItemReferences { get throws { try references.references } }
  var changes: FieldChanges { get throws { FieldArguments.changes(fields) } }
  var boards: [[BoardName?]] { get throws { try [references.map(\.board)] } }
}

/// The fields of a new item.
struct FieldOption: ParsableArguments {
  @Option(help: ArgumentHelp("A field of the item; may be repeated.", valueName: "name=value"))
  private var field: [FieldArgument] = []

  var value: Fields { get throws { try FieldArguments.fields(field) } }
}

/// Whether to ignore the leases of others.
struct ForceFlag: ParsableArguments {
  @Flag(help: "Do it although somebody drags what is concerned.")
  var force = false
}

/// The text of an item.
struct TextArgument: ParsableArguments {
  @Argument(help: "What it says, taken as it is; several words are joined by blanks.")
  private var text: [String]

  var value: Text { joined(text) }
}

/// The title of a section.
struct TitleArgument: ParsableArguments {
  @Argument(help: "Its title, taken as it is; several words are joined by blanks.")
  private var title: [String]

  var value: Text { joined(title) }
}

/// The text of several arguments, joined by blanks.
func joined(_ words: [String]) -> Text { Text(words.joined(separator: " ")) }
