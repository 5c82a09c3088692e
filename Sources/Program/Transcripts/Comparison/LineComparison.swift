/// Compares lines of a server with those of a transcript, field by field.
///
/// Keys may be in any order, and unknown ones are skipped. So may the words of lists without an order;
/// times may be in any unit. The TEXT of `refused`, `error` and `bye`
/// is compared only literally, if the transcript has one. The comparison learns the server's names.
struct LineComparison: Sendable {
  var conditions: PlayConditions

  /// A line of the server with the names of the transcript.
  func translated(_ line: String) -> String { conditions.names?.read(line) ?? line }

  /// Whether the line is the expected one. On a mismatch it learns no names.
  ///
  /// - Parameter optional: a key that may be present unexpectedly.
  mutating func matches(
    _ line: ParsedLine, _ expected: ParsedLine, optional: String? = nil
  ) -> Bool {
    var trial = self
    guard line.isJSON == expected.isJSON, line.kind == expected.kind,
      line.words.count == expected.words.count, trial.matches(line.tag, expected.tag),
      zip(line.words, expected.words).allSatisfy({ trial.matches($0, $1) }),
      expected.keys.allSatisfy({ trial.matchesKey($0, of: line, expected) }),
      hasNoOtherKeys(line, expected, optional: optional),
      isFree(expected) || trial.matchesText(line, expected)
    else { return false }
    self = trial
    return true
  }

  /// Whether the text of a line is not compared.
  private func isFree(_ expected: ParsedLine) -> Bool {
    expected.hasSentence && !(conditions.isLiteral && expected.text != nil)
  }

  mutating func matches(_ row: Message.Row, _ expected: Message.Row) -> Bool {
    switch (row, expected) {
    case (.fields(let row), .fields(let expected)): matches(row, expected)
    case (.drawing(let row), .drawing(let expected)): translated(row) == expected
    default: false
    }
  }

  /// Whether the rows are the expected ones, in this order.
  mutating func matches(_ rows: [Message.Row], _ expected: [Message.Row]) -> Bool {
    guard rows.count == expected.count else { return false }
    for (row, other) in zip(rows, expected) {
      guard matches(row, other) else { return false }
    }
    return true
  }

  /// Whether the board is the expected one. On a match it learns the ids of new content.
  mutating func matches(_ board: BoardModel, _ expected: BoardModel) -> Bool {
    guard board.sections.map(\.items.count) == expected.sections.map(\.items.count) else {
      return false
    }
    var board = board
    for (index, section) in expected.sections.enumerated() {
      read(&board.sections[index].id, as: section.id)
      for (position, item) in section.items.enumerated() {
        read(&board.sections[index].items[position].id, as: item.id)
      }
    }
    return board == expected
  }

  private mutating func matches(_ value: FieldValue?, _ expected: FieldValue?) -> Bool {
    guard let value, let expected else { return value == nil && expected == nil }
    return read(value, as: expected).matches(expected)
  }

  private func hasNoOtherKeys(
    _ line: ParsedLine, _ expected: ParsedLine, optional: String?
  ) -> Bool {
    if conditions.isLiteral { return line.keys.map(\.name) == expected.keys.map(\.name) }
    return line.keys.allSatisfy { key in
      expected.key(key.name) != nil || key.name == optional
        || !line.shape.keys.contains(key.name) && !key.isField
    }
  }

  /// A member `text` that is missing is an empty text.
  private mutating func matchesText(_ line: ParsedLine, _ expected: ParsedLine) -> Bool {
    if expected.text?.isOpen == true { return true }
    let empty: FieldValue? = line.isJSON ? .json(.string("")) : nil
    return matches(line.text ?? empty, expected.text ?? empty)
  }

  private mutating func matchesKey(
    _ key: ParsedLine.Key, of line: ParsedLine, _ expected: ParsedLine
  ) -> Bool {
    guard let value = line.key(key.name) else { return false }
    if matches(value, key.value) { return true }
    if conditions.isLiteral { return false }
    if Self.unorderedLists.contains(key.name) {
      return read(value, as: key.value).isList(ofTheWordsOf: key.value)
    }
    guard Self.times.contains(key.name), let time = value.milliseconds,
      let limit = key.value.milliseconds
    else { return false }
    let mayBeLess = conditions.hasRunningClock && expected.isLease
    return (max(0, limit - (mayBeLess ? 10_000 : 0))...limit).contains(time)
  }

  /// The keys whose values are lists without an order, and those whose values are times.
  private static let unorderedLists: Set = ["ops", "types", "profiles"]
  private static let times: Set = ["for", "retry"]

  /// Learns the id of something new. Known ids are mapped already.
  private mutating func read(_ id: inout String, as expected: String) {
    if id != expected, let name = conditions.names?.read(id, as: expected) { id = name }
  }

  private mutating func read(_ value: FieldValue, as expected: FieldValue) -> FieldValue {
    guard var names = conditions.names else { return value }
    let read = value.mapped(like: expected) { text, other in
      other.map { names.read(text, as: $0) } ?? names.read(text)
    }
    conditions.names = names
    return read
  }
}

extension ParsedLine {
  fileprivate var hasSentence: Bool { ["refused", "error", "bye"].contains(kind) }
  fileprivate var isLease: Bool { kind == "refused" && words.first?.string == "leased" }
}
