import BoardCore

/// `policy` and its settings.
extension Arguments {
  mutating func policy() throws(LineError) -> Request {
    var target: Request.PolicyTarget?
    if let word = words.peek(), ByteScan.first(UInt8(ascii: "="), in: word) == nil {
      _ = words.next()
      target = try policyTarget(word)
    }
    var settings: [PolicySetting] = []
    while let word = words.next() { settings.append(try setting(word, of: target)) }
    // Who names no section and no `*` may only mean the board.
    return .policy(target ?? (settings.isEmpty ? nil : .board), settings, on: board)
  }

  /// Reads a setting, which may be of a kind that only the whole board has.
  private func setting(_ word: Word, of target: Request.PolicyTarget?) throws(LineError)
    -> PolicySetting
  {
    let setting = try setting(word)
    if case .section = target, setting.key.isOfBoard { throw .argument(word) }
    return setting
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
    case .selection: return .selection(try selection(value, word))
    case .highlight: return .highlight(try isYes(value, word))
    case .keepSelected: return .keepSelected(try isYes(value, word))
    case .onChoose: return .onChoose(try onChoose(value, word))
    }
  }

  private func selection(_ value: Word, _ word: Word) throws(LineError) -> Policy.Selection {
    let found = Policy.Selection.allCases.first { value.elementsEqual($0.rawValue.utf8) }
    guard let found else { throw .argument(word) }
    return found
  }

  private func onChoose(_ value: Word, _ word: Word) throws(LineError) -> Policy.OnChoose {
    if value.equals("none") { return .none }
    if value.equals("delete") { return .delete }
    guard value.starts(with: "move:"), value.count > 5 else { throw .argument(word) }
    return .move(to: try value.part(5..<value.count).requireSection())
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
