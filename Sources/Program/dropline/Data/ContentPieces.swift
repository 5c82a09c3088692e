import BoardModel
import BoardWire

/// A content in pieces that blocks of the protocol hold: the first one for a `replace`, the others for a `batch`.
struct ContentPieces {
  /// Items and sections in order, which follow those of the piece before.
  struct Piece {
    /// The index path of the first of the items.
    let start: IndexPath
    /// The items that go on with the last section of the piece before.
    var items: [Item] = []
    var sections: Content = []

    var itemCount: Int { sections.reduce(items.count) { $0 + $1.items.count } }
  }

  /// How many lines and bytes a piece may still have.
  private struct Room {
    var lines: Int
    var bytes = Limits.blockBytes - Limits.lineBytes

    /// - Returns: Whether the line of something with this id, text and fields fits.
    mutating func take(_ id: String, _ text: Text, _ fields: Fields = [:]) -> Bool {
      // The words beside them: a kind, a path or a count, and blanks. A blank in a value takes six bytes.
      let values = fields.isEmpty ? 0 : 6 * fields.byteCount
      let count = TextEscapes.escaped(text.string).utf8.count + id.utf8.count + values + 48
      guard lines > 0, bytes >= count else { return false }
      lines -= 1
      bytes -= count
      return true
    }
  }

  private let content: Content
  private var section = 0
  private var item = 0
  /// Whether a piece has the section that is next.
  private var hasBegun = false

  init(_ content: Content) { self.content = content }

  var isAtEnd: Bool { section == content.count }

  /// Takes the next piece, with at most so many lines.
  mutating func next(lines: Int) -> Piece {
    var piece = Piece(start: IndexPath(section: section, item: item))
    var room = Room(lines: lines)
    while !isAtEnd {
      let id = content[section].id
      let title = content[section].title
      if !hasBegun {
        guard room.take(id.string, title) else { return piece }
        piece.sections.append(Section(id: id, title: title))
        hasBegun = true
      }
      guard takeItems(into: &piece, &room) else { return piece }
      (section, item, hasBegun) = (section + 1, 0, false)
    }
    return piece
  }

  /// - Returns: Whether all items of the section are taken.
  private mutating func takeItems(into piece: inout Piece, _ room: inout Room) -> Bool {
    let items = content[section].items
    let start = item
    while item < items.count,
      room.take(items[item].id.string, items[item].text, items[item].fields)
    { item += 1 }
    if piece.sections.isEmpty {
      piece.items += items[start..<item]
    } else {
      piece.sections[piece.sections.count - 1].items += items[start..<item]
    }
    return item == items.count
  }
}

extension ContentPieces.Piece {
  /// The piece as a change of a board that has those before.
  var batch: BatchUpdate {
    var batch = BatchUpdate()
    batch.inserts = items.enumerated().map { index, item in
      .init(item, at: IndexPath(section: start.section, item: start.item + index))
    }
    let first = items.isEmpty && start.item == 0 ? start.section : start.section + 1
    batch.insertedSections = sections.enumerated().map { index, section in
      .init(
        section.id, title: section.title, items: section.items.map { .init($0) }, at: first + index)
    }
    return batch
  }
}
