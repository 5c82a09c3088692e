import ArgumentParser
import BoardModel
import BoardWire

/// A value that is written on the command line as in a command of the protocol.
protocol ArgumentWord {
  /// What the word is called in sentences about its form, as `protocol/lines.md` has them.
  static var form: String { get }

  /// Reads a word.
  static func read(_ word: String) throws(LineError) -> Self
}

extension ItemReferences: ArgumentWord {
  static let form = "ITEMS"

  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.items(word) }
}

extension ItemReference: ArgumentWord {
  static let form = "ITEM"

  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.item(word) }
}

extension SectionReference: ArgumentWord {
  static let form = "SECTION"

  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.section(word) }
}

extension Place: ArgumentWord {
  static let form = "PLACE"

  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.place(word) }
}

extension SectionPlace: ArgumentWord {
  static let form = "INDEX"

  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.sectionPlace(word) }
}

/// A value on a board, as an argument: `WORD`, or `BOARD/WORD`.
struct OnBoard<Value: ArgumentWord> {
  let board: BoardName?
  let value: Value

  /// Reads an argument.
  ///
  /// - Throws: `ValidationError` with the form of the word, and what was probably meant.
  init(_ argument: String) throws {
    let parts = argument.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[parts.count - 1])
    board = parts.count == 2 ? try Self.board(String(parts[0])) : nil
    do throws(LineError) { value = try Value.read(word) } catch {
      throw ValidationError(ErrorSentences.form(Value.form, insteadOf: word))
    }
  }

  private static func board(_ word: String) throws -> BoardName {
    guard let board = BoardName(word) else {
      throw ValidationError("'\(printable(word))' names no board; `dropline boards` lists them.")
    }
    return board
  }
}

/// Items and a place for them, which is the last of several arguments.
struct ItemsAndPlace {
  let items: [OnBoard<ItemReferences>]
  let place: OnBoard<Place>

  /// - Throws: `ValidationError`.
  init(_ words: [String]) throws {
    guard words.count >= 2, let last = words.last else {
      throw ValidationError("Name an item and a place.")
    }
    items = try words.dropLast().map { try Self.read($0, "item") }
    place = try Self.read(last, "place")
  }

  private static func read<Value>(_ word: String, _ kind: String) throws -> OnBoard<Value> {
    do { return try OnBoard(word) } catch {
      throw ValidationError("'\(printable(word))' is no \(kind): \(error)")
    }
  }
}

extension [OnBoard<ItemReferences>] {
  /// All the items, in order.
  var references: ItemReferences { ItemReferences(flatMap(\.value)) }
}

extension BoardOption {
  /// The board of several arguments: the one that they name, or that of the option.
  ///
  /// - Throws: `ValidationError` if they name several.
  func board(of named: BoardName?...) throws -> BoardName? { try board(of: named) }

  func board(of named: [BoardName?]) throws -> BoardName? {
    let boards = Set(named.compactMap { $0 })
    guard boards.count <= 1 else {
      let names = boards.map(\.string).sorted().joined(separator: " and ")
      throw ValidationError("One command is about one board, not about \(names).")
    }
    return try boards.first ?? name()
  }
}

extension Name: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
