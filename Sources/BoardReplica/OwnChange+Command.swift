import BoardCore
import BoardWire

extension OwnChange {
  /// The command that asks for the change, without a tag and its line end.
  ///
  /// - Throws: `limit`, where the server would not take a text, a title or the line.
  func command(on board: BoardName) throws(Refusal) -> String {
    let words = words(on: board)
    if let (text, limit) = text {
      guard text.byteCount <= limit else { throw .limit("text-bytes", limit) }
    }
    // A tag of full length and its mark and blank go before it.
    guard words.utf8.count + Limits.tagBytes + 2 <= Limits.lineBytes else {
      throw .limit("line-bytes", Limits.lineBytes)
    }
    return words
  }

  private func words(on board: BoardName) -> String {
    switch self {
    case .insert(let text, let anchor): "insert \(board)/\(anchor) \(text.escaped)"
    case .delete(let items): "delete \(board)/\(items.spelled)"
    case .move(let items, let anchor): "move \(board)/\(items.spelled) \(anchor)"
    case .edit(let item, let text): "edit \(board)/\(item) \(text.escaped)"
    case .insertSection(let title, let anchor):
      "insert-section \(board)/\(anchor) \(title.escaped)"
    case .deleteSection(let section): "delete-section \(board)/\(section)"
    case .moveSection(let section, let anchor): "move-section \(board)/\(section) \(anchor)"
    case .renameSection(let section, let title):
      "rename-section \(board)/\(section) \(title.escaped)"
    case .clear(let section): "clear \(board)/\(section)"
    case .perform(let session): "perform \(session)"
    }
  }

  private var text: (Text, limit: Int)? {
    switch self {
    case .insert(let text, _), .edit(_, let text): (text, Limits.textBytes)
    case .insertSection(let title, _), .renameSection(_, let title): (title, Limits.titleBytes)
    case .delete, .move, .deleteSection, .moveSection, .clear, .perform: nil
    }
  }
}

extension Text {
  fileprivate var escaped: String { TextEscapes.escaped(string) }
}

extension [ItemID] {
  fileprivate var spelled: String { map(\.string).joined(separator: " ") }
}
