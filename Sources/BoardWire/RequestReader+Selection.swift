import BoardCore

/// The verbs of selection.
extension Arguments {
  mutating func selectionRequest(_ verb: Verb) throws(LineError) -> Request {
    switch verb {
    case .select:
      let items = try itemsToTheEnd()
      return items.isNone ? .selectNone(on: board) : .select(items, on: board)
    case .deselect:
      return .deselect(try itemsToTheEnd(), on: board)
    default:
      return try closed(.choose(item(required("ITEM")), on: board))
    }
  }

  private mutating func itemsToTheEnd() throws(LineError) -> ItemReferences {
    var items = ItemReferences()
    while let word = words.next() { items.append(try item(word)) }
    return items
  }
}

extension ItemReferences {
  /// Whether this is the word `none` alone.
  fileprivate var isNone: Bool { count == 1 && self[0] == .id("none") }
}
