import BoardCore

/// The verbs that change a board directly, and `policy`.
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

extension Arguments {
  mutating func policy() throws(LineError) -> Request {
    var target: Request.PolicyTarget?
    if let word = words.peek(), ByteScan.first(UInt8(ascii: "="), in: word) == nil {
      _ = words.next()
      target = try policyTarget(word)
    }
    var settings: [PolicySetting] = []
    while let word = words.next() { settings.append(try setting(word)) }
    return .policy(target, settings, on: board)
  }

  private mutating func policyTarget(_ word: Word) throws(LineError) -> Request.PolicyTarget? {
    let rest = try scoped(word)
    if rest.isEmpty { return nil }
    return rest.equals("*") ? .board : .section(try rest.requireSection())
  }

  private func setting(_ word: Word) throws(LineError) -> PolicySetting {
    guard let (name, value) = word.split(at: UInt8(ascii: "=")),
      let key = PolicyKey.allCases.first(where: { name.string == $0.rawValue })
    else { throw .argument(word) }
    if value.equals("inherit") { return .inherit(key) }
    switch key {
    case .operations: return .operations(try value.requireOperations(in: word))
    case .draggable: return .draggable(try isYes(value, word))
    case .localOnly: return .localOnly(try isYes(value, word))
    case .maxItems: return .maxItems(try count(value, word))
    case .types: return .types(try types(value, word))
    case .limit: return .limit(try count(value, word))
    case .paused: return .paused(try isYes(value, word))
    case .empty:
      if value.equals("keep") { return .empty(.keep) }
      guard value.equals("remove") else { throw .argument(word) }
      return .empty(.remove)
    }
  }

  private func isYes(_ value: Word, _ word: Word) throws(LineError) -> Bool {
    if value.equals("yes") { return true }
    guard value.equals("no") else { throw .argument(word) }
    return false
  }

  private func count(_ value: Word, _ word: Word) throws(LineError) -> Int? {
    if value.equals("none") { return nil }
    guard let first = value.first, first.isDigit else { throw .argument(word) }
    return try value.requireNumber()
  }

  private func types(_ value: Word, _ word: Word) throws(LineError) -> [String]? {
    if value.equals("any") { return nil }
    var types: [String] = []
    for part in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let type = Word(rebasing: part).itemType else { throw .argument(word) }
      types.append(type)
    }
    return types
  }
}
