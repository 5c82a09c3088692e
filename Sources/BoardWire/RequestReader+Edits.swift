import BoardCore

/// The verbs that change a board directly.
extension Arguments {
  mutating func itemRequest(_ verb: Verb) throws(LineError) -> Request {
    switch verb {
    case .insert:
      let place = try place()
      return .insert(try text("TEXT"), at: place, on: board)
    case .edit:
      let item = try item(required("ITEM"))
      return .edit(item, try text("TEXT"), on: board)
    case .delete:
      var items = ItemReferences()
      while let word = plainWord() { items.append(try item(word)) }
      return try closed(.delete(items, on: board, force: force()))
    default:
      return try move()
    }
  }

  private mutating func move() throws(LineError) -> Request {
    var items = ItemReferences()
    guard var last = plainWord() else { throw .missingArgument("PLACE") }
    while let word = plainWord() {
      items.append(try item(last))
      last = word
    }
    let rest = last.split(at: UInt8(ascii: "/"))?.1 ?? last
    // Of an item alone, the place is what is missing.
    if items.isEmpty && isName(rest) { throw .missingArgument("PLACE") }
    let place = try place(last)
    return try closed(.move(items, to: place, on: board, force: force()))
  }

  mutating func sectionRequest(_ verb: Verb) throws(LineError) -> Request {
    switch verb {
    case .insertSection:
      let index = try sectionPlace()
      return .insertSection(try title(), at: index, on: board)
    case .deleteSection:
      let section = try section()
      return try closed(.deleteSection(section, on: board, force: force()))
    case .moveSection:
      let section = try section()
      let index = try sectionPlace()
      return try closed(.moveSection(section, to: index, on: board))
    case .renameSection:
      let section = try section()
      return .renameSection(section, try title(), on: board)
    default:
      let section = try section()
      return try closed(.clear(section, on: board, force: force()))
    }
  }

  private mutating func title() throws(LineError) -> Text {
    try text("TITLE", limit: Limits.titleBytes)
  }

  /// The next word, unless it is the `force=yes` at the end.
  private mutating func plainWord() -> Word? {
    guard let word = words.peek(), !word.starts(with: "force=") else { return nil }
    return words.next()
  }
}
