import ArgumentParser
import BoardModel
import BoardWire

/// A value that is written on the command line as in a command of the protocol.
protocol ArgumentWord {
  /// Reads a word.
  static func read(_ word: String) throws(LineError) -> Self
}

extension ItemReferences: ArgumentWord {
  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.items(word) }
}

extension ItemReference: ArgumentWord {
  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.item(word) }
}

extension SectionReference: ArgumentWord {
  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.section(word) }
}

extension Place: ArgumentWord {
  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.place(word) }
}

extension SectionPlace: ArgumentWord {
  static func read(_ word: String) throws(LineError) -> Self { try SingleWord.sectionPlace(word) }
}

/// A value on a board, as an argument: `WORD`, or `BOARD/WORD`.
struct OnBoard<Value: ArgumentWord>: ExpressibleByArgument {
  let board: BoardName?
  let value: Value

  init?(argument: String) {
    let parts = argument.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let word = parts.last else { return nil }
    do throws(LineError) { value = try Value.read(String(word)) } catch { return nil }
    guard parts.count == 2 else {
      board = nil
      return
    }
    guard let board = BoardName(String(parts[0])) else { return nil }
    self.board = board
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
    items = try words.dropLast().map { word in
      guard let items = OnBoard<ItemReferences>(argument: word) else {
        throw ValidationError("'\(printable(word))' is no item.")
      }
      return items
    }
    guard let place = OnBoard<Place>(argument: last) else {
      throw ValidationError("'\(printable(last))' is no place.")
    }
    self.place = place
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
